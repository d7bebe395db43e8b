/** Our side of SNAP BI: the services of all nouns behind one door, and what is kept of messages that open nothing. */
import type { FastifyInstance } from 'fastify';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type ServedCallback, serveCallbacks } from './callbacks.ts';
import { type Stray, insertStray } from './queries.ts';

/** Registers `/snap/v1.0/access-token/b2b` and the given services. */
export async function serveRailCallbacks(
  fastify: FastifyInstance,
  deps: Deps,
  services: ServedCallback[],
): Promise<void> {
  await serveCallbacks(fastify, {
    credentials: deps.secrets.snap,
    clock: deps.clock,
    services,
    onStray: keepStrays(deps),
  });
}

/** Strays kept in one minute, at most: a flood of forged messages must not fill the database. */
const STRAYS_PER_MINUTE = 120;
const MINUTE_MS = 60_000;

function keepStrays(deps: Deps): (stray: Stray) => Promise<void> {
  let minute = 0;
  let kept = 0;
  return async (stray) => {
    const now_minute = Math.floor(deps.clock.now().getTime() / MINUTE_MS);
    if (now_minute !== minute) [minute, kept] = [now_minute, 0];
    kept += 1;
    if (kept <= STRAYS_PER_MINUTE) return asPlatform(deps.db, (tx) => insertStray(tx, stray));
    if (kept === STRAYS_PER_MINUTE + 1)
      deps.log.warn('too many stray messages of the bank; not kept until the minute ends');
  };
}
