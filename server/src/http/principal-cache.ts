/**
 * Principals that this process read in the last five seconds, so that not every request reads its session again. A
 * revocation by this process counts at once, one by another process within five seconds.
 */
import * as duration from '@dasbor/contract/duration';
import type { Deps } from '../deps.ts';
import { setBounded } from './bounded-map.ts';
import type { Principal } from './principal.ts';

const TTL_MS = duration.seconds(5);
const ENTRIES_MAX = 10_000;

export interface CacheEntry {
  /** null: revoked by this process. */
  principal: Principal | null;
  read_at_ms: number;
  /** End of the session or key; the entry is not used after it. */
  ends_at_ms: number;
}

const caches = new WeakMap<Deps, Map<string, CacheEntry>>();

/** The cached principal; null when this process revoked it; undefined when it must be read. `key` as in revokePrincipal. */
export function getCachedPrincipal(deps: Deps, key: string, at_ms: number): Principal | null | undefined {
  const entry = caches.get(deps)?.get(key);
  if (entry?.principal === null) return null;
  const is_fresh = entry && entry.ends_at_ms > at_ms && Math.abs(at_ms - entry.read_at_ms) < TTL_MS;
  return is_fresh ? entry.principal : undefined;
}

/** Caches a principal; returns null when it was revoked meanwhile. */
export function cachePrincipal(deps: Deps, key: string, entry: CacheEntry): Principal | null {
  const cache = caches.get(deps) ?? new Map<string, CacheEntry>();
  caches.set(deps, cache);
  if (cache.get(key)?.principal === null) return null;
  setBounded(cache, key, entry, ENTRIES_MAX);
  return entry.principal;
}

/** Revokes a principal at once in this process. `key`: id of the session, or hash of the API key's secret. */
export function revokePrincipal(deps: Deps, key: string): void {
  // The entry stays as a tombstone, so that a read that began before the revocation cannot cache the principal again.
  cachePrincipal(deps, key, { principal: null, read_at_ms: 0, ends_at_ms: 0 });
}

/** Removes a principal whose data changed, so that the next request reads it again. It stays authenticated. */
export function invalidatePrincipal(deps: Deps, key: string): void {
  const cache = caches.get(deps);
  if (cache?.get(key)?.principal) cache.delete(key);
}
