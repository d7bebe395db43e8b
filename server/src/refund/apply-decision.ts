/** A second person decides about a refund: never the one who asked for it. */
import type { RefundStatus } from '@dasbor/contract/refund-fields';
import { toAuditActor, recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { executeWriteBatch } from '../db/write-batch.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { Problem, notFound } from '../http/problem.ts';
import { recordTransactionEvent } from '../transaction/write-queries.ts';
import { buildLiveEvent, releaseRefund } from './status-transition.ts';
import { type LockedRefund, lockRefund, buildRefundUpdate } from './queries.ts';
import { isSamePerson, isRefundable, canTransitionRefund } from './rules.ts';
import { rupiahText } from './format-reason.ts';

/** Who decides, from where. */
export interface ActionContext {
  principal: Principal;
  ip: string | null;
  now: Date;
}

/** Agrees; the refund is sent to the bank after the commit. Throws the refusals of the contract. */
export async function approveRefund(
  tx: MerchantTx,
  id: string,
  note: string | undefined,
  deciding: ActionContext,
): Promise<void> {
  const { principal, now } = deciding;
  const refund = await lockPendingRefund(tx, id, 'approved', principal);
  if (!isRefundable(refund.payment.status)) {
    const detail = 'The bank took this payment back in the meantime. Reject the refund.';
    throw new Problem(422, 'payment_not_refundable', detail);
  }
  const change = { ...toDecisionColumns(deciding), decision_note: note || null, updated_at: now };
  const { moved } = await executeWriteBatch(tx, { moved: buildRefundUpdate(tx, id, 'pending', 'approved', change) });
  if (moved !== 1) throw new Error(`${id} is no longer pending`);
  const actor = { actor_type: principal.type, actor_name: principal.name };
  const told = `Refund of ${rupiahText(refund.amount)} approved (${id})`;
  await recordTransactionEvent(tx, refund.payment, { now, actor, reason: told });
  await publishLiveEvents(tx, buildLiveEvent(refund));
  await enqueue(tx, 'send_refund', { merchant_id: tx.merchant_id, id }, { job_key: `send_refund:${id}` });
  await recordDecision(tx, refund, 'approved', { note: note ?? null }, deciding);
}

/** Refuses; the money that was held is free again. Throws the refusals of the contract. */
export async function rejectRefund(tx: MerchantTx, id: string, reason: string, deciding: ActionContext): Promise<void> {
  const { principal, now } = deciding;
  const refund = await lockPendingRefund(tx, id, 'rejected', principal);
  const change = { ...toDecisionColumns(deciding), rejected_reason: reason };
  const told = `Refund of ${rupiahText(refund.amount)} rejected (${id}): ${reason}`;
  await releaseRefund(tx, refund, 'rejected', change, told, {
    now,
    actor: { actor_type: principal.type, actor_name: principal.name },
  });
  await recordDecision(tx, refund, 'rejected', { reason }, deciding);
}

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
    throw new Problem(422, 'person_required', 'A refund is approved or rejected by a person who is signed in.');
  }
  if (isSamePerson(refund, principal)) {
    throw new Problem(422, 'self_approval', 'You asked for this refund; somebody else must decide about it.');
  }
  if (!canTransitionRefund(refund.status, to)) {
    throw new Problem(409, 'refund_not_pending', `This refund is ${refund.status} already.`);
  }
  return refund;
}

function recordDecision(
  tx: MerchantTx,
  refund: LockedRefund,
  status: RefundStatus,
  more: object,
  deciding: ActionContext,
) {
  const { principal, ip, now: at } = deciding;
  const { id, transaction_id, amount } = refund;
  const object = { object_type: 'refund', object_id: id, before: { status: refund.status } };
  const after = { transaction_id, amount, status, ...more };
  return recordAudit(tx, { at, actor: toAuditActor(principal), ip, action: `refund.${status}`, ...object, after });
}
