/** QR refunds at the bank (service 78). */
import { type QrRefundAnswer, type QrRefundRequest, qrRefundAnswer } from '@dasbor/contract/snap-refund';
import type { BankOutcome, Caller } from './caller.ts';

export interface RefundCalls {
  /** Gives a QR payment back. Asking again under the same partnerRefundNo answers the same refund. */
  refundQr(request: QrRefundRequest): Promise<BankOutcome<QrRefundAnswer>>;
}

export const refundCalls = (call: Caller): RefundCalls => ({
  refundQr: (request) => call('qr_mpm_refund', request, qrRefundAnswer),
});
