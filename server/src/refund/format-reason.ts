/** How amounts and reasons are written in timelines and refusals. */
import type { Rupiah } from '@dasbor/contract/money';
import type { RefundReason } from '@dasbor/contract/refund-fields';

export const rupiahText = (amount: Rupiah): string => `Rp ${amount.toLocaleString('id-ID')}`;

const REASONS: Record<RefundReason, string> = {
  customer_request: 'the customer asked for it',
  duplicate: 'paid twice',
  fraud: 'fraud',
  order_cancelled: 'the order was cancelled',
  other: 'another reason',
};

export const formatReason = (reason: RefundReason, text: string | null): string => text ?? REASONS[reason];
