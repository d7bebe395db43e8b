/** Approves and rejects refunds. The approver is never the requester. */
import { formatRupiah } from '@dasbor/contract/format';
import { statusLabel } from '@dasbor/contract/labels';
import { localized } from '@dasbor/contract/language';
import { REFUND_EVENTS } from '@dasbor/contract/refund-reasons';
import type { RefundStatus } from '@dasbor/contract/refund-fields';
import { SELF_APPROVAL, decideApproval } from '../approval/decide.ts';
import { expireApproval } from '../approval/request.ts';
import { type ActionContext, type AuditContext, recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { assertMerchantCan } from '../http/active-merchant.ts';
import type { Principal } from '../http/principal.ts';
import { Problem, notFound } from '../http/problem.ts';
import { SYSTEM_ACTOR, recordTransactionEvent } from '../transaction/write-queries.ts';
import { buildLiveEvent, releaseRefund } from './status-transition.ts';
import { type LockedRefund, lockRefund, transitionRefund } from './queries.ts';
import { canTransitionRefund, findSendRefusal, isSamePerson } from './rules.ts';

/** Approves a refund. The last required approval sends it to the bank after the commit. Throws the errors of the contract. */
export async function approveRefund(
  tx: MerchantTx,
  id: string,
  note: string | null | undefined,
  context: ActionContext,
): Promise<void> {
  const { principal, now } = context;
  await assertMerchantCan(tx, 'provider_refunds');
  const refund = await lockPendingRefund(tx, id, 'approved', principal);
  const refusal = findSendRefusal(refund);
  if (refusal !== null) throw new Problem(422, 'payment_not_refundable', NOT_REFUNDABLE[refusal]);
  const { is_final } = await decideApproval(tx, toSubject(id), { decision: 'approve', reason: note || null }, context);
  if (!is_final) {
    await publishLiveEvents(tx, buildLiveEvent(refund));
    return;
  }
  const change = { ...toDecisionColumns(context), decision_note: note || null, updated_at: now };
  await transitionRefund(tx, { id, from: 'pending', to: 'approved', change });
  const actor = { actor_type: principal.type, actor_name: principal.name };
  await recordTransactionEvent(tx, refund.payment, {
    now,
    actor,
    reason: `Refund of ${formatRupiah(refund.amount)} approved (${id})`,
    details: { code: 'refund_approved', refund_id: id, refund_amount: refund.amount },
  });
  await publishLiveEvents(tx, buildLiveEvent(refund));
  await enqueue(tx, 'send_refund', { merchant_id: tx.merchant_id, id }, { job_key: `send_refund:${id}` });
  await recordDecision(context, tx, refund, { status: 'approved', note: note || null });
}

const NOT_REFUNDABLE = {
  payment_reversed: localized(
    'The bank has reversed this payment. Reject the refund.',
    'Bank telah membalik pembayaran ini. Tolak pengembalian dana ini.',
  ),
  already_refunded: localized(
    'Other refunds already cover this payment. Reject the refund.',
    'Pengembalian dana lain sudah mencakup pembayaran ini. Tolak pengembalian dana ini.',
  ),
};

/** Rejects a refund and releases the hold. Throws the errors of the contract. */
export async function rejectRefund(tx: MerchantTx, id: string, reason: string, context: ActionContext): Promise<void> {
  const { principal, now } = context;
  const refund = await lockPendingRefund(tx, id, 'rejected', principal);
  await decideApproval(tx, toSubject(id), { decision: 'reject', reason }, context);
  const change = { ...toDecisionColumns(context), rejected_reason: reason };
  const actor = { actor_type: principal.type, actor_name: principal.name };
  await releaseRefund(tx, refund, { to: 'rejected', change }, { now, actor, note: reason });
  await recordDecision(context, tx, refund, { status: 'rejected', reason });
}

/** Rejects a refund whose request for approval has expired, and releases the hold. Idempotent. */
export async function expireRefund(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const refund = await lockRefund(tx, id);
  if (refund?.status !== 'pending' || !(await expireApproval(tx, toSubject(id), now))) return;
  const note = REFUND_EVENTS.approval_expired;
  const change = { rejected_reason: note, error_code: 'approval_expired', decided_at: now };
  await releaseRefund(tx, refund, { to: 'rejected', change }, { now, actor: SYSTEM_ACTOR, note });
  const actor = { type: 'system', id: null, name: null } as const;
  await recordDecision({ actor, ip: null, now }, tx, refund, { status: 'rejected', reason: note });
}

const toSubject = (subject_id: string) => ({ subject_type: 'refund', subject_id }) as const;

const toDecisionColumns = ({ principal, now }: ActionContext) => ({
  decided_by_id: principal.id,
  decided_by: principal.name,
  decided_at: now,
});

async function lockPendingRefund(
  tx: MerchantTx,
  id: string,
  to: RefundStatus,
  principal: Principal,
): Promise<LockedRefund> {
  const refund = await lockRefund(tx, id);
  if (refund === undefined) throw notFound();
  if (principal.type !== 'user') {
    const detail = localized(
      'Only a signed-in user can approve or reject a refund.',
      'Hanya pengguna yang masuk yang dapat menyetujui atau menolak pengembalian dana.',
    );
    throw new Problem(422, 'person_required', detail);
  }
  if (isSamePerson(refund, principal)) throw new Problem(422, 'self_approval', SELF_APPROVAL.refund);
  if (!canTransitionRefund(refund.status, to)) {
    const detail = localized(
      `This refund is no longer pending. Its status is ${statusLabel(refund.status, 'en')}.`,
      `Pengembalian dana ini tidak lagi menunggu. Statusnya ${statusLabel(refund.status, 'id')}.`,
    );
    throw new Problem(409, 'status_conflict', detail);
  }
  return refund;
}

function recordDecision(
  context: AuditContext,
  tx: MerchantTx,
  { id, transaction_id, amount, status }: LockedRefund,
  decision: { status: 'approved'; note: string | null } | { status: 'rejected'; reason: string },
) {
  return recordAudit(context, tx, {
    action: `refund.${decision.status}`,
    object_type: 'refund',
    object_id: id,
    before: { status },
    after: { transaction_id, amount, ...decision },
  });
}
