/** QR refunds at the bank (service 78). */
import { type QrRefundResponse, type QrRefundRequest, qrRefundResponse } from '@dasbor/contract/snap-refund';
import type { BankOutcome, SnapClient } from './snap-client.ts';

export interface RefundServices {
  /** Gives a QR payment back. Asking again under the same partnerRefundNo answers the same refund. */
  refundQr(request: QrRefundRequest): Promise<BankOutcome<QrRefundResponse>>;
}

export const buildRefundServices = (call: SnapClient): RefundServices => ({
  refundQr: (request) => call('qr_mpm_refund', request, qrRefundResponse),
});
