/**
 * Disputes of settlement lines. An accepted dispute posts an adjustment to the pending balance, so that the next batch
 * includes it as its own line (decision 0020).
 */
import { formatRupiah } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import type { Rupiah } from '@dasbor/contract/money';
import { DISPUTE_CONFIRMATION_ABOVE, type answerSettlementDispute } from '@dasbor/contract/settlement-dispute';
import type { Body } from '@dasbor/contract/route';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, isUniqueViolation } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { BelowFloorError, postWithFloor } from '../ledger/balance.ts';
import type { Actor } from '../transaction/write-queries.ts';
import {
  findDispute,
  getLineLimit,
  insertBatchNote,
  insertDispute,
  lockProposal,
  storeProposal,
  updateOpenDispute,
} from './dispute-queries.ts';
import { getAccountId, findAccountIds } from './terms-queries.ts';

interface ActionContext {
  now: Date;
  actor: Actor & { actor_name: string };
  /** Id of the person of the provider who answers. */
  person_id?: string;
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

/**
 * Answers an open dispute; an adjustment above the limit is only proposed. Throws 409 `already_answered`, 422
 * `adjustment_exceeds_line`, and 422 if the pending balance does not cover the adjustment.
 */
export async function resolveDispute(
  tx: MerchantTx,
  id: string,
  input: Body<typeof answerSettlementDispute>,
  context: ActionContext & { person_id: string },
): Promise<'answered' | 'proposed'> {
  if ((await findDispute(tx, id)) === undefined) throw notFound();
  const adjustment_amount = parseAdjustment(input);
  if (adjustment_amount !== null) await assertWithinLine(tx, id, adjustment_amount);
  if (adjustment_amount === null || Math.abs(adjustment_amount) <= DISPUTE_CONFIRMATION_ABOVE) {
    await closeDispute(tx, id, { ...input, adjustment_amount }, context);
    return 'answered';
  }
  const is_stored = await storeProposal(tx, id, {
    proposed_amount: adjustment_amount,
    proposed_answer: input.answer,
    proposed_by: context.actor.actor_name,
    proposed_by_id: context.person_id,
    proposed_at: context.now,
  });
  if (!is_stored) throw alreadyAnswered();
  return 'proposed';
}

/** Posts the adjustment that another person proposed. Throws 409 `not_proposed` and 422 `self_approval`. */
export async function confirmDispute(
  tx: MerchantTx,
  id: string,
  context: ActionContext & { person_id: string },
): Promise<void> {
  const proposal = await lockProposal(tx, id);
  if (proposal === undefined) throw notFound();
  const { proposed_amount, proposed_answer, proposed_by_id } = proposal;
  if (proposal.status !== 'open') throw alreadyAnswered();
  if (proposed_amount === null || proposed_answer === null) {
    throw new Problem(
      409,
      'not_proposed',
      localized('No adjustment waits for confirmation.', 'Tidak ada penyesuaian yang menunggu konfirmasi.'),
    );
  }
  if (proposed_by_id === context.person_id) {
    throw new Problem(
      422,
      'self_approval',
      localized(
        'You proposed this adjustment. A second person must confirm it.',
        'Anda yang mengusulkan penyesuaian ini. Orang kedua harus mengonfirmasinya.',
      ),
    );
  }
  const input = { decision: 'accept', answer: proposed_answer, adjustment_amount: proposed_amount } as const;
  await closeDispute(tx, id, input, context);
}

async function assertWithinLine(tx: MerchantTx, id: string, amount: Rupiah): Promise<void> {
  const limit = await getLineLimit(tx, id);
  if (Math.abs(amount) <= limit) return;
  throw new Problem(
    422,
    'adjustment_exceeds_line',
    localized(
      `The adjustment exceeds the disputed line, which is ${formatRupiah(limit)}.`,
      `Penyesuaian melebihi baris yang disanggah, yaitu ${formatRupiah(limit)}.`,
    ),
  );
}

const alreadyAnswered = (): Problem =>
  new Problem(
    409,
    'already_answered',
    localized('This dispute has already been answered.', 'Sanggahan ini sudah dijawab.'),
  );

async function closeDispute(
  tx: MerchantTx,
  id: string,
  input: { decision: 'accept' | 'reject'; answer: string; adjustment_amount: Rupiah | null },
  { now, actor }: ActionContext,
): Promise<void> {
  const dispute = await findDispute(tx, id);
  if (dispute === undefined) throw notFound();
  const { answer, adjustment_amount } = input;
  const status = input.decision === 'accept' ? 'accepted' : 'rejected';
  const change = { status, answer, adjustment_amount, answered_by: actor.actor_name, answered_at: now } as const;
  if (!(await updateOpenDispute(tx, id, change))) throw alreadyAnswered();
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
function parseAdjustment({ decision, adjustment_amount }: Body<typeof answerSettlementDispute>): Rupiah | null {
  if ((decision === 'accept') === (adjustment_amount !== undefined)) return adjustment_amount ?? null;
  const detail =
    decision === 'accept'
      ? localized('Enter the adjustment amount.', 'Masukkan jumlah penyesuaian.')
      : localized('A rejected dispute has no adjustment.', 'Sanggahan yang ditolak tidak memiliki penyesuaian.');
  const errors = [{ field: 'adjustment_amount', detail }];
  throw new Problem(400, 'invalid_request', detail, { errors });
}

async function postAdjustment(
  tx: MerchantTx,
  { id, batch_no, amount }: { id: string; batch_no: string; amount: Rupiah },
  now: Date,
): Promise<void> {
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
