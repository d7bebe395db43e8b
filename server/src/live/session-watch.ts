/**
 * Ends the streams (live events, downloads) of sessions that ended, whose person lost the access, or whose role changed:
 * within four seconds in every process. One check reads all watched sessions of the process.
 */
import * as duration from '@dasbor/contract/duration';
import { buildSessionStamp, readSessionStamps } from '../auth/membership-queries.ts';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';

const INTERVAL_MS = duration.seconds(4);

interface Watched {
  session_id: string;
  /** null: the merchant's role access is disabled, so only the end of the session counts. */
  stamp: string | null;
  end: () => void;
}

interface Watch {
  streams: Set<Watched>;
  timer: NodeJS.Timeout;
}

const watches = new WeakMap<Deps['live'], Watch>();

/** Watches the session of a stream; a stream outlives its access token. Returns a function that stops it. */
export function watchSession(deps: Deps, user: Extract<Principal, { type: 'user' }>, end: () => void): () => void {
  const { access } = user;
  const stamp = access === 'disabled' ? null : buildSessionStamp({ ...user, access });
  const watched = { session_id: user.session_id, stamp, end };
  const watch = watches.get(deps.live) ?? startWatch(deps);
  watch.streams.add(watched);
  return () => {
    watch.streams.delete(watched);
    if (watch.streams.size > 0 || watches.get(deps.live) !== watch) return;
    clearInterval(watch.timer);
    watches.delete(deps.live);
  };
}

function startWatch(deps: Deps): Watch {
  const streams = new Set<Watched>();
  const timer = setInterval(() => {
    checkAll(deps, streams).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'checking the sessions of live streams failed'),
    );
  }, INTERVAL_MS);
  const watch = { streams, timer };
  watches.set(deps.live, watch);
  return watch;
}

async function checkAll(deps: Deps, streams: ReadonlySet<Watched>): Promise<void> {
  const checked = [...streams];
  const ids = [...new Set(checked.map(({ session_id }) => session_id))];
  const stamps = await asLogin(deps.db, (tx) => readSessionStamps(tx, ids, deps.clock.now()));
  for (const { session_id, stamp, end } of checked) {
    const now = stamps.get(session_id);
    if (now === undefined || (stamp !== null && now !== stamp)) end();
  }
}
