/** SNAP BI QR refunds (service 78): shapes of the messages. Paths and signatures: snap.ts. */
import { z } from 'zod';
import { offsetTime, reference, snapAmount, snapResponse } from './snap.ts';

/** Give a QR payment back, whole or in part. Asking again under the same partnerRefundNo answers the same refund. */
export const qrRefundRequest = z.object({
  originalReferenceNo: reference.describe("The bank's number of the payment"),
  originalPartnerReferenceNo: reference.optional().describe("The caller's number of the code that was paid"),
  partnerRefundNo: reference.describe("The caller's number of the refund"),
  refundAmount: snapAmount,
  reason: z.string().max(256).optional().describe('Why'),
});
export type QrRefundRequest = z.infer<typeof qrRefundRequest>;
export const qrRefundResponse = z.object({
  ...snapResponse.shape,
  originalReferenceNo: reference.describe("The bank's number of the payment"),
  refundNo: reference.describe("The bank's number of the refund"),
  partnerRefundNo: reference.describe("The caller's number of the refund"),
  refundAmount: snapAmount,
  refundTime: offsetTime.describe('When it was given back'),
});
export type QrRefundResponse = z.infer<typeof qrRefundResponse>;
