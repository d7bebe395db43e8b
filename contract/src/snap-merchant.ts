/**
 * SNAP BI services that merchants' servers call (services 26, 27, 47 and 51). Paths, signatures and response codes: snap.ts.
 * The merchant is known by its credential, so that fields which name it are optional.
 */
import { z } from 'zod';
import { SNAP_SCOPE_ACCESS } from './snap-credential.ts';
import { SNAP_SERVICES, latestTransactionStatus, offsetTime, reference, snapAmount, snapResponse } from './snap.ts';
import { VA_TRX_TYPES } from './snap-va.ts';

/** The services, with the access that each needs. */
export const MERCHANT_SNAP_CALLS = {
  qr_mpm_generate: SNAP_SCOPE_ACCESS.qris,
  qr_mpm_query: SNAP_SCOPE_ACCESS.qris,
  va_create: SNAP_SCOPE_ACCESS.virtual_account,
  va_status: SNAP_SCOPE_ACCESS.virtual_account,
} as const;
export type MerchantSnapCall = keyof typeof MERCHANT_SNAP_CALLS;

/** Printable ASCII, as references of the API. */
const text_reference = reference.regex(/^[\x20-\x7e]+$/);

/** Service 47: create a dynamic code. */
export const merchantQrGenerateRequest = z.object({
  partnerReferenceNo: text_reference.describe("The merchant's reference; requests are idempotent by this reference"),
  amount: snapAmount.describe('Amount to pay without a tip'),
  merchantId: z.string().max(32).optional().describe('National merchant ID (NMID); the own one when absent'),
  storeId: z.string().max(20).optional().describe('Store'),
  terminalId: z.string().max(16).optional().describe('Terminal'),
  validityPeriod: offsetTime.optional().describe('Expiry, at most 48 hours ahead; 15 minutes when absent'),
});
export type MerchantQrGenerateRequest = z.infer<typeof merchantQrGenerateRequest>;

export const merchantQrGenerateResponse = z.object({
  ...snapResponse.shape,
  referenceNo: reference.describe('Our ID of the code'),
  partnerReferenceNo: reference.describe("The merchant's reference"),
  qrContent: z.string().describe('The QRIS payload'),
  additionalInfo: z.object({ validityPeriod: offsetTime.describe('Expiry') }),
});

/** Service 51: query a code by either reference. */
export const merchantQrQueryRequest = z
  .object({
    originalPartnerReferenceNo: text_reference.optional().describe("The merchant's reference of the code"),
    originalReferenceNo: reference.optional().describe('Our ID of the code'),
    serviceCode: z.literal(SNAP_SERVICES.qr_mpm_generate).describe('Service that created the code'),
  })
  .refine(
    ({ originalPartnerReferenceNo, originalReferenceNo }) =>
      originalPartnerReferenceNo !== undefined || originalReferenceNo !== undefined,
    { path: ['originalPartnerReferenceNo'] },
  );
export type MerchantQrQueryRequest = z.infer<typeof merchantQrQueryRequest>;

export const merchantQrQueryResponse = z.object({
  ...snapResponse.shape,
  originalReferenceNo: reference.describe('Our ID of the code'),
  originalPartnerReferenceNo: reference.optional().describe("The merchant's reference"),
  serviceCode: z.literal(SNAP_SERVICES.qr_mpm_generate),
  latestTransactionStatus,
  transactionStatusDesc: z.string().max(50).describe('Status description'),
  amount: snapAmount.describe('Paid amount, or the amount to pay until it is paid'),
  paidTime: offsetTime.optional().describe('Time of payment; absent until paid'),
  additionalInfo: z
    .object({
      issuerName: z.string().optional().describe("The payer's bank or wallet"),
      rrn: z.string().optional().describe('Retrieval reference number of the network'),
      approvalCode: z.string().optional().describe('Approval code of the issuer'),
      tipAmount: snapAmount.optional().describe('Tip included in the amount'),
    })
    .optional()
    .describe('Payment details; absent until paid'),
});

const service_id = z.string().regex(/^ {0,7}\d{1,8}$/);

/** Service 27: create a virtual account. */
export const merchantVaCreateRequest = z.object({
  partnerServiceId: service_id.describe('Company code of the bank, left-padded with spaces to 8 characters'),
  customerNo: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional()
    .describe('Customer part of the number: your five digits and a suffix; generated when absent'),
  virtualAccountNo: z
    .string()
    .regex(/^ {0,7}\d{1,28}$/)
    .optional()
    .describe('partnerServiceId followed by customerNo'),
  virtualAccountName: z.string().min(1).max(255).describe('Name shown to the payer'),
  virtualAccountEmail: z.email().max(254).optional().describe('Email of the customer'),
  virtualAccountPhone: z
    .string()
    .regex(/^\+?\d{8,15}$/)
    .optional()
    .describe('Phone of the customer'),
  trxId: text_reference.describe("The merchant's reference; requests are idempotent by this reference"),
  totalAmount: snapAmount.optional().describe('Exact amount, for type C'),
  virtualAccountTrxType: z.enum(VA_TRX_TYPES).default('C').describe('C: exact amount; O: open; I: within limits'),
  expiredDate: offsetTime.optional().describe('Expiry; 24 hours when absent, and none for a reusable number'),
  additionalInfo: z
    .object({
      minAmount: snapAmount.optional().describe('Minimum amount, for type I'),
      maxAmount: snapAmount.optional().describe('Maximum amount, for type I'),
      isReusable: z.boolean().default(false).describe('Whether it accepts more than one payment'),
    })
    .optional(),
});
export type MerchantVaCreateRequest = z.infer<typeof merchantVaCreateRequest>;

const va_fields = {
  partnerServiceId: z.string(),
  customerNo: z.string(),
  virtualAccountNo: z.string(),
  virtualAccountName: z.string(),
  trxId: reference.optional(),
};

export const merchantVaCreateResponse = z.object({
  ...snapResponse.shape,
  virtualAccountData: z.object({
    ...va_fields,
    totalAmount: snapAmount.optional(),
    virtualAccountTrxType: z.enum(VA_TRX_TYPES),
    expiredDate: offsetTime.optional(),
    additionalInfo: z.object({ virtualAccountId: z.string().describe('Our ID of the virtual account') }),
  }),
});

/** Service 26: query a virtual account and its payments. */
export const merchantVaStatusRequest = z
  .object({
    partnerServiceId: service_id.optional(),
    customerNo: z
      .string()
      .regex(/^\d{1,20}$/)
      .optional(),
    virtualAccountNo: z
      .string()
      .regex(/^ {0,7}\d{1,28}$/)
      .optional()
      .describe('The number; the last account with it, unless trxId is given'),
    inquiryRequestId: reference.optional().describe('Repeated in the response'),
    trxId: text_reference.optional().describe("The merchant's reference of the virtual account"),
  })
  .refine(({ virtualAccountNo, trxId }) => virtualAccountNo !== undefined || trxId !== undefined, {
    path: ['virtualAccountNo'],
  });
export type MerchantVaStatusRequest = z.infer<typeof merchantVaStatusRequest>;

export const merchantVaStatusResponse = z.object({
  ...snapResponse.shape,
  virtualAccountData: z.object({
    ...va_fields,
    inquiryRequestId: reference.optional(),
    paidAmount: snapAmount.describe('Sum of the accepted payments'),
    totalAmount: snapAmount.optional().describe('Exact amount, for type C'),
    trxDateTime: offsetTime.optional().describe('Time of the last payment'),
    additionalInfo: z.object({
      latestTransactionStatus,
      transactionStatusDesc: z.string().max(50),
      payments: z
        .array(
          z.object({
            paymentRequestId: z.string().describe("The bank's ID of the payment"),
            paidAmount: snapAmount,
            trxDateTime: offsetTime,
            referenceNo: z.string().optional().describe("Reference number on the payer's receipt"),
          }),
        )
        .describe('Accepted payments, at most 100, newest first'),
    }),
  }),
});
