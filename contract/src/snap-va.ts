/** SNAP BI virtual accounts (services 24 to 31): schemas for both directions. Paths and signatures: snap.ts. */
import { z } from 'zod';
import { latestTransactionStatus, offsetTime, reference, snapAmount, snapResponse } from './snap.ts';

/** The virtual account number: the company code padded with spaces to eight characters, the customer part, and both together. */
const vaNumberFields = {
  partnerServiceId: z
    .string()
    .regex(/^ {0,7}\d{1,8}$/)
    .length(8)
    .describe('Company code, left-padded with spaces to 8 characters'),
  customerNo: z
    .string()
    .regex(/^\d{1,20}$/)
    .describe('Customer part of the number'),
  virtualAccountNo: z
    .string()
    .regex(/^ {0,7}\d{1,28}$/)
    .max(28)
    .describe('partnerServiceId followed by customerNo'),
};
export const VA_SERVICE_ID_LENGTH = 8;

/** Splits a number into the three fields of the standard. `company_code` is the prefix of the number. */
export function toVaFields(
  number: string,
  company_code: string,
): { partnerServiceId: string; customerNo: string; virtualAccountNo: string } {
  const partnerServiceId = company_code.padStart(VA_SERVICE_ID_LENGTH, ' ');
  const customerNo = number.slice(company_code.length);
  return { partnerServiceId, customerNo, virtualAccountNo: partnerServiceId + customerNo };
}

/** Values of virtualAccountTrxType. */
export const VA_TRX_TYPES = { closed: 'C', open: 'O', limits: 'I' } as const;
const trxType = z.enum(VA_TRX_TYPES).describe('C: fixed amount; O: open amount; I: amount within limits');

const holder = z.string().min(1).max(255).describe('Name shown to the payer');
const limits = z
  .object({
    minAmount: snapAmount.optional().describe('Minimum amount per payment'),
    maxAmount: snapAmount.optional().describe('Maximum amount per payment'),
    isReusable: z.boolean().describe('Whether it accepts more than one payment'),
  })
  .describe('Additional fields agreed between the partners');

/** Services 27 and 28: create or update a virtual account. */
export const vaCreateRequest = z.object({
  ...vaNumberFields,
  virtualAccountName: holder,
  trxId: reference.describe(
    "The partner's reference of the virtual account; requests are idempotent by this reference",
  ),
  totalAmount: snapAmount.optional().describe('Fixed amount, for type C'),
  virtualAccountTrxType: trxType,
  expiredDate: offsetTime.optional().describe('Expiry; does not expire when absent'),
  additionalInfo: limits,
});
export type VaCreateRequest = z.infer<typeof vaCreateRequest>;
export const vaCreateResponse = z.object({
  ...snapResponse.shape,
  virtualAccountData: z.object({ ...vaNumberFields, virtualAccountName: holder, trxId: reference }),
});
export type VaCreateResponse = z.infer<typeof vaCreateResponse>;

/** Service 31: delete a virtual account. */
export const vaDeleteRequest = z.object({
  ...vaNumberFields,
  trxId: reference.describe("The partner's reference of the virtual account"),
});
export type VaDeleteRequest = z.infer<typeof vaDeleteRequest>;
export const vaDeleteResponse = z.object({ ...snapResponse.shape });
export type VaDeleteResponse = z.infer<typeof vaDeleteResponse>;

/** Service 24: bill inquiry, sent when a payer enters the number. */
export const vaInquiryRequest = z.object({
  ...vaNumberFields,
  inquiryRequestId: reference.describe("The bank's reference of the inquiry"),
  trxDateInit: offsetTime.optional().describe('Time of the inquiry'),
  channelCode: z.coerce.string().max(20).optional().describe('Channel of the payer, such as ATM, mobile or branch'),
});
export type VaInquiryRequest = z.infer<typeof vaInquiryRequest>;
export const vaInquiryResponse = z.object({
  ...snapResponse.shape,
  virtualAccountData: z.object({
    ...vaNumberFields,
    inquiryStatus: z.literal('00').describe('Payable'),
    inquiryReason: z.object({ english: z.string().max(64), indonesia: z.string().max(64) }).describe('Description'),
    virtualAccountName: holder,
    inquiryRequestId: reference.describe("The bank's reference of the inquiry"),
    totalAmount: snapAmount.describe('Amount to pay; zero for an open amount'),
    virtualAccountTrxType: trxType,
    additionalInfo: limits.omit({ isReusable: true }).optional().describe('Limits for an open amount'),
  }),
});
export type VaInquiryResponse = z.infer<typeof vaInquiryResponse>;

/** Service 25: payment notification. */
export const vaPaymentRequest = z.object({
  ...vaNumberFields,
  virtualAccountName: holder.optional().describe('Name shown to the payer'),
  paymentRequestId: reference.describe("The bank's reference of the payment; unique"),
  trxId: reference.optional().describe("The partner's reference of the virtual account"),
  paidAmount: snapAmount.describe('Paid amount'),
  trxDateTime: offsetTime.describe('Time of payment'),
  referenceNo: z.string().max(32).optional().describe("Reference number on the payer's receipt"),
  sourceAccountName: z.string().max(100).optional().describe('Name of the payer, if provided by the bank'),
  sourceBankCode: z.string().max(10).optional().describe('Bank of the payer, if provided'),
  latestTransactionStatus: latestTransactionStatus
    .optional()
    .describe('04 or 05: the bank reversed this payment; otherwise it was paid'),
});
export type VaPaymentRequest = z.infer<typeof vaPaymentRequest>;
export const vaPaymentResponse = z.object({
  ...snapResponse.shape,
  virtualAccountData: z.object({
    ...vaNumberFields,
    virtualAccountName: holder,
    paymentRequestId: reference.describe("The bank's reference of the payment"),
    paidAmount: snapAmount.describe('Recorded amount'),
    paymentFlagStatus: z.literal('00').describe('Recorded'),
  }),
});
export type VaPaymentResponse = z.infer<typeof vaPaymentResponse>;

/** Maximum number of payments in one response of service 26. */
export const VA_STATUS_PAYMENTS_MAX = 100;

/** Service 26: list the payments to a virtual account. Used to find lost notifications of service 25. */
export const vaStatusRequest = z.object({
  ...vaNumberFields,
  trxId: reference.describe("The partner's reference of the virtual account"),
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
        .describe('The most recent payments, oldest first'),
    }),
  }),
});
export type VaStatusResponse = z.infer<typeof vaStatusResponse>;
