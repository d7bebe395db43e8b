/**
 * Turns the rows of an approved batch into approved disbursements, in chunks of one transaction each. A chunk is written by
 * a few statements, and locks the payout account only for the last of them; the batch itself is locked only to start.
 */
import { buildPartnerReference } from '../disbursement/create.ts';
import { insertReserved } from '../disbursement/batch-queries.ts';
import { findDisbursementRefusals } from '../disbursement/refusal.ts';
import { planDisbursement, readPricing } from '../disbursement/pricing.ts';
import type { NewDisbursement } from '../disbursement/queries.ts';
import { reserveAmounts } from '../disbursement/reserve.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { enqueueFinish } from './finish.ts';
import type { Exclusion } from './not-paid.ts';
import { type LockedBatch, countBatchRows, findBatch, lockBatch, transitionBatch, updateBatch } from './queries.ts';
import { parseEmails } from './row-rules.ts';
import { type PayableRow, excludeRows, lockPayableRows, updateDisbursementIds } from './row-queries.ts';

/** Rows per transaction. */
const CHUNK_ROWS = 50;

type RunDeps = Pick<Deps, 'db' | 'clock' | 'bank' | 'vault'>;

/** Idempotent and safe to run concurrently: a row becomes one disbursement, under its own lock. */
export async function runBatch(deps: RunDeps, merchant_id: string, id: string): Promise<void> {
  if (!(await asMerchant(deps.db, merchant_id, (tx) => startRun(deps, tx, id)))) return;
  while (await asMerchant(deps.db, merchant_id, (tx) => runChunk(deps, tx, id)));
  await asMerchant(deps.db, merchant_id, (tx) => endRun(deps, tx, id));
}

/** Returns whether the batch can be paid. */
async function startRun(deps: RunDeps, tx: MerchantTx, id: string): Promise<boolean> {
  const now = deps.clock.now();
  const batch = await lockBatch(tx, id);
  if (batch?.status === 'processing') return true;
  if (batch?.status !== 'approved') return false;
  await transitionBatch(tx, batch, { to: 'processing', actor: SYSTEM_ACTOR, now });
  await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
  // Followed from the start: its first rows are paid while the last ones still become disbursements.
  await enqueueFinish(tx, id, now);
  return true;
}

/** Returns whether there is more to do. */
async function runChunk(deps: RunDeps, tx: MerchantTx, id: string): Promise<boolean> {
  const now = deps.clock.now();
  const batch = await findBatch(tx, id);
  if (batch?.status !== 'processing') return false;
  const rows = await lockPayableRows(tx, id, CHUNK_ROWS);
  if (rows.length === 0) return false;
  const { disbursements, excluded } = await planRows(deps, tx, { batch, rows, now });
  const decided = { decided_by_id: batch.decided_by_id, decided_by: batch.decided_by, decided_at: now };
  const inserted = await insertReserved(tx, disbursements, { decided, now });
  // A single disbursement has used the reference meanwhile: the row is not paid.
  for (const { id: disbursement_id, row_no } of disbursements) {
    if (!inserted.has(disbursement_id)) addExclusion(excluded, 'duplicate_reference', row_no);
  }
  for (const [exclusion, row_nos] of excluded) await excludeRows(tx, id, row_nos, exclusion);
  const created = disbursements.filter((disbursement) => inserted.has(disbursement.id));
  await updateDisbursementIds(tx, id, created);
  // Last, because it locks the payout account until the commit.
  await reserveAmounts(tx, created, now);
  return rows.length === CHUNK_ROWS;
}

/** Counts the rows again, since some may not be payable any more, and follows the disbursements to their end. */
async function endRun(deps: RunDeps, tx: MerchantTx, id: string): Promise<void> {
  const now = deps.clock.now();
  const batch = await lockBatch(tx, id);
  if (batch?.status !== 'processing') return;
  await updateBatch(tx, id, { ...(await countBatchRows(tx, id)), updated_at: now });
  await enqueueFinish(tx, id, now);
}

type RowDisbursement = NewDisbursement & { row_no: number };

function addExclusion(excluded: Map<Exclusion, number[]>, exclusion: Exclusion, row_no: number): void {
  excluded.set(exclusion, [...(excluded.get(exclusion) ?? []), row_no]);
}

/** The disbursements of rows, and the rows that must not or cannot be paid any more. */
async function planRows(
  deps: RunDeps,
  tx: MerchantTx,
  { batch, rows, now }: { batch: LockedBatch; rows: readonly PayableRow[]; now: Date },
): Promise<{ disbursements: RowDisbursement[]; excluded: Map<Exclusion, number[]> }> {
  const excluded = new Map<Exclusion, number[]>();
  const pricing = await readPricing(tx);
  const refusals = await findDisbursementRefusals(tx, deps.vault, rows, now);
  const disbursements = rows.flatMap((row, index) => {
    const refusal = refusals[index] ?? null;
    if (refusal !== null) {
      addExclusion(excluded, refusal, row.row_no);
      return [];
    }
    const found = planDisbursement(pricing, row, { bank: deps.bank, now });
    // No rail supports the amount any more.
    if ('refusal' in found) {
      addExclusion(excluded, 'no_rail', row.row_no);
      return [];
    }
    return [buildDisbursement(tx, batch, row, { ...found, now })];
  });
  return { disbursements, excluded };
}

type Planned = Exclude<ReturnType<typeof planDisbursement>, { refusal: unknown }>;

function buildDisbursement(
  tx: MerchantTx,
  batch: LockedBatch,
  row: PayableRow,
  { plan, price, now }: Planned & { now: Date },
): RowDisbursement {
  const id = newId('disbursement', now);
  return {
    id,
    merchant_reference: row.reference_id,
    batch_id: batch.id,
    row_no: row.row_no,
    beneficiary_id: null,
    account_check_id: row.account_check_id,
    bank_code: row.bank_code,
    account_last4: row.account_last4,
    verified_name: row.verified_name,
    account_name: row.account_name,
    name_match: row.name_match,
    amount: row.amount,
    ...price,
    rail: plan.rail,
    rail_choice: 'auto',
    description: row.description || null,
    emails: [...new Set([row.email, row.email_cc, row.email_bcc].flatMap(parseEmails))],
    schedule_at: null,
    expected_at: plan.expected_at,
    partner_reference_no: buildPartnerReference(tx.merchant_id, id),
    ...toRequester(batch),
    retry_of: null,
    created_at: now,
  };
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
