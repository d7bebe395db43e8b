/** Service 12: what was paid within a time. Asked for one static code, whose payments nobody has asked for (domain 4.7). */
import { z } from 'zod';
import { latestTransactionStatus, offsetTime, qrPaymentInfo, reference, snapAmount, snapResponse } from './snap.ts';

/** Payments on one page at most. */
export const HISTORY_PAGE_MAX = 100;

const count = z.string().regex(/^[1-9]\d{0,5}$/);

export const historyListRequest = z.object({
  partnerReferenceNo: reference.describe("The caller's number of this question"),
  fromDateTime: offsetTime.describe('Payments from this time on'),
  toDateTime: offsetTime.describe('Payments before this time'),
  pageSize: count.describe(`Payments on a page, at most ${HISTORY_PAGE_MAX}`),
  pageNumber: count.describe('Which page, from 1'),
  additionalInfo: z.object({
    originalPartnerReferenceNo: reference.describe("The caller's number of the static code"),
  }),
});
export type HistoryListRequest = z.infer<typeof historyListRequest>;

export const historyItem = z.object({
  dateTime: offsetTime.describe('When it was paid'),
  amount: snapAmount.describe('What was paid'),
  remark: z.string().max(256).describe('In words'),
  additionalInfo: z.object({
    originalReferenceNo: reference.describe("The bank's number of the payment"),
    latestTransactionStatus,
    ...qrPaymentInfo.shape,
  }),
});
export type HistoryItem = z.infer<typeof historyItem>;

export const historyListResponse = z.object({
  ...snapResponse.shape,
  detailData: z.array(historyItem).max(HISTORY_PAGE_MAX).describe('Payments, the oldest first'),
});
export type HistoryListResponse = z.infer<typeof historyListResponse>;
