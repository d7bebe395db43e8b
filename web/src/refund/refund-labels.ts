/** Labels of refunds in the current language. */
import { formatAccountNumber } from '@dasbor/contract/account-number';
import { bankName } from '@dasbor/contract/bank';
import type { Refund } from '@dasbor/contract/refund-fields';
import { REFUND_REASONS, type RefundReason } from '@dasbor/contract/refund-fields';
import {
  refundFailureLabel,
  refundFailureName,
  refundMethodLabel,
  refundReasonLabel,
} from '@dasbor/contract/refund-labels';
import { currentLanguage } from '../ui/define-messages.ts';

/** Options of a reason field. */
export const listReasonOptions = (): { reason: RefundReason; name: string }[] =>
  REFUND_REASONS.map((reason) => ({ reason, name: refundReasonLabel(reason, currentLanguage()) }));

export const formatMethod = (method: Refund['method']): string => refundMethodLabel(method, currentLanguage());

export const formatReason = ({ reason, reason_text }: Pick<Refund, 'reason' | 'reason_text'>): string =>
  reason_text ?? refundReasonLabel(reason, currentLanguage());

/** Why the bank did not execute a refund, or reversed its payment; null otherwise. */
export const formatFailure = ({ error_code, error_message }: Refund): string | null =>
  refundFailureLabel(error_code, error_message, currentLanguage());

/** Text of a failure code. */
export const formatFailureCode = (code: string): string => refundFailureName(code, currentLanguage());

/** `Bank Central Asia ••••0001, SARI PRATIWI`, or the original payment method. */
export const formatDestination = (refund: Refund): string =>
  refund.method === 'original'
    ? formatMethod('original')
    : `${bankName(refund.beneficiary_bank ?? '')} ${formatAccountNumber(refund.beneficiary_account_last4 ?? '')}, ${refund.beneficiary_name ?? ''}`;
