/** Follows the disbursements of a batch until all have ended, and then ends the batch. */
import * as duration from '@dasbor/contract/duration';
import { enqueue } from '../db/enqueue.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { countDisbursements, lockBatch, transitionBatch, updateBatch } from './queries.ts';
import { getFinalStatus } from './rules.ts';

/** 'Batch finished' in the catalogue of notifications (domain 1.21). */
const FINISHED_ACTION = 1206;
const POLL_MIN_MS = duration.seconds(2);
const POLL_MAX_MS = duration.minutes(1);

export const enqueueFinish = (tx: MerchantTx, id: string, run_at: Date): Promise<void> =>
  enqueue(
    tx,
    'finish_disbursement_batch',
    { merchant_id: tx.merchant_id, id },
    { run_at, job_key: `finish_disbursement_batch:${id}` },
  );

/** Idempotent: updates the progress, and ends the batch once nothing is open. */
export const finishBatch = (deps: Pick<Deps, 'db' | 'clock'>, merchant_id: string, id: string): Promise<void> =>
  asMerchant(deps.db, merchant_id, async (tx) => {
    const now = deps.clock.now();
    const batch = await lockBatch(tx, id);
    if (batch?.status !== 'processing') return;
    const { open_rows, ...outcome } = await countDisbursements(tx, id);
    await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
    if (open_rows > 0) {
      await updateBatch(tx, id, { ...outcome, updated_at: now });
      await enqueueFinish(tx, id, nextCheckAt(batch.decided_at, now));
      return;
    }
    const to = getFinalStatus({ paid: outcome.paid_rows, failed: outcome.failed_rows });
    await transitionBatch(tx, batch, { to, change: { ...outcome, completed_at: now }, actor: SYSTEM_ACTOR, now });
    await enqueueNotification(tx, {
      event_id: `${id}.finished`,
      action: FINISHED_ACTION,
      object_type: 'disbursement_batch',
      object_id: id,
      facts: {
        outcome: to,
        amount: outcome.paid_amount,
        batch_reference: batch.batch_reference,
        paid_rows: outcome.paid_rows,
        failed_rows: outcome.failed_rows,
      },
      at: now,
    });
  });

/** Sooner after the approval than later: a tenth of its age, between two seconds and one minute. */
function nextCheckAt(decided_at: string | null, now: Date): Date {
  const age_ms = decided_at === null ? 0 : now.getTime() - Date.parse(decided_at);
  return new Date(now.getTime() + Math.min(Math.max(age_ms / 10, POLL_MIN_MS), POLL_MAX_MS));
}
