/** SNAP BI virtual accounts (services 24 to 31): shapes of the messages, both ways. Paths and signatures: snap.ts. */
import { z } from 'zod';
import { latestTransactionStatus, offsetTime, reference, snapAmount, snapResponse } from './snap.ts';

/** Who a message is about: the company code padded with spaces to eight, the customer part, and both together. */
const vaNumberFields = {
  partnerServiceId: z
    .string()
    .regex(/^ {0,7}\d{1,8}$/)
    .length(8)
    .describe('Company code, filled with spaces from the left to 8 characters'),
  customerNo: z
    .string()
    .regex(/^\d{1,20}$/)
    .describe('Customer part of the number'),
  virtualAccountNo: z
    .string()
    .regex(/^ {0,7}\d{1,28}$/)
    .max(28)
    .describe('partnerServiceId and customerNo together'),
};
export const VA_SERVICE_ID_LENGTH = 8;

/** The three fields of a number, as messages carry them. `company_code`: what the number begins with. */
export function toVaFields(
  number: string,
  company_code: string,
): { partnerServiceId: string; customerNo: string; virtualAccountNo: string } {
  const partnerServiceId = company_code.padStart(VA_SERVICE_ID_LENGTH, ' ');
  const customerNo = number.slice(company_code.length);
  return { partnerServiceId, customerNo, virtualAccountNo: partnerServiceId + customerNo };
}

/** One payment (c), or many (o: open amount, i: within limits) as the standard's virtualAccountTrxType. */
export const VA_TRX_TYPES = { closed: 'C', open: 'O', limits: 'I' } as const;
const trxType = z.enum(VA_TRX_TYPES).describe('C: exact amount; O: any amount; I: between two limits');

const holder = z.string().min(1).max(255).describe('Name shown to the payer');
const limits = z
  .object({
    minAmount: snapAmount.optional().describe('Least amount of one payment'),
    maxAmount: snapAmount.optional().describe('Greatest amount of one payment'),
    isReusable: z.boolean().describe('Whether it can be paid more than once'),
  })
  .describe('What the standard leaves to the partners');

/** Services 27 and 28: have the bank open a number, or change it. */
export const vaCreateRequest = z.object({
  ...vaNumberFields,
  virtualAccountName: holder,
  trxId: reference.describe("The caller's number of the virtual account; asking again answers the same"),
  totalAmount: snapAmount.optional().describe('Exact amount, for type C'),
  virtualAccountTrxType: trxType,
  expiredDate: offsetTime.optional().describe('Until when it can be paid; absent: for ever'),
  additionalInfo: limits,
});
export type VaCreateRequest = z.infer<typeof vaCreateRequest>;
export const vaCreateResponse = z.object({
  ...snapResponse.shape,
  virtualAccountData: z.object({ ...vaNumberFields, virtualAccountName: holder, trxId: reference }),
});
export type VaCreateResponse = z.infer<typeof vaCreateResponse>;

/** Service 31: close a number. */
export const vaDeleteRequest = z.object({ ...vaNumberFields, trxId: reference.describe("The caller's number of it") });
export type VaDeleteRequest = z.infer<typeof vaDeleteRequest>;
export const vaDeleteResponse = z.object({ ...snapResponse.shape });
export type VaDeleteResponse = z.infer<typeof vaDeleteResponse>;

/** Service 24: the bank asks what is to be paid, because somebody has typed the number. */
export const vaInquiryRequest = z.object({
  ...vaNumberFields,
  inquiryRequestId: reference.describe("The bank's number of the question"),
  trxDateInit: offsetTime.optional().describe('When the payer asked'),
  channelCode: z.coerce.string().max(20).optional().describe("The payer's channel: ATM, mobile, teller"),
});
export type VaInquiryRequest = z.infer<typeof vaInquiryRequest>;
export const vaInquiryResponse = z.object({
  ...snapResponse.shape,
  virtualAccountData: z.object({
    ...vaNumberFields,
    inquiryStatus: z.literal('00').describe('It can be paid'),
    inquiryReason: z
      .object({ english: z.string().max(64), indonesia: z.string().max(64) })
      .describe('The same in words'),
    virtualAccountName: holder,
    inquiryRequestId: reference.describe("The bank's number of the question"),
    totalAmount: snapAmount.describe('What is to be paid; zero when the payer chooses'),
    virtualAccountTrxType: trxType,
    additionalInfo: limits.omit({ isReusable: true }).optional().describe('Limits of an open amount'),
  }),
});
export type VaInquiryResponse = z.infer<typeof vaInquiryResponse>;

/** Service 25: the bank has taken the money and asks us to note it. */
export const vaPaymentRequest = z.object({
  ...vaNumberFields,
  virtualAccountName: holder.optional().describe('Name that the payer saw'),
  paymentRequestId: reference.describe("The bank's number of this payment; unique"),
  trxId: reference.optional().describe('Our number of the virtual account'),
  paidAmount: snapAmount.describe('What was paid'),
  trxDateTime: offsetTime.describe('When it was paid'),
  referenceNo: z.string().max(32).optional().describe('Reference number on the receipt of the payer'),
  sourceAccountName: z.string().max(100).optional().describe('Name of the payer, when the bank tells it'),
  sourceBankCode: z.string().max(10).optional().describe('Bank of the payer, when told'),
  latestTransactionStatus: latestTransactionStatus
    .optional()
    .describe('04 or 05: the bank has taken this payment back; else it was paid'),
});
export type VaPaymentRequest = z.infer<typeof vaPaymentRequest>;
export const vaPaymentResponse = z.object({
  ...snapResponse.shape,
  virtualAccountData: z.object({
    ...vaNumberFields,
    virtualAccountName: holder,
    paymentRequestId: reference.describe("The bank's number of this payment"),
    paidAmount: snapAmount.describe('What was noted'),
    paymentFlagStatus: z.literal('00').describe('Noted'),
  }),
});
export type VaPaymentResponse = z.infer<typeof vaPaymentResponse>;

/** Payments that one answer of service 26 tells of: an answer has to stay small. */
export const VA_STATUS_PAYMENTS_MAX = 100;

/** Service 26: ask the bank which payments a number had: how a lost message of service 25 is found. */
export const vaStatusRequest = z.object({
  ...vaNumberFields,
  trxId: reference.describe("The caller's number of it"),
});
export type VaStatusRequest = z.infer<typeof vaStatusRequest>;
export const vaStatusResponse = z.object({
  ...snapResponse.shape,
  virtualAccountData: z.object({
    ...vaNumberFields,
    trxId: reference,
    additionalInfo: z.object({
      payments: z
        .array(vaPaymentRequest)
        .max(VA_STATUS_PAYMENTS_MAX)
        .describe('The newest payments that the bank took, oldest first'),
    }),
  }),
});
export type VaStatusResponse = z.infer<typeof vaStatusResponse>;
