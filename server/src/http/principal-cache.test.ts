import { expect, test } from 'vitest';
import type { Deps } from '../deps.ts';
import {
  type CacheEntry,
  cachePrincipal,
  findCachedPrincipal,
  getChangeCount,
  invalidatePrincipal,
  revokePrincipal,
} from './principal-cache.ts';
import type { Principal } from './principal.ts';

const AT_MS = 1_000_000;
const KEY = 'session-1';

/** A principal, and what a read of it at a time gives. */
const buildEntry = (name: string, read_at_ms = AT_MS): CacheEntry => ({
  principal: { name } as Principal,
  read_at_ms,
  ends_at_ms: AT_MS + 3_600_000,
});
// The cache uses it as a key only.
const createDeps = () => ({}) as Deps;

test('a principal is cached for less than five seconds, and never after its session ends', () => {
  const deps = createDeps();
  const entry = buildEntry('Dewi');
  expect(findCachedPrincipal(deps, KEY, AT_MS)).toBeUndefined();
  expect(cachePrincipal(deps, KEY, entry, getChangeCount(deps))).toBe(entry.principal);
  expect(findCachedPrincipal(deps, KEY, AT_MS + 4_999)).toBe(entry.principal);
  expect(findCachedPrincipal(deps, KEY, AT_MS + 5_000)).toBeUndefined();
  cachePrincipal(deps, KEY, { ...entry, ends_at_ms: AT_MS + 10 }, getChangeCount(deps));
  expect(findCachedPrincipal(deps, KEY, AT_MS + 10)).toBeUndefined();
});

test('a changed principal is read again, and a read that began before the change is not cached', () => {
  const deps = createDeps();
  const before = getChangeCount(deps);
  cachePrincipal(deps, KEY, buildEntry('old'), before);
  invalidatePrincipal(deps, KEY);
  expect(findCachedPrincipal(deps, KEY, AT_MS)).toBeUndefined();
  // The request of that read is answered with what it found.
  expect(cachePrincipal(deps, KEY, buildEntry('old'), before)).toEqual({ name: 'old' });
  expect(findCachedPrincipal(deps, KEY, AT_MS)).toBeUndefined();
  cachePrincipal(deps, KEY, buildEntry('new'), getChangeCount(deps));
  expect(findCachedPrincipal(deps, KEY, AT_MS)).toEqual({ name: 'new' });
  // Also when nothing was cached before the change.
  const began = getChangeCount(deps);
  invalidatePrincipal(deps, 'session-2');
  cachePrincipal(deps, 'session-2', buildEntry('old'), began);
  expect(findCachedPrincipal(deps, 'session-2', AT_MS)).toBeUndefined();
});

test('a revoked principal stays revoked, whatever is read, cached or changed afterwards', () => {
  const deps = createDeps();
  const before = getChangeCount(deps);
  cachePrincipal(deps, KEY, buildEntry('Dewi'), before);
  revokePrincipal(deps, KEY);
  expect(findCachedPrincipal(deps, KEY, AT_MS)).toBeNull();
  expect(cachePrincipal(deps, KEY, buildEntry('Dewi'), before)).toBeNull();
  invalidatePrincipal(deps, KEY);
  expect(cachePrincipal(deps, KEY, buildEntry('Dewi'), getChangeCount(deps))).toBeNull();
  expect(findCachedPrincipal(deps, KEY, AT_MS)).toBeNull();
});
