/** A second person decides about a refund: never the one who asked for it. */
import type { RefundStatus } from '@dasbor/contract/refund-fields';
import { actorOf, recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { inOneStatement } from '../db/in-one-statement.ts';
import { announce } from '../db/notify.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { Problem, notFound } from '../http/problem.ts';
import { noteTransaction } from '../transaction/write-queries.ts';
import { newsOf, release } from './finish.ts';
import { type LockedRefund, lockRefund, refundMove } from './queries.ts';
import { isSamePerson, mayGiveBack, mayMoveRefund } from './rules.ts';
import { rupiahText } from './words.ts';

/** Who decides, from where. */
export interface Deciding {
  caller: Principal;
  ip: string | null;
  now: Date;
}

/** Agrees; the refund is sent to the bank after the commit. Throws the refusals of the contract. */
export async function approveRefund(
  tx: MerchantTx,
  id: string,
  note: string | undefined,
  deciding: Deciding,
): Promise<void> {
  const { caller, now } = deciding;
  const refund = await lockUndecided(tx, id, 'approved', caller);
  if (!mayGiveBack(refund.payment.status)) {
    const detail = 'The bank took this payment back in the meantime. Reject the refund.';
    throw new Problem(422, 'payment_not_refundable', detail);
  }
  const change = { ...decisionOf(deciding), decision_note: note || null, updated_at: now };
  const { moved } = await inOneStatement(tx, { moved: refundMove(tx, id, 'pending', 'approved', change) });
  if (moved !== 1) throw new Error(`${id} is no longer pending`);
  const actor = { actor_type: caller.type, actor_name: caller.name };
  const told = `Refund of ${rupiahText(refund.amount)} approved (${id})`;
  await noteTransaction(tx, refund.payment, { now, actor, reason: told });
  await announce(tx, newsOf(refund));
  await enqueue(tx, 'send_refund', { merchant_id: tx.merchant_id, id }, { job_key: `send_refund:${id}` });
  await audit(tx, refund, 'approved', { note: note ?? null }, deciding);
}

/** Refuses; the money that was held is free again. Throws the refusals of the contract. */
export async function rejectRefund(tx: MerchantTx, id: string, reason: string, deciding: Deciding): Promise<void> {
  const { caller, now } = deciding;
  const refund = await lockUndecided(tx, id, 'rejected', caller);
  const change = { ...decisionOf(deciding), rejected_reason: reason };
  const told = `Refund of ${rupiahText(refund.amount)} rejected (${id}): ${reason}`;
  await release(tx, refund, 'rejected', change, told, {
    now,
    actor: { actor_type: caller.type, actor_name: caller.name },
  });
  await audit(tx, refund, 'rejected', { reason }, deciding);
}

const decisionOf = ({ caller, now }: Deciding) => ({
  decided_by_id: caller.id,
  decided_by: caller.name,
  decided_at: now,
});

async function lockUndecided(tx: MerchantTx, id: string, to: RefundStatus, caller: Principal): Promise<LockedRefund> {
  const refund = await lockRefund(tx, id);
  if (refund === undefined) throw notFound();
  if (caller.type !== 'user') {
    throw new Problem(422, 'person_required', 'A refund is approved or rejected by a person who is signed in.');
  }
  if (isSamePerson(refund, caller)) {
    throw new Problem(422, 'self_approval', 'You asked for this refund; somebody else must decide about it.');
  }
  if (!mayMoveRefund(refund.status, to)) {
    throw new Problem(409, 'refund_not_pending', `This refund is ${refund.status} already.`);
  }
  return refund;
}

function audit(tx: MerchantTx, refund: LockedRefund, status: RefundStatus, more: object, deciding: Deciding) {
  const { caller, ip, now: at } = deciding;
  const { id, transaction_id, amount } = refund;
  const object = { object_type: 'refund', object_id: id, before: { status: refund.status } };
  const after = { transaction_id, amount, status, ...more };
  return recordAudit(tx, { at, actor: actorOf(caller), ip, action: `refund.${status}`, ...object, after });
}
