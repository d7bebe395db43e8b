/** Callers that were read a moment ago, per process: a request need not read its session again within five seconds. */
import type { Deps } from '../deps.ts';
import type { Principal } from './principal.ts';

const TTL_MS = 5_000;
const ENTRIES_MAX = 10_000;

export interface CacheEntry {
  /** null: revoked by this process. */
  principal: Principal | null;
  read_at_ms: number;
  /** The session or key is over then, remembered or not. */
  ends_at_ms: number;
}

const caches = new WeakMap<Deps, Map<string, CacheEntry>>();

/** The remembered caller; null when this process revoked it; undefined when it must be read. `name` as in forgetCaller. */
export function getCachedPrincipal(deps: Deps, name: string, at_ms: number): Principal | null | undefined {
  const memory = caches.get(deps)?.get(name);
  if (memory?.principal === null) return null;
  const is_fresh = memory && memory.ends_at_ms > at_ms && Math.abs(at_ms - memory.read_at_ms) < TTL_MS;
  return is_fresh ? memory.principal : undefined;
}

/** Remembers what was read; answers null when the caller was revoked meanwhile. */
export function cachePrincipal(deps: Deps, name: string, entry: CacheEntry): Principal | null {
  const memory = caches.get(deps) ?? new Map<string, CacheEntry>();
  caches.set(deps, memory);
  const before = memory.get(name);
  if (before?.principal === null) return null;
  memory.delete(name);
  memory.set(name, entry);
  for (const oldest of memory.keys()) {
    if (memory.size <= ENTRIES_MAX) break;
    memory.delete(oldest);
  }
  return entry.principal;
}

/** Makes a revocation by this process count at once. `name`: id of the session, or hash of the key's secret. */
export function revokePrincipal(deps: Deps, name: string): void {
  // Stays as a mark, so that a read that began before the revocation cannot bring the caller back.
  cachePrincipal(deps, name, { principal: null, read_at_ms: 0, ends_at_ms: 0 });
}

/** Has a caller read again with its next request, for what is said of them has changed; it stays admitted. */
export function invalidatePrincipal(deps: Deps, name: string): void {
  const memory = caches.get(deps);
  if (memory?.get(name)?.principal) memory.delete(name);
}
