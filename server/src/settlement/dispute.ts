/**
 * Disputes of settlement lines. An accepted dispute posts an adjustment to the pending balance, so that the next batch
 * includes it as its own line (decision 0020).
 */
import { formatRupiah } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import { DISPUTE_CONFIRMATION_THRESHOLD, type resolveSettlementDispute } from '@dasbor/contract/settlement-dispute';
import type { Body } from '@dasbor/contract/route';
import { type DecisionContext, decideApproval } from '../approval/decide.ts';
import { cancelApproval, expireApproval, requestApproval } from '../approval/request.ts';
import { recordAudit } from '../audit/record.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, isUniqueViolation } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { getAccountId } from '../ledger/payment.ts';
import { BelowFloorError, postWithFloor } from '../ledger/balance.ts';
import type { Actor } from '../transaction/write-queries.ts';
import {
  clearProposal,
  findDispute,
  getLineLimit,
  insertBatchNote,
  insertDispute,
  lockProposal,
  storeProposal,
  updateOpenDispute,
} from './dispute-queries.ts';

interface DisputeContext {
  now: Date;
  actor: Actor & { actor_name: string };
}

/** Opens a dispute and returns its id. Throws 409 `already_disputed` for a second dispute of the same line. */
export async function openDispute(
  tx: MerchantTx,
  line: { batch_id: string; line_no: number; reason: string },
  { now, actor }: DisputeContext,
): Promise<string> {
  const id = newId('settlement_dispute', now);
  try {
    await insertDispute(tx, { id, ...line, created_by: actor.actor_name, created_at: now });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Problem(
      409,
      'already_disputed',
      localized('This line is already disputed.', 'Baris ini sudah disengketakan.'),
    );
  }
  await insertBatchNote(tx, line.batch_id, { now, actor, reason: `Line ${line.line_no} disputed: ${line.reason}` });
  return id;
}

/**
 * Resolves an open dispute; an adjustment above the limit is only proposed. Throws 409 `already_resolved`, 422
 * `adjustment_exceeds_line`, and 422 if the pending balance does not cover the adjustment.
 */
export async function resolveDispute(
  tx: MerchantTx,
  id: string,
  input: Body<typeof resolveSettlementDispute>,
  context: DecisionContext,
): Promise<'resolved' | 'proposed'> {
  const dispute = await findDispute(tx, id);
  if (dispute === undefined) throw notFound();
  const adjustment_amount = parseAdjustment(input);
  if (adjustment_amount !== null) await assertWithinLine(tx, id, adjustment_amount);
  if (adjustment_amount === null || Math.abs(adjustment_amount) <= DISPUTE_CONFIRMATION_THRESHOLD) {
    await closeDispute(tx, id, { ...input, adjustment_amount }, toDisputeContext(context));
    return 'resolved';
  }
  const { principal, now } = context;
  const is_stored = await storeProposal(tx, id, {
    proposed_amount: adjustment_amount,
    proposed_answer: input.answer,
    proposed_by: principal.name,
    proposed_by_id: principal.id,
    proposed_at: now,
  });
  if (!is_stored) throw alreadyResolved();
  // A later proposal replaces the one that waits.
  await cancelApproval(tx, toSubject(id), now);
  const details = { batch_id: dispute.batch_id, transaction_id: dispute.transaction_id, reason: input.answer };
  await requestApproval(tx, { ...toSubject(id), amount: adjustment_amount, details }, context);
  return 'proposed';
}

/** Posts the adjustment that another person proposed. Throws 409 `not_proposed` and 422 `self_approval`. */
export async function confirmDispute(
  tx: MerchantTx,
  id: string,
  reason: string | null,
  context: DecisionContext,
): Promise<void> {
  const proposal = await lockProposal(tx, id);
  if (proposal === undefined) throw notFound();
  const { proposed_amount, proposed_answer } = proposal;
  if (proposal.status !== 'open') throw alreadyResolved();
  if (proposed_amount === null || proposed_answer === null) throw notProposed();
  const { is_final } = await decideApproval(tx, toSubject(id), { decision: 'approve', reason }, context);
  if (!is_final) return;
  const input = { decision: 'accept', answer: proposed_answer, adjustment_amount: proposed_amount } as const;
  await closeDispute(tx, id, input, toDisputeContext(context));
  await recordAudit(context, tx, {
    action: 'settlement.dispute_accepted',
    object_type: 'settlement_dispute',
    object_id: id,
    before: { status: 'open' },
    after: { decision: 'accept', is_confirmed: true },
  });
}

/** Rejects a proposed adjustment: the dispute is open again. Throws 409 `not_proposed`. */
export async function rejectProposal(tx: MerchantTx, id: string, reason: string, context: DecisionContext) {
  const proposal = await lockProposal(tx, id);
  if (proposal === undefined) throw notFound();
  if (proposal.status !== 'open') throw alreadyResolved();
  if (proposal.proposed_amount === null) throw notProposed();
  await decideApproval(tx, toSubject(id), { decision: 'reject', reason }, context);
  await clearProposal(tx, id);
}

/** Drops a proposed adjustment whose request for approval has expired: the dispute is open again. Idempotent. */
export async function expireProposal(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const proposal = await lockProposal(tx, id);
  if (proposal?.status !== 'open' || proposal.proposed_amount === null) return;
  if (await expireApproval(tx, toSubject(id), now)) await clearProposal(tx, id);
}

const notProposed = (): Problem =>
  new Problem(
    409,
    'not_proposed',
    localized('No adjustment waits for confirmation.', 'Tidak ada penyesuaian yang menunggu konfirmasi.'),
  );

const toSubject = (subject_id: string) => ({ subject_type: 'balance_adjustment', subject_id }) as const;

const toDisputeContext = ({ principal, now }: DecisionContext): DisputeContext => ({
  now,
  actor: { actor_type: 'provider', actor_name: principal.name },
});

async function assertWithinLine(tx: MerchantTx, id: string, amount: Rupiah): Promise<void> {
  const limit = await getLineLimit(tx, id);
  if (Math.abs(amount) <= limit) return;
  throw new Problem(
    422,
    'adjustment_exceeds_line',
    localized(
      `The adjustment exceeds the disputed line, which is ${formatRupiah(limit)}. Enter a smaller adjustment.`,
      `Penyesuaian melebihi baris yang disengketakan, yaitu ${formatRupiah(limit)}. Masukkan penyesuaian yang lebih kecil.`,
    ),
  );
}

const alreadyResolved = (): Problem =>
  new Problem(
    409,
    'already_resolved',
    localized('This dispute has already been resolved.', 'Sengketa ini sudah diselesaikan.'),
  );

async function closeDispute(
  tx: MerchantTx,
  id: string,
  input: { decision: 'accept' | 'reject'; answer: string; adjustment_amount: Rupiah | null },
  { now, actor }: DisputeContext,
): Promise<void> {
  const dispute = await findDispute(tx, id);
  if (dispute === undefined) throw notFound();
  const { answer, adjustment_amount } = input;
  const status = input.decision === 'accept' ? 'accepted' : 'rejected';
  // A resolution without the proposed adjustment voids the request for it.
  await cancelApproval(tx, toSubject(id), now);
  const change = { status, answer, adjustment_amount, answered_by: actor.actor_name, answered_at: now } as const;
  if (!(await updateOpenDispute(tx, id, change))) throw alreadyResolved();
  if (adjustment_amount !== null) {
    await postAdjustment(tx, { id, batch_no: dispute.batch_no, amount: adjustment_amount }, now);
  }
  const outcome =
    adjustment_amount === null
      ? 'rejected'
      : `accepted, ${formatRupiah(Math.abs(adjustment_amount))} ${adjustment_amount > 0 ? 'credited' : 'debited'} in the next settlement`;
  const reason = `Dispute of line ${dispute.line_no} ${outcome}: ${answer}`;
  await insertBatchNote(tx, dispute.batch_id, { now, actor, reason });
}

/** The adjustment of an accepted dispute; null for a rejection. Throws 400 if the amount does not fit the decision. */
function parseAdjustment({ decision, adjustment_amount }: Body<typeof resolveSettlementDispute>): Rupiah | null {
  if ((decision === 'accept') === (adjustment_amount !== undefined)) return adjustment_amount ?? null;
  const detail =
    decision === 'accept'
      ? localized('Enter the adjustment amount.', 'Masukkan jumlah penyesuaian.')
      : localized('A rejected dispute has no adjustment.', 'Sengketa yang ditolak tidak memiliki penyesuaian.');
  const errors = [{ field: 'adjustment_amount', detail }];
  throw new Problem(400, 'invalid_request', detail, { errors });
}

async function postAdjustment(
  tx: MerchantTx,
  { id, batch_no, amount }: { id: string; batch_no: string; amount: Rupiah },
  now: Date,
): Promise<void> {
  const accounts = await listAccountIds(tx);
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
        'The pending balance does not cover this adjustment. Enter a smaller debit.',
        'Saldo tertunda tidak mencukupi untuk penyesuaian ini. Masukkan debit yang lebih kecil.',
      ),
    );
  }
}
