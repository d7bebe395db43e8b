/**
 * Decisions on requests. Each person counts once, the requester never; the request is locked, so that concurrent decisions
 * are serialised. Features call this under the lock of their subject and apply the outcome in the same transaction.
 */
import type { ApprovalSubject } from '@dasbor/contract/approval';
import { type Localized, localized } from '@dasbor/contract/language';
import { recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { Problem, forbidden } from '../http/problem.ts';
import {
  type OpenRequest,
  type SubjectKey,
  hasDecided,
  insertDecision,
  lockOpenRequest,
  updateOpenRequest,
} from './queries.ts';
import { publishApproval } from './request.ts';
import { canApproveSubject, isExpired, isNamedApprover, isOwnRequest, isWithdrawable } from './rules.ts';

/** Approver, address and time of a decision. */
export interface DecisionContext {
  principal: Principal;
  ip: string | null;
  now: Date;
  /** The request that the person decides; absent: the open one of the subject. */
  request_id?: string;
}

export interface Decision {
  decision: 'approve' | 'reject';
  reason: string | null;
}

/** `is_final`: apply the outcome to the subject now; otherwise more people must approve. */
export interface DecisionOutcome {
  is_final: boolean;
}

/**
 * Records a decision. Throws 403, 409 `already_decided`, `approval_expired` or `not_pending`, 422 `self_approval` or
 * `not_an_approver`.
 */
export async function decideApproval(
  tx: MerchantTx,
  subject: SubjectKey,
  { decision, reason }: Decision,
  context: DecisionContext,
): Promise<DecisionOutcome> {
  const { principal, now, ip, request_id } = context;
  // A key never decides, whatever its level: the person behind it may have requested the same.
  if (principal.type !== 'user') throw forbidden();
  const request = await lockOpenRequest(tx, subject);
  if (request === undefined) throw new Error(`${subject.subject_id} waits without a request for approval`);
  // A subject that was requested again has other terms than those that the person has read.
  if (request_id !== undefined && request_id !== request.id) throw new Problem(409, 'not_pending', NOT_PENDING);
  const is_withdrawal =
    decision === 'reject' && isWithdrawable(subject.subject_type) && isOwnRequest(request, principal);
  if (!is_withdrawal) await assertMayDecide(tx, request, decision, context);
  const given = request.approvals_given + (decision === 'approve' ? 1 : 0);
  const is_final = decision === 'reject' || given >= request.approvals_required;
  await insertDecision(tx, {
    request_id: request.id,
    person_id: principal.id,
    requested_by_owner: request.requested_by_owner,
    person: principal.name,
    decision,
    reason,
    ip,
    decided_at: now,
  });
  const status = is_withdrawal ? 'cancelled' : decision === 'approve' ? 'approved' : 'rejected';
  await updateOpenRequest(tx, request.id, {
    approvals_given: given,
    ...(is_final ? { status, closed_at: now } : {}),
  });
  await recordAudit(context, tx, {
    action: `approval.${is_withdrawal ? 'withdrawn' : decision === 'approve' ? 'approved' : 'rejected'}`,
    object_type: 'approval_request',
    object_id: request.id,
    before: { approvals_given: request.approvals_given },
    after: {
      ...subject,
      approvals_given: given,
      approvals_required: request.approvals_required,
      status: is_final ? status : 'pending',
      reason,
    },
  });
  await publishApproval(tx, subject.subject_type);
  return { is_final };
}

async function assertMayDecide(
  tx: MerchantTx,
  request: OpenRequest,
  decision: Decision['decision'],
  { principal, now }: DecisionContext,
): Promise<void> {
  const is_of_tenant = principal.merchant_id === null || principal.merchant_id === tx.merchant_id;
  if (!is_of_tenant || !canApproveSubject(principal, request.subject_type)) throw forbidden();
  if (isOwnRequest(request, principal)) throw new Problem(422, 'self_approval', SELF_APPROVAL[request.subject_type]);
  if (!isNamedApprover(request, principal)) throw new Problem(422, 'not_an_approver', NOT_AN_APPROVER);
  if (await hasDecided(tx, request.id, principal.id)) {
    throw new Problem(409, 'already_decided', buildAlreadyDecided(request));
  }
  if (decision === 'approve' && isExpired(request, now)) {
    throw new Problem(409, 'approval_expired', EXPIRED);
  }
}

/** The requester tries to decide. */
export const SELF_APPROVAL: Record<ApprovalSubject, Localized> = {
  refund: localized(
    'You requested this refund. Another approver is required.',
    'Anda yang mengajukan pengembalian dana ini. Diperlukan penyetuju lain.',
  ),
  balance_transfer: localized(
    'Another approver is required: you cannot approve your own request.',
    'Diperlukan penyetuju lain: Anda tidak dapat menyetujui permintaan Anda sendiri.',
  ),
  payout_account: localized(
    'You requested this account. Another approver or the provider must approve it.',
    'Anda yang mengajukan rekening ini. Penyetuju lain atau penyedia harus menyetujuinya.',
  ),
  disbursement: localized(
    'You requested this disbursement. Another approver is required.',
    'Anda yang meminta disbursement ini. Diperlukan penyetuju lain.',
  ),
  disbursement_batch: localized(
    'You uploaded, changed or submitted this batch. Another approver is required.',
    'Anda yang mengunggah, mengubah, atau mengajukan batch ini. Diperlukan penyetuju lain.',
  ),
  balance_adjustment: localized(
    'You requested this adjustment. Another approver is required.',
    'Anda yang meminta penyesuaian ini. Diperlukan penyetuju lain.',
  ),
  commission_rule: localized(
    'You submitted this rule. Another approver is required.',
    'Anda yang mengajukan aturan ini. Diperlukan penyetuju lain.',
  ),
  commission_statement: localized(
    'You submitted this statement. Another approver is required.',
    'Anda yang mengajukan laporan ini. Diperlukan penyetuju lain.',
  ),
  settlement: localized(
    'Another approver is required for this settlement.',
    'Settlement ini memerlukan penyetuju lain.',
  ),
  bank_write_off: localized(
    'You requested this write-off. Another approver is required.',
    'Anda yang meminta hapus buku ini. Diperlukan penyetuju lain.',
  ),
  transfer_resolution: localized(
    'You requested this transfer resolution. Another approver is required.',
    'Anda yang meminta penyelesaian transfer ini. Diperlukan penyetuju lain.',
  ),
  credit_note: localized(
    'You requested this credit note. Another approver is required.',
    'Anda yang meminta nota kredit ini. Diperlukan penyetuju lain.',
  ),
};

const NOT_AN_APPROVER = localized(
  'The approval policy of this request names other approvers.',
  'Kebijakan persetujuan menetapkan penyetuju lain untuk permintaan ini.',
);

const NOT_PENDING = localized(
  'This request no longer waits for approval: there is a newer one. Read that one first.',
  'Permintaan ini tidak lagi menunggu persetujuan: ada permintaan yang lebih baru. Baca permintaan itu dahulu.',
);

const EXPIRED = localized(
  'This request has expired. Create it again.',
  'Permintaan ini sudah kedaluwarsa. Buat permintaan baru.',
);

function buildAlreadyDecided({ approvals_required, approvals_given }: OpenRequest): Localized {
  const missing = approvals_required - approvals_given;
  return localized(
    `You have already approved this request. ${missing} more ${missing === 1 ? 'approval is' : 'approvals are'} required.`,
    `Anda sudah menyetujui permintaan ini. Masih diperlukan ${missing} persetujuan.`,
  );
}
