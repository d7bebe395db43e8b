/**
 * Ends the streams (live events, downloads) of sessions that ended, whose person lost the access, or whose role changed, and
 * of API keys that were revoked or expired: within four seconds in every process. One check reads everything that the
 * process watches.
 */
import * as duration from '@dasbor/contract/duration';
import { listUsableKeyIds } from '../auth/api-key-queries.ts';
import { buildSessionStamp, readSessionStamps } from '../auth/membership-queries.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';

const INTERVAL_MS = duration.seconds(4);

interface WatchedSession {
  session_id: string;
  /** null: the merchant's role access is disabled, so only the end of the session counts. */
  stamp: string | null;
  end: () => void;
}

interface WatchedKey {
  merchant_id: string;
  key_id: string;
  end: () => void;
}

type Watched = WatchedSession | WatchedKey;

interface Watch {
  streams: Set<Watched>;
  timer: NodeJS.Timeout;
}

const watches = new WeakMap<Deps['live'], Watch>();

/** Watches the principal of a stream; a stream outlives its access token. Returns a function that stops it. */
export function watchAccess(deps: Deps, principal: Principal, end: () => void): () => void {
  const watched = toWatched(principal, end);
  const watch = watches.get(deps.live) ?? startWatch(deps);
  watch.streams.add(watched);
  return () => {
    watch.streams.delete(watched);
    if (watch.streams.size > 0 || watches.get(deps.live) !== watch) return;
    clearInterval(watch.timer);
    watches.delete(deps.live);
  };
}

function toWatched(principal: Principal, end: () => void): Watched {
  if (principal.type === 'api_key') return { merchant_id: principal.merchant_id, key_id: principal.id, end };
  const { access, session_id } = principal;
  return { session_id, stamp: access === 'disabled' ? null : buildSessionStamp({ ...principal, access }), end };
}

function startWatch(deps: Deps): Watch {
  const streams = new Set<Watched>();
  const check = (work: Promise<void>): void =>
    void work.catch((error: unknown) => deps.log.warn({ err: error }, 'checking the access of open streams failed'));
  const timer = setInterval(() => {
    const checked = [...streams];
    check(
      checkSessions(
        deps,
        checked.filter((each) => 'session_id' in each),
      ),
    );
    check(
      checkKeys(
        deps,
        checked.filter((each) => 'key_id' in each),
      ),
    );
  }, INTERVAL_MS);
  const watch = { streams, timer };
  watches.set(deps.live, watch);
  return watch;
}

async function checkSessions(deps: Deps, checked: WatchedSession[]): Promise<void> {
  if (checked.length === 0) return;
  const ids = [...new Set(checked.map(({ session_id }) => session_id))];
  const stamps = await asLogin(deps.db, (tx) => readSessionStamps(tx, ids, deps.clock.now()));
  for (const { session_id, stamp, end } of checked) {
    const now = stamps.get(session_id);
    if (now === undefined || (stamp !== null && now !== stamp)) end();
  }
}

async function checkKeys(deps: Deps, checked: WatchedKey[]): Promise<void> {
  for (const [merchant_id, keys] of Map.groupBy(checked, (each) => each.merchant_id)) {
    const ids = [...new Set(keys.map(({ key_id }) => key_id))];
    const usable = await asMerchant(deps.db, merchant_id, (tx) => listUsableKeyIds(tx, ids, deps.clock.now()));
    for (const { key_id, end } of keys) if (!usable.includes(key_id)) end();
  }
}
