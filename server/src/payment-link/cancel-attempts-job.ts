/**
 * Cancels what is still payable of a link that was paid or completed, so that nobody pays once too often, and of a link whose
 * amount changed, so that nobody pays the former one.
 */
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import type { CancelOutcome } from '../transaction/rules.ts';
import { type Actor, SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { findLink, listPayableAttempts } from './queries.ts';
import { CANCEL_ATTEMPTS_JOB } from './refresh-queries.ts';

type CancelDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'bank' | 'collection_clients'>;
/** Cancels a code or number at the bank; wired in jobs/registry.ts, because other features implement the methods. */
type Cancel<D> = (
  deps: D,
  merchant_id: string,
  id: string,
  by: { actor: Actor; onCancelled: () => Promise<void> },
) => Promise<CancelOutcome>;

export interface CancelMethods {
  qris: Cancel<CancelDeps>;
  virtual_account: Cancel<Deps>;
}

/** Throws to be retried while the bank does not respond or an attempt is not issued yet. Idempotent. */
export const buildCancelAttemptsJob = (methods: CancelMethods): Job => ({
  name: CANCEL_ATTEMPTS_JOB,
  lane: 'bank',
  run: async (deps, payload) => {
    const merchant_id = String(payload.merchant_id);
    const id = String(payload.id);
    const link = await asMerchant(deps.db, merchant_id, (tx) => findLink(tx, id));
    const has_ended = link?.status === 'paid' || link?.status === 'completed';
    // Set when the amount changed: attempts that were started under the former one.
    const started_by = has_ended || payload.started_by === undefined ? null : new Date(String(payload.started_by));
    if (!has_ended && started_by === null) return;
    const listLive = () =>
      asMerchant(deps.db, merchant_id, (tx) => listPayableAttempts(tx, id, deps.clock.now(), { started_by }));
    const by = { actor: SYSTEM_ACTOR, onCancelled: async (): Promise<void> => undefined };
    let left = await listLive();
    const seen = new Set<string>();
    while (left.some((attempt) => !seen.has(attempt.id))) {
      for (const attempt of left) {
        seen.add(attempt.id);
        const { qris_payment_id, virtual_account_id } = attempt;
        if (qris_payment_id !== null) await methods.qris(deps, merchant_id, qris_payment_id, by);
        else if (virtual_account_id !== null) await methods.virtual_account(deps, merchant_id, virtual_account_id, by);
      }
      left = await listLive();
    }
    if (left.length > 0) throw new Error(`${left.length} attempts of the link ${id} are still payable`);
  },
});
