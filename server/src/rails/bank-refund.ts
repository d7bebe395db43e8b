/** QR refunds (service 78). */
import { type QrRefundResponse, type QrRefundRequest, qrRefundResponse } from '@dasbor/contract/snap-refund';
import type { BankOutcome, SnapClient } from './snap-client.ts';

export interface RefundServices {
  /** Refunds a QR payment. Idempotent by partnerRefundNo. */
  refundQr(request: QrRefundRequest): Promise<BankOutcome<QrRefundResponse>>;
}

export const buildRefundServices = (call: SnapClient): RefundServices => ({
  refundQr: (request) => call('qr_mpm_refund', request, qrRefundResponse),
});
