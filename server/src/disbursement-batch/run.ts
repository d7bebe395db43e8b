/** Turns the rows of an approved batch into approved disbursements, in chunks of one transaction each. */
import { DISBURSEMENT_EMAILS_MAX } from '@dasbor/contract/disbursement-fields';
import { DISBURSEMENT_REASONS } from '@dasbor/contract/disbursement-reasons';
import { buildPartnerReference } from '../disbursement/create.ts';
import { SEND_JOB } from '../disbursement/decide.ts';
import { planDisbursement, readPricing } from '../disbursement/pricing.ts';
import {
  type NewDisbursement,
  insertDisbursement,
  lockDisbursement,
  transitionDisbursement,
} from '../disbursement/queries.ts';
import { reserve } from '../disbursement/reserve.ts';
import { enqueue } from '../db/enqueue.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { enqueueFinish } from './finish.ts';
import { type LockedBatch, countBatchRows, lockBatch, transitionBatch, updateBatch } from './queries.ts';
import { parseEmails } from './row-rules.ts';
import { type PayableRow, excludeRows, lockPayableRows, updateDisbursementId } from './row-queries.ts';

/** Rows per transaction: the payout account stays locked for some tens of milliseconds. */
const CHUNK_ROWS = 50;

type RunDeps = Pick<Deps, 'db' | 'clock' | 'bank'>;

/** Idempotent and safe to run concurrently: a row becomes one disbursement, under the lock of its batch. */
export async function runBatch(deps: RunDeps, merchant_id: string, id: string): Promise<void> {
  while (await asMerchant(deps.db, merchant_id, (tx) => runChunk(deps, tx, id)));
}

/** Returns whether there is more to do. */
async function runChunk(deps: RunDeps, tx: MerchantTx, id: string): Promise<boolean> {
  const now = deps.clock.now();
  const batch = await lockBatch(tx, id);
  if (batch?.status !== 'approved' && batch?.status !== 'processing') return false;
  if (batch.status === 'approved') {
    await transitionBatch(tx, batch, { to: 'processing', actor: SYSTEM_ACTOR, now });
    await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
    // Followed from the start: its first rows are paid while the last ones still become disbursements.
    await enqueueFinish(tx, id, now);
    return true;
  }
  const rows = await lockPayableRows(tx, id, CHUNK_ROWS);
  const pricing = await readPricing(tx);
  for (const row of rows) {
    const found = planDisbursement(pricing, row, { bank: deps.bank, now });
    // No rail carries it any more: it is not paid, like a row that was excluded.
    if ('refusal' in found) await excludeRows(tx, id, [row.row_no], 'no_rail');
    else await createRowDisbursement(tx, batch, row, { ...found, now });
  }
  if (rows.length < CHUNK_ROWS) {
    await updateBatch(tx, id, { ...(await countBatchRows(tx, id)), updated_at: now });
    await enqueueFinish(tx, id, now);
    return false;
  }
  await updateBatch(tx, id, { updated_at: now });
  return true;
}

type Planned = Exclude<ReturnType<typeof planDisbursement>, { refusal: unknown }>;

async function createRowDisbursement(
  tx: MerchantTx,
  batch: LockedBatch,
  row: PayableRow,
  { plan, price, now }: Planned & { now: Date },
): Promise<void> {
  const id = newId('disbursement', now);
  const emails = [row.email, row.email_cc, row.email_bcc].flatMap(parseEmails).slice(0, DISBURSEMENT_EMAILS_MAX);
  const disbursement: NewDisbursement = {
    id,
    merchant_reference: row.reference_id,
    batch_id: batch.id,
    row_no: row.row_no,
    beneficiary_id: null,
    account_check_id: row.account_check_id,
    bank_code: row.bank_code,
    account_last4: row.account_last4,
    account_name: row.verified_name,
    given_name: row.account_name,
    name_match: row.name_match,
    amount: row.amount,
    ...price,
    rail: plan.rail,
    rail_choice: 'auto',
    description: row.description || null,
    emails,
    schedule_at: null,
    expected_at: plan.expected_at,
    partner_reference_no: buildPartnerReference(tx.merchant_id, id),
    ...toRequester(batch),
    retry_of: null,
    created_at: now,
  };
  const reason = DISBURSEMENT_REASONS.approved;
  const is_new = await insertDisbursement(tx, disbursement, { status: 'approved', actor: SYSTEM_ACTOR, reason });
  if (!is_new) {
    // The reference was used meanwhile by a single disbursement: the row is not paid.
    await excludeRows(tx, batch.id, [row.row_no], 'duplicate_reference');
    return;
  }
  await updateDisbursementId(tx, batch.id, row.row_no, id);
  await queueDisbursement(tx, batch, id, now);
}

/** The person who submitted the batch requested its disbursements. */
function toRequester({ submitted_by_type, submitted_by_id, submitted_by, submitted_by_owner, id }: LockedBatch) {
  if (submitted_by_type === null || submitted_by_id === null || submitted_by === null || submitted_by_owner === null) {
    throw new Error(`${id} was approved without a requester`);
  }
  return {
    requested_by_type: submitted_by_type,
    requested_by_id: submitted_by_id,
    requested_by: submitted_by,
    requested_by_owner: submitted_by_owner,
  };
}

/** Reserves the money and sends it after the commit; without cover it waits in the queue. */
async function queueDisbursement(tx: MerchantTx, batch: LockedBatch, id: string, now: Date): Promise<void> {
  const disbursement = await lockDisbursement(tx, id);
  if (disbursement === undefined) throw new Error(`${id} was just inserted`);
  const is_reserved = await reserve(tx, disbursement, now);
  const queue_reason = is_reserved ? null : 'insufficient_balance';
  const decided = { decided_by_id: batch.decided_by_id, decided_by: batch.decided_by, decided_at: now };
  const change = { ...decided, queue_reason, due_at: now, reserved_at: is_reserved ? now : null } as const;
  const reason = queue_reason === null ? null : DISBURSEMENT_REASONS[queue_reason];
  await transitionDisbursement(tx, disbursement, { path: ['queued'], change }, { now, actor: SYSTEM_ACTOR, reason });
  if (is_reserved) {
    await enqueue(tx, SEND_JOB, { merchant_id: tx.merchant_id, id }, { job_key: `${SEND_JOB}:${id}` });
  }
}
