/** The reason of a refund in the timeline and towards the bank. */
import type { RefundReason } from '@dasbor/contract/refund-fields';
import { refundReasonLabel } from '@dasbor/contract/refund-labels';

export const formatReason = (reason: RefundReason, text: string | null): string =>
  text ?? refundReasonLabel(reason, 'en');
