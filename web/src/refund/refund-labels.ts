/** Refunds in the words of the screens. */
import { BANKS } from '@dasbor/contract/bank';
import type { Refund, RefundMethod, RefundReason } from '@dasbor/contract/refund-fields';

export const REASON_WORDS: Record<RefundReason, string> = {
  customer_request: 'Customer request',
  duplicate: 'Paid twice',
  fraud: 'Fraud',
  order_cancelled: 'Order cancelled',
  other: 'Other',
};
export const METHOD_WORDS: Record<RefundMethod, string> = {
  original: 'The way it was paid',
  transfer: 'Bank transfer',
};

export const formatReason = ({ reason, reason_text }: Pick<Refund, 'reason' | 'reason_text'>): string =>
  reason_text ?? REASON_WORDS[reason];

const getBankName = (code: string | null): string => BANKS.find((bank) => bank.code === code)?.name ?? '';

/** Where the money goes: `Bank Central Asia ••• 0001, SARI PRATIWI`, or the way it came. */
export const formatDestination = (refund: Refund): string =>
  refund.method === 'original'
    ? METHOD_WORDS.original
    : `${getBankName(refund.beneficiary_bank)} •••${refund.beneficiary_account ?? ''}, ${refund.beneficiary_name ?? ''}`;
