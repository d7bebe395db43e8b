/** Registers the SNAP BI services of all features and stores callbacks that match nothing. */
import * as duration from '@dasbor/contract/duration';
import type { FastifyInstance } from 'fastify';
import { asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type CallbackRoute, type FailureLimits, registerCallbacks } from './callbacks.ts';
import type { ServeSnap } from './snap-endpoint.ts';
import { type UnmatchedCallback, insertUnmatchedCallback } from './queries.ts';

/** Registers `/snap/v1.0/access-token/b2b` and the given services. `issueMerchantToken` serves clients that are no bank. */
export async function registerRailCallbacks(
  fastify: FastifyInstance,
  deps: Deps,
  services: CallbackRoute[],
  { limits, issueMerchantToken }: { limits: FailureLimits; issueMerchantToken?: ServeSnap },
): Promise<void> {
  await registerCallbacks(fastify, {
    credentials: deps.secrets.snap,
    findCredential: (bank_client_key) => deps.collection_clients.findByBankKey(bank_client_key),
    clock: deps.clock,
    services,
    limits,
    issueMerchantToken,
    onUnmatched: storeUnmatchedCallbacks(deps),
  });
}

/** Rate limit of stored unmatched callbacks, so that a flood of forged requests cannot fill the database. */
const UNMATCHED_PER_MINUTE_MAX = 120;

function storeUnmatchedCallbacks(deps: Deps): (callback: UnmatchedCallback) => Promise<void> {
  let minute = 0;
  let count = 0;
  return async (callback) => {
    const now_minute = Math.floor(deps.clock.now().getTime() / duration.minutes(1));
    if (now_minute !== minute) [minute, count] = [now_minute, 0];
    count += 1;
    if (count <= UNMATCHED_PER_MINUTE_MAX) return asPlatform(deps.db, (tx) => insertUnmatchedCallback(tx, callback));
    if (count === UNMATCHED_PER_MINUTE_MAX + 1)
      deps.log.warn('too many unmatched callbacks; not stored until the minute ends');
  };
}
