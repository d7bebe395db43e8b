/** Target and appearance of a notification. */
import type { Notification, NotificationType, PendingWorkType } from '@dasbor/contract/notification';
import { paths } from '../routes/paths.ts';
import type { Tone } from '../../ui/status-chip.tsx';

export interface Target {
  path: string;
  search?: Record<string, string>;
}

export const TASK_TARGETS: Record<PendingWorkType, Target> = {
  refund_approval: { path: paths.approvals(), search: { subject_type: 'refund' } },
  settlement_approval: { path: paths.settlements(), search: { status: 'closed' } },
  settlement_failed: { path: paths.settlements(), search: { status: 'failed,returned,on_hold' } },
  balance_transfer_approval: { path: paths.approvals(), search: { subject_type: 'balance_transfer' } },
  payout_account_approval: { path: paths.approvals(), search: { subject_type: 'payout_account' } },
  disbursement_batch_approval: { path: paths.approvals(), search: { subject_type: 'disbursement_batch' } },
  disbursement_approval: { path: paths.approvals(), search: { subject_type: 'disbursement' } },
  duplicate_payment: { path: paths.transactions(), search: { view: 'duplicate-payments' } },
};

/** The page of the object that an event is about. */
export function findTarget({ type, object_id, transaction_id, deposit_va_id }: Notification): Target {
  if (type.startsWith('refund_') && transaction_id !== null)
    return { path: paths.transaction(transaction_id), search: { refund: object_id } };
  if (transaction_id !== null) return { path: paths.transaction(transaction_id) };
  if (type.startsWith('settlement_')) return { path: paths.settlementReport(), search: { batch_id: object_id } };
  if (type.startsWith('disbursement_')) return { path: paths.disbursement(object_id) };
  if (type === 'announcement') return { path: paths.announcements() };
  if (deposit_va_id !== null) return { path: paths.depositVa(deposit_va_id) };
  return { path: paths.manageNotifications() };
}

export const TONES: Record<NotificationType, Tone> = {
  announcement: 'neutral',
  deposit_credited: 'success',
  deposit_returned: 'info',
  deposit_under_review: 'warning',
  disbursement_completed: 'success',
  disbursement_failed: 'danger',
  disbursement_requested: 'pending',
  disbursement_returned: 'danger',
  payment_duplicate: 'warning',
  payment_late: 'warning',
  payment_paid: 'success',
  refund_approved: 'pending',
  refund_completed: 'info',
  refund_failed: 'danger',
  refund_rejected: 'danger',
  refund_requested: 'pending',
  refund_returned: 'danger',
  report_failed: 'danger',
  report_partially_delivered: 'warning',
  settlement_failed: 'danger',
  settlement_on_hold: 'warning',
  settlement_paid: 'success',
  settlement_returned: 'danger',
};
