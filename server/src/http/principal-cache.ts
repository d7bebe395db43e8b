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
  principal: Principal;
  read_at_ms: number;
  /** End of the session or key; the entry is not used after it. */
  ends_at_ms: number;
}

/** In place of an entry: what this process revoked, or changed after `at_change` other changes. */
type Marker = 'revoked' | { at_change: number };

interface Cache {
  entries: Map<string, CacheEntry | Marker>;
  /** Number of changes by this process. */
  changes: number;
}

const caches = new WeakMap<Deps, Cache>();

function getCache(deps: Deps): Cache {
  const cache = caches.get(deps) ?? { entries: new Map(), changes: 0 };
  caches.set(deps, cache);
  return cache;
}

/** The cached principal; null when this process revoked it; undefined when it must be read. `key` as in revokePrincipal. */
export function findCachedPrincipal(deps: Deps, key: string, at_ms: number): Principal | null | undefined {
  const entry = getCache(deps).entries.get(key);
  if (entry === 'revoked') return null;
  if (entry === undefined || 'at_change' in entry) return undefined;
  const is_fresh = entry.ends_at_ms > at_ms && Math.abs(at_ms - entry.read_at_ms) < TTL_MS;
  return is_fresh ? entry.principal : undefined;
}

/** Number of changes so far; a read takes it before it begins and passes it to `cachePrincipal`. */
export const getChangeCount = (deps: Deps): number => getCache(deps).changes;

/**
 * Returns the principal that was read, or null when it was revoked meanwhile. Caches it unless it was changed since
 * `changes_before` the read: a read that began before a change would hide it for the life of the entry.
 */
export function cachePrincipal(deps: Deps, key: string, entry: CacheEntry, changes_before: number): Principal | null {
  const { entries } = getCache(deps);
  const known = entries.get(key);
  if (known === 'revoked') return null;
  const is_changed = known !== undefined && 'at_change' in known && known.at_change > changes_before;
  if (!is_changed) setBounded(entries, key, entry, ENTRIES_MAX);
  return entry.principal;
}

/** Revokes a principal at once in this process. `key`: id of the session, or hash of the API key's secret. */
export function revokePrincipal(deps: Deps, key: string): void {
  // The marker stays, so that a read that began before the revocation cannot cache the principal again.
  setBounded<CacheEntry | Marker>(getCache(deps).entries, key, 'revoked', ENTRIES_MAX);
}

/** Makes the next request read a principal whose data changed. It stays authenticated. Call it after the commit. */
export function invalidatePrincipal(deps: Deps, key: string): void {
  const cache = getCache(deps);
  if (cache.entries.get(key) === 'revoked') return;
  cache.changes += 1;
  setBounded<CacheEntry | Marker>(cache.entries, key, { at_change: cache.changes }, ENTRIES_MAX);
}
