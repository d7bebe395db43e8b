/**
 * Disputes of settlement lines. An accepted dispute posts an adjustment to the pending balance, so that the next batch
 * includes it as its own line (decision 0020).
 */
import { formatRupiah } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import type { answerSettlementDispute } from '@dasbor/contract/settlement-dispute';
import type { Body } from '@dasbor/contract/route';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, isUniqueViolation } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { BelowFloorError, postWithFloor } from '../ledger/balance.ts';
import type { Actor } from '../transaction/write-queries.ts';
import { updateOpenDispute, findDispute, insertDispute, insertBatchNote } from './dispute-queries.ts';
import { getAccountId, findAccountIds } from './terms-queries.ts';

interface ActionContext {
  now: Date;
  actor: Actor & { actor_name: string };
}

/** Opens a dispute and returns its id. Throws 409 `already_disputed` for a second dispute of the same line. */
export async function raiseDispute(
  tx: MerchantTx,
  line: { batch_id: string; line_no: number; reason: string },
  { now, actor }: ActionContext,
): Promise<string> {
  const id = newId('settlement_dispute', now);
  try {
    await insertDispute(tx, { id, ...line, created_by: actor.actor_name, created_at: now });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Problem(
      409,
      'already_disputed',
      localized('This line is already disputed.', 'Baris ini sudah disanggah.'),
    );
  }
  await insertBatchNote(tx, line.batch_id, { now, actor, reason: `Line ${line.line_no} disputed: ${line.reason}` });
  return id;
}

/** Answers an open dispute. Throws 409 `already_answered`, and 422 if the pending balance does not cover the adjustment. */
export async function resolveDispute(
  tx: MerchantTx,
  id: string,
  input: Body<typeof answerSettlementDispute>,
  { now, actor }: ActionContext,
): Promise<void> {
  const dispute = await findDispute(tx, id);
  if (dispute === undefined) throw notFound();
  const { answer } = input;
  const adjustment_amount = parseAdjustment(input);
  const status = input.decision === 'accept' ? 'accepted' : 'rejected';
  const change = { status, answer, adjustment_amount, answered_by: actor.actor_name, answered_at: now } as const;
  if (!(await updateOpenDispute(tx, id, change))) {
    throw new Problem(
      409,
      'already_answered',
      localized('This dispute has already been answered.', 'Sanggahan ini sudah dijawab.'),
    );
  }
  if (adjustment_amount !== null) await postAdjustment(tx, id, adjustment_amount, dispute.batch_no, now);
  const outcome =
    adjustment_amount === null
      ? 'rejected'
      : `accepted, ${formatRupiah(Math.abs(adjustment_amount))} ${adjustment_amount > 0 ? 'credited' : 'debited'} in the next settlement`;
  const reason = `Dispute of line ${dispute.line_no} ${outcome}: ${answer}`;
  await insertBatchNote(tx, dispute.batch_id, { now, actor, reason });
}

/** The adjustment of an accepted dispute; null for a rejection. Throws 400 if the amount does not fit the decision. */
function parseAdjustment({ decision, adjustment_amount }: Body<typeof answerSettlementDispute>): Rupiah | null {
  if ((decision === 'accept') === (adjustment_amount !== undefined)) return adjustment_amount ?? null;
  const detail =
    decision === 'accept'
      ? localized('Enter the adjustment amount.', 'Masukkan jumlah penyesuaian.')
      : localized('A rejected dispute has no adjustment.', 'Sanggahan yang ditolak tidak memiliki penyesuaian.');
  const errors = [{ field: 'adjustment_amount', detail }];
  throw new Problem(400, 'invalid_request', detail, { errors });
}

async function postAdjustment(tx: MerchantTx, id: string, amount: Rupiah, batch_no: string, now: Date): Promise<void> {
  const accounts = await findAccountIds(tx);
  const [pending, receivable] = [
    getAccountId(accounts, 'pending_settlement'),
    getAccountId(accounts, 'provider_receivable'),
  ];
  const sides =
    amount > 0
      ? { debit_account: receivable, credit_account: pending }
      : { debit_account: pending, credit_account: receivable };
  const reference = { reference_type: 'settlement_dispute', reference_id: id, description: batch_no };
  try {
    await postWithFloor(tx, {
      posted_at: now,
      transfers: [{ kind: 'adjustment', amount: Math.abs(amount), ...sides, ...reference }],
    });
  } catch (error) {
    if (!(error instanceof BelowFloorError)) throw error;
    throw new Problem(
      422,
      'insufficient_balance',
      localized(
        'The pending balance does not cover this adjustment.',
        'Saldo tertunda tidak mencukupi untuk penyesuaian ini.',
      ),
    );
  }
}
