/** Our side of SNAP BI: the services of all nouns behind one door, and what is kept of messages that open nothing. */
import type { FastifyInstance } from 'fastify';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type CallbackRoute, registerCallbacks } from './callbacks.ts';
import { type UnmatchedCallback, insertUnmatchedCallback } from './queries.ts';

/** Registers `/snap/v1.0/access-token/b2b` and the given services. */
export async function registerRailCallbacks(
  fastify: FastifyInstance,
  deps: Deps,
  services: CallbackRoute[],
): Promise<void> {
  await registerCallbacks(fastify, {
    credentials: deps.secrets.snap,
    clock: deps.clock,
    services,
    onUnmatched: storeUnmatchedCallbacks(deps),
  });
}

/** Strays kept in one minute, at most: a flood of forged messages must not fill the database. */
const UNMATCHED_PER_MINUTE_MAX = 120;
const MINUTE_MS = 60_000;

function storeUnmatchedCallbacks(deps: Deps): (stray: UnmatchedCallback) => Promise<void> {
  let minute = 0;
  let count = 0;
  return async (stray) => {
    const now_minute = Math.floor(deps.clock.now().getTime() / MINUTE_MS);
    if (now_minute !== minute) [minute, count] = [now_minute, 0];
    count += 1;
    if (count <= UNMATCHED_PER_MINUTE_MAX) return asPlatform(deps.db, (tx) => insertUnmatchedCallback(tx, stray));
    if (count === UNMATCHED_PER_MINUTE_MAX + 1)
      deps.log.warn('too many stray messages of the bank; not kept until the minute ends');
  };
}
