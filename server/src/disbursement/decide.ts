/** Approves, rejects, cancels and expires disbursements. The approver is never the requester. */
import { disbursementStatusLabel, type DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import { DISBURSEMENT_REASONS } from '@dasbor/contract/disbursement-reasons';
import { localized } from '@dasbor/contract/language';
import { SELF_APPROVAL, decideApproval } from '../approval/decide.ts';
import { cancelApproval, expireApproval } from '../approval/request.ts';
import { isOwnRequest } from '../approval/rules.ts';
import { type ActionContext, type AuditContext, recordAudit } from '../audit/record.ts';
import { enqueue } from '../db/enqueue.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { assertMerchantCan } from '../http/active-merchant.ts';
import { Problem, notFound } from '../http/problem.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import type { Vault } from '../vault.ts';
import { assertWithinPayoutLimit } from './create.ts';
import { assertNotPaidBefore } from './retry-chain.ts';
import { type LockedDisbursement, lockDisbursement, transitionDisbursement } from './queries.ts';
import { SEND_DISBURSEMENT_JOB, releaseAmount, reserveAmount } from './reserve.ts';
import { assertBeneficiaryPayable, readCheckedAccount } from './resolve-account.ts';
import { canTransitionDisbursement, isCancellable } from './rules.ts';

/** 'Approved / rejected' in the catalogue of notifications (domain 1.21). */
const DECIDED_ACTION = 1202;

const toSubject = (subject_id: string) => ({ subject_type: 'disbursement', subject_id }) as const;

/** Approves a disbursement. The last required approval reserves its money and sends it. Throws the errors of the contract. */
export async function approveDisbursement(
  tx: MerchantTx,
  id: string,
  remark: string | null,
  context: ActionContext & { vault: Vault },
): Promise<void> {
  const disbursement = await lockPending(tx, id, 'approved', context.principal);
  await assertMerchantCan(tx, 'payouts');
  await assertMayBeSent(tx, disbursement, context);
  const { is_final } = await decideApproval(tx, toSubject(id), { decision: 'approve', reason: remark }, context);
  if (!is_final) {
    await publishLiveEvents(tx, { topic: 'disbursement', id, change: 'updated' });
    return;
  }
  await applyApproval(tx, disbursement, remark, context);
  await recordDecision(context, tx, disbursement, { action: 'approved', remark });
  await notifyDecision(tx, disbursement, 'approved', context.now);
}

async function applyApproval(
  tx: MerchantTx,
  disbursement: LockedDisbursement,
  remark: string | null,
  { principal, now }: ActionContext,
): Promise<void> {
  const { id, schedule_at } = disbursement;
  const is_reserved = await reserveAmount(tx, disbursement, now);
  const due_at = schedule_at === null ? now : new Date(Math.max(Date.parse(schedule_at), now.getTime()));
  const is_scheduled = due_at.getTime() > now.getTime();
  const queue_reason: 'insufficient_balance' | 'scheduled' | null = !is_reserved
    ? 'insufficient_balance'
    : is_scheduled
      ? 'scheduled'
      : null;
  const path: DisbursementStatus[] = is_scheduled ? ['approved'] : ['approved', 'queued'];
  const actor = { actor_type: principal.type, actor_name: principal.name };
  const decided = { decided_by_id: principal.id, decided_by: principal.name, decided_at: now, decision_note: remark };
  const change = { ...decided, queue_reason, due_at, reserved_at: is_reserved ? now : null };
  const reason = queue_reason === null ? DISBURSEMENT_REASONS.approved : DISBURSEMENT_REASONS[queue_reason];
  await transitionDisbursement(tx, disbursement, { path, change }, { now, actor, reason });
  if (queue_reason === null) {
    await enqueue(
      tx,
      SEND_DISBURSEMENT_JOB,
      { merchant_id: tx.merchant_id, id },
      { job_key: `${SEND_DISBURSEMENT_JOB}:${id}` },
    );
  }
}

/** Rejects a disbursement. Throws the errors of the contract. */
export async function rejectDisbursement(
  tx: MerchantTx,
  id: string,
  reason: string,
  context: ActionContext,
): Promise<void> {
  const { principal, now } = context;
  const disbursement = await lockPending(tx, id, 'rejected', principal);
  await decideApproval(tx, toSubject(id), { decision: 'reject', reason }, context);
  const actor = { actor_type: principal.type, actor_name: principal.name };
  const decided = { decided_by_id: principal.id, decided_by: principal.name, decided_at: now, decision_note: reason };
  const change = { ...decided, expected_at: null };
  await transitionDisbursement(tx, disbursement, { path: ['rejected'], change }, { now, actor, reason });
  await recordDecision(context, tx, disbursement, { action: 'rejected', reason });
  await notifyDecision(tx, disbursement, 'rejected', now);
}

/** Rejects a disbursement whose request for approval has expired. Idempotent. */
export async function expireDisbursement(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const disbursement = await lockDisbursement(tx, id);
  if (disbursement?.status !== 'pending_approval' || !(await expireApproval(tx, toSubject(id), now))) return;
  const reason = DISBURSEMENT_REASONS.approval_expired;
  const change = { decided_at: now, decision_note: reason, expected_at: null };
  await transitionDisbursement(tx, disbursement, { path: ['rejected'], change }, { now, actor: SYSTEM_ACTOR, reason });
  const context = { actor: { type: 'system', id: null, name: null }, ip: null, now } as const;
  await recordDecision(context, tx, disbursement, { action: 'rejected', reason });
  await notifyDecision(tx, disbursement, 'rejected', now);
}

/** Cancels a disbursement that has not been sent, and releases its money. Throws 409 `not_cancellable`. */
export async function cancelDisbursement(
  tx: MerchantTx,
  id: string,
  reason: string | null,
  context: ActionContext,
): Promise<void> {
  const { principal, now } = context;
  const disbursement = await lockDisbursement(tx, id);
  if (disbursement === undefined) throw notFound();
  if (!isCancellable(disbursement.status)) throw notCancellable(disbursement.status);
  if (disbursement.status === 'pending_approval') await cancelApproval(tx, toSubject(id), now);
  const released = await releaseAmount(tx, disbursement, now);
  const actor = { actor_type: principal.type, actor_name: principal.name };
  const decided = { decided_by_id: principal.id, decided_by: principal.name, decided_at: now, decision_note: reason };
  const change = { ...decided, ...released, queue_reason: null, due_at: null, expected_at: null };
  await transitionDisbursement(
    tx,
    disbursement,
    { path: ['cancelled'], change },
    { now, actor, reason: reason ?? DISBURSEMENT_REASONS.cancelled },
  );
  await recordDecision(context, tx, disbursement, { action: 'cancelled', reason });
}

const notCancellable = (status: DisbursementStatus) =>
  new Problem(
    409,
    'not_cancellable',
    localized(
      `This disbursement can no longer be cancelled. Its status is ${disbursementStatusLabel(status, 'en')}.`,
      `Disbursement ini tidak dapat dibatalkan lagi. Statusnya ${disbursementStatusLabel(status, 'id')}.`,
    ),
  );

async function lockPending(
  tx: MerchantTx,
  id: string,
  to: DisbursementStatus,
  principal: Principal,
): Promise<LockedDisbursement> {
  const disbursement = await lockDisbursement(tx, id);
  if (disbursement === undefined) throw notFound();
  if (principal.type !== 'user') {
    const detail = localized(
      'Only a signed-in user can approve or reject a disbursement.',
      'Hanya pengguna yang masuk yang dapat menyetujui atau menolak disbursement.',
    );
    throw new Problem(422, 'person_required', detail);
  }
  if (isOwnRequest(disbursement, principal)) throw new Problem(422, 'self_approval', SELF_APPROVAL.disbursement);
  const { status } = disbursement;
  if (status !== 'pending_approval' || !canTransitionDisbursement(status, to)) {
    const detail = localized(
      `This disbursement does not await approval. Its status is ${disbursementStatusLabel(status, 'en')}.`,
      `Disbursement ini tidak menunggu persetujuan. Statusnya ${disbursementStatusLabel(status, 'id')}.`,
    );
    throw new Problem(409, 'not_pending', detail);
  }
  return disbursement;
}

/** The controls of the request, now. Throws `beneficiary_blocked`, `beneficiary_not_allowed`, `limit_exceeded`, `already_paid`. */
async function assertMayBeSent(
  tx: MerchantTx,
  disbursement: LockedDisbursement,
  { vault, now }: { vault: Vault; now: Date },
): Promise<void> {
  const account = await readCheckedAccount(tx, vault, disbursement.account_check_id);
  await assertBeneficiaryPayable(tx, account, now);
  await assertWithinPayoutLimit(tx, disbursement.amount);
  await assertNotPaidBefore(tx, disbursement);
}

type DecisionRecord =
  | { action: 'approved'; remark: string | null }
  | { action: 'rejected'; reason: string }
  | { action: 'cancelled'; reason: string | null };

function recordDecision(
  context: AuditContext,
  tx: MerchantTx,
  { id, amount, merchant_reference, status }: LockedDisbursement,
  { action, ...decision }: DecisionRecord,
) {
  return recordAudit(context, tx, {
    action: `disbursement.${action}`,
    object_type: 'disbursement',
    object_id: id,
    before: { status },
    after: { amount, merchant_reference, status: action, ...decision },
  });
}

const notifyDecision = (
  tx: MerchantTx,
  { id, amount, merchant_reference }: LockedDisbursement,
  outcome: 'approved' | 'rejected',
  at: Date,
) =>
  enqueueNotification(tx, {
    event_id: `${id}.${outcome}`,
    action: DECIDED_ACTION,
    object_type: 'disbursement',
    object_id: id,
    template_data: { outcome, amount, merchant_reference },
    at,
  });
