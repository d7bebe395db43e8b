/** SNAP BI QR refunds (service 78): schemas. Paths and signatures: snap.ts. */
import { z } from 'zod';
import { offsetTime, reference, snapAmount, snapResponse } from './snap.ts';

/** Refund a QR payment fully or partially. Idempotent by partnerRefundNo. */
export const qrRefundRequest = z.object({
  originalReferenceNo: reference.describe("The bank's reference of the payment"),
  originalPartnerReferenceNo: reference.optional().describe("The partner's reference of the paid code"),
  partnerRefundNo: reference.describe("The partner's reference of the refund"),
  refundAmount: snapAmount,
  reason: z.string().max(256).optional().describe('Reason'),
});
export type QrRefundRequest = z.infer<typeof qrRefundRequest>;
export const qrRefundResponse = z.object({
  ...snapResponse.shape,
  originalReferenceNo: reference.describe("The bank's reference of the payment"),
  refundNo: reference.describe("The bank's reference of the refund"),
  partnerRefundNo: reference.describe("The partner's reference of the refund"),
  refundAmount: snapAmount,
  refundTime: offsetTime.describe('Time of the refund'),
});
export type QrRefundResponse = z.infer<typeof qrRefundResponse>;
