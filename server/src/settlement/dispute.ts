/**
 * A merchant does not agree with a line, and the provider answers. What is given or taken for it is a journal of its
 * own that touches what waits for settlement, so the next batch holds it as a line by itself (decision 0020).
 */
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

const rupiahText = (amount: Rupiah): string => `Rp ${amount.toLocaleString('id-ID')}`;

/** Raises a dispute. Answers its id; refuses a second one of the same line with 409 `already_disputed`. */
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
    throw new Problem(409, 'already_disputed', 'This line is disputed already.');
  }
  await insertBatchNote(tx, line.batch_id, { now, actor, reason: `Line ${line.line_no} disputed: ${line.reason}` });
  return id;
}

/** Answers an open dispute. Refuses with 409 `already_answered`, and what would take more than waits with 422. */
export async function resolveDispute(
  tx: MerchantTx,
  id: string,
  decided: Body<typeof answerSettlementDispute>,
  { now, actor }: ActionContext,
): Promise<void> {
  const dispute = await findDispute(tx, id);
  if (dispute === undefined) throw notFound();
  const { answer } = decided;
  const adjustment_amount = parseAdjustment(decided);
  const status = decided.decision === 'accept' ? 'accepted' : 'rejected';
  const change = { status, answer, adjustment_amount, answered_by: actor.actor_name, answered_at: now } as const;
  if (!(await updateOpenDispute(tx, id, change))) {
    throw new Problem(409, 'already_answered', 'This dispute is answered already.');
  }
  if (adjustment_amount !== null) await postAdjustment(tx, id, adjustment_amount, dispute.batch_no, now);
  const outcome =
    adjustment_amount === null
      ? 'rejected'
      : `accepted, ${rupiahText(Math.abs(adjustment_amount))} ${adjustment_amount > 0 ? 'given' : 'taken'} in the next settlement`;
  const reason = `Dispute of line ${dispute.line_no} ${outcome}: ${answer}`;
  await insertBatchNote(tx, dispute.batch_id, { now, actor, reason });
}

/** The amount that accepts; null when it is rejected. Refuses one without the other with 400. */
function parseAdjustment({ decision, adjustment_amount }: Body<typeof answerSettlementDispute>): Rupiah | null {
  if ((decision === 'accept') === (adjustment_amount !== undefined)) return adjustment_amount ?? null;
  const detail = decision === 'accept' ? 'Name the amount.' : 'Only what is accepted has an amount.';
  const errors = [{ field: 'adjustment_amount', detail }];
  throw new Problem(400, 'invalid_request', `adjustment_amount: ${detail}`, { errors });
}

async function postAdjustment(tx: MerchantTx, id: string, amount: Rupiah, batch_no: string, now: Date): Promise<void> {
  const accounts = await findAccountIds(tx);
  const [waiting, owed] = [getAccountId(accounts, 'pending_settlement'), getAccountId(accounts, 'provider_receivable')];
  const sides =
    amount > 0 ? { debit_account: owed, credit_account: waiting } : { debit_account: waiting, credit_account: owed };
  const reference = { reference_type: 'settlement_dispute', reference_id: id, description: batch_no };
  try {
    await postWithFloor(tx, {
      posted_at: now,
      transfers: [{ kind: 'adjustment', amount: Math.abs(amount), ...sides, ...reference }],
    });
  } catch (error) {
    if (!(error instanceof BelowFloorError)) throw error;
    throw new Problem(422, 'insufficient_balance', 'What waits for settlement does not hold this amount.');
  }
}
