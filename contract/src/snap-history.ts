/** Service 12: payments within a period. Used to reconcile static codes, whose payments are not requested (domain 4.7). */
import { z } from 'zod';
import { latestTransactionStatus, offsetTime, qrPaymentInfo, reference, snapAmount, snapResponse } from './snap.ts';

/** Maximum number of payments per page. */
export const HISTORY_PAGE_MAX = 100;

const count = z.string().regex(/^[1-9]\d{0,5}$/);

export const historyListRequest = z.object({
  partnerReferenceNo: reference.describe("The partner's reference of this request"),
  fromDateTime: offsetTime.describe('Start of the period, inclusive'),
  toDateTime: offsetTime.describe('End of the period, exclusive'),
  pageSize: count.describe(`Page size, at most ${HISTORY_PAGE_MAX}`),
  pageNumber: count.describe('Page number, starting at 1'),
  additionalInfo: z.object({
    originalPartnerReferenceNo: reference.describe("The partner's reference of the static code"),
  }),
});
export type HistoryListRequest = z.infer<typeof historyListRequest>;

export const historyItem = z.object({
  dateTime: offsetTime.describe('Time of payment'),
  amount: snapAmount.describe('Paid amount'),
  remark: z.string().max(256).describe('Description'),
  additionalInfo: z.object({
    originalReferenceNo: reference.describe("The bank's reference of the payment"),
    latestTransactionStatus,
    ...qrPaymentInfo.shape,
  }),
});
export type HistoryItem = z.infer<typeof historyItem>;

export const historyListResponse = z.object({
  ...snapResponse.shape,
  detailData: z.array(historyItem).max(HISTORY_PAGE_MAX).describe('Payments, oldest first'),
});
export type HistoryListResponse = z.infer<typeof historyListResponse>;
