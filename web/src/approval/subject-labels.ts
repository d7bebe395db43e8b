/** What a request for approval is about, in the current language. */
import { formatBankAccount } from '@dasbor/contract/account-number';
import type { Approval, ApprovalSubject } from '@dasbor/contract/approval';
import type { AccountType } from '@dasbor/contract/balance';
import { accountLabel } from '@dasbor/contract/balance-labels';
import { REFUND_REASONS, type RefundReason } from '@dasbor/contract/refund-fields';
import { refundReasonLabel } from '@dasbor/contract/refund-labels';
import { formatRupiah } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatSen } from '../ui/sen-amount.tsx';
import { messages } from './messages.ts';

/** The kind of a request; the reversal of a write-off has a name of its own. */
export const formatKind = ({ subject_type, details }: Approval): string =>
  details.is_reversal === true ? messages().write_off_reversal : formatSubject(subject_type);

/** Who requested it. */
export const formatRequester = ({ requested_by }: Approval): string => requested_by ?? messages().system;

export const formatSubject = (subject: string): string => messages().subjects[subject as ApprovalSubject];

/** `BCA ••••0001, PT KOPI NUSANTARA`; null when the request has no account. */
export function formatAccount({ bank_code, account_last4, holder_name }: Approval['details']): string | null {
  if (bank_code === null || account_last4 === null) return null;
  return [formatBankAccount(bank_code, account_last4), ...(holder_name === null ? [] : [holder_name])].join(', ');
}

const isRefundReason = (reason: string): reason is RefundReason =>
  (REFUND_REASONS as readonly string[]).includes(reason);

export const formatReason = ({ reason }: Approval['details']): string | null =>
  reason !== null && isRefundReason(reason) ? refundReasonLabel(reason, currentLanguage()) : reason;

/** Second line of a request: the order, the account or the reason. */
export const formatSummary = ({ details }: Approval): string | null =>
  details.batch_no ?? formatReference(details) ?? formatAccount(details) ?? formatReason(details);

/** Of a write-off, the reason says more than the reference of the bank. */
const formatReference = ({ merchant_reference, statement_id, reason }: Approval['details']): string | null =>
  statement_id ? reason : merchant_reference;

/** Exactly what the last approval does. */
export function formatEffect({ subject_type, amount, details }: Approval): string {
  const lines = messages().decision.approve_line;
  if (subject_type === 'payout_account') return lines.payout_account(formatAccount(details) ?? '');
  if (subject_type === 'commission_rule') return lines.commission_rule;
  if (subject_type === 'balance_adjustment') {
    const account = (details.account_type ?? 'pending_settlement') as AccountType;
    return lines.balance_adjustment(formatRupiah(amount ?? 0), accountLabel(account, currentLanguage(), true));
  }
  if (subject_type === 'settlement') return lines.settlement(formatRupiah(amount ?? 0), formatAccount(details));
  if (subject_type === 'transfer_resolution') {
    const requested = formatRupiah(amount ?? 0);
    return typeof details.executed_amount === 'number'
      ? lines.transfer_executed(formatRupiah(details.executed_amount), requested)
      : lines.transfer_not_executed(requested);
  }
  if (subject_type === 'bank_write_off') {
    const line = details.is_reversal === true ? lines.write_off_reversal : lines.bank_write_off;
    return line(formatSen(amount ?? 0, details.cents ?? 0));
  }
  return lines[subject_type](formatRupiah(amount ?? 0));
}
