/** Follows the disbursements of a batch until all have ended, and then ends the batch. */
import * as duration from '@dasbor/contract/duration';
import { type Language, validationMessage } from '@dasbor/contract/language';
import { enqueue } from '../db/enqueue.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { deleteStoredFile } from '../storage/stored-file.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { getMerchantDelimiter } from '../table-file/delimiter.ts';
import { storeResultFile } from './files.ts';
import { countDisbursements, findBatch, lockBatch, transitionBatch, updateBatch } from './queries.ts';
import { chooseFinalStatus, hasEnded } from './rules.ts';

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

type FinishDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Updates the progress, and ends the batch once nothing is open, with its result stored. Idempotent; of concurrent runs one
 * ends the batch, and the others delete their file.
 */
export async function finishBatch(deps: FinishDeps, merchant_id: string, id: string): Promise<void> {
  const language = await asMerchant(deps.db, merchant_id, (tx) => updateProgress(deps, tx, id));
  if (language === null) return;
  const delimiter = await asMerchant(deps.db, merchant_id, getMerchantDelimiter);
  const file = await storeResultFile(deps, { merchant_id, id, language, delimiter });
  const is_kept = await asMerchant(deps.db, merchant_id, (tx) => endBatch(deps, tx, id, file.id));
  if (!is_kept) await deleteStoredFile(deps.db, merchant_id, file.id);
}

/** Returns the language of the result once nothing is open; otherwise null, and the next check is enqueued. */
async function updateProgress({ clock }: FinishDeps, tx: MerchantTx, id: string): Promise<Language | null> {
  const now = clock.now();
  const batch = await lockBatch(tx, id);
  if (batch?.status !== 'processing') return null;
  const { open_rows, ...outcome } = await countDisbursements(tx, id);
  if (open_rows === 0) return batch.language;
  await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
  await updateBatch(tx, id, { ...outcome, updated_at: now });
  await enqueueFinish(tx, id, nextCheckAt(batch.decided_at, now));
  return null;
}

/** Returns false when another run ended the batch first. */
async function endBatch({ clock }: FinishDeps, tx: MerchantTx, id: string, result_file_id: string): Promise<boolean> {
  const now = clock.now();
  const batch = await lockBatch(tx, id);
  if (batch?.status !== 'processing') return false;
  const { open_rows: _none, ...outcome } = await countDisbursements(tx, id);
  const to = chooseFinalStatus({ paid: outcome.paid_rows, failed: outcome.failed_rows });
  const change = { ...outcome, result_file_id, completed_at: now };
  await transitionBatch(tx, batch, { to, change, actor: SYSTEM_ACTOR, now });
  await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
  await enqueueNotification(tx, {
    event_id: `${id}.finished`,
    action: FINISHED_ACTION,
    object_type: 'disbursement_batch',
    object_id: id,
    template_data: {
      outcome: to,
      amount: outcome.paid_amount,
      batch_reference: batch.batch_reference,
      paid_rows: outcome.paid_rows,
      failed_rows: outcome.failed_rows,
      attached_file_id: result_file_id,
    },
    at: now,
  });
  return true;
}

/** Stored in English and translated when it is shown. */
const RECOUNTED = validationMessage(
  'A transfer of the batch was returned, or executed after all',
  'Sebuah transfer dalam batch dikembalikan, atau ternyata dijalankan',
);

/**
 * Counts an ended batch again and stores its new result, after one of its disbursements was returned or executed late.
 * Idempotent. The earlier file stays stored, because an email links to it.
 */
export async function recountBatch(deps: FinishDeps, merchant_id: string, id: string): Promise<void> {
  const batch = await asMerchant(deps.db, merchant_id, (tx) => findBatch(tx, id));
  if (batch === undefined || !hasEnded(batch.status)) return;
  const delimiter = await asMerchant(deps.db, merchant_id, getMerchantDelimiter);
  const file = await storeResultFile(deps, { merchant_id, id, language: batch.language, delimiter });
  await asMerchant(deps.db, merchant_id, (tx) => storeRecount(deps, tx, id, file.id));
}

async function storeRecount({ clock }: FinishDeps, tx: MerchantTx, id: string, result_file_id: string): Promise<void> {
  const now = clock.now();
  const batch = await lockBatch(tx, id);
  if (batch === undefined) throw new Error(`There is no batch ${id}`);
  const { open_rows: _none, ...outcome } = await countDisbursements(tx, id);
  const to = chooseFinalStatus({ paid: outcome.paid_rows, failed: outcome.failed_rows });
  const change = { ...outcome, result_file_id };
  if (to === batch.status) await updateBatch(tx, id, { ...change, updated_at: now });
  else await transitionBatch(tx, batch, { to, change, actor: SYSTEM_ACTOR, reason: RECOUNTED, now });
  await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
}

/** Sooner after the approval than later: a tenth of its age, between two seconds and one minute. */
function nextCheckAt(decided_at: string | null, now: Date): Date {
  const age_ms = decided_at === null ? 0 : now.getTime() - Date.parse(decided_at);
  return new Date(now.getTime() + Math.min(Math.max(age_ms / 10, POLL_MIN_MS), POLL_MAX_MS));
}
