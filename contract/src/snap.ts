/**
 * SNAP BI, Bank Indonesia's national open API payment standard (domain 4.7): paths, schemas and response codes. Both
 * sides share this file. The strings to sign are in snap-signature.ts.
 */
import * as duration from './duration.ts';
import { z } from 'zod';
import { NMID_PATTERN, QRIS_CRITERIA } from './qris-merchant.ts';
import { TIP_MODES } from './qris-tip.ts';
import { refineInstant } from './time.ts';

/** Paths below each side's base URL. */
export const SNAP_PATHS = {
  access_token: '/v1.0/access-token/b2b',
  transaction_history_list: '/v1.0/transaction-history-list',
  qr_mpm_generate: '/v1.0/qr/qr-mpm-generate',
  qr_mpm_query: '/v1.0/qr/qr-mpm-query',
  qr_mpm_notify: '/v1.0/qr/qr-mpm-notify',
  qr_mpm_cancel: '/v1.0/qr/qr-mpm-cancel',
  qr_mpm_refund: '/v1.0/qr/qr-mpm-refund',
  va_inquiry: '/v1.0/transfer-va/inquiry',
  va_payment: '/v1.0/transfer-va/payment',
  va_status: '/v1.0/transfer-va/status',
  va_create: '/v1.0/transfer-va/create-va',
  va_update: '/v1.0/transfer-va/update-va',
  va_update_status: '/v1.0/transfer-va/update-status',
  va_inquire_own: '/v1.0/transfer-va/inquiry-va',
  va_delete: '/v1.0/transfer-va/delete-va',
  account_inquiry_external: '/v1.0/account-inquiry-external',
  transfer_intrabank: '/v1.0/transfer-intrabank',
  transfer_interbank: '/v1.0/transfer-interbank',
  transfer_rtgs: '/v1.0/transfer-rtgs',
  transfer_skn: '/v1.0/transfer-skn',
  transfer_status: '/v1.0/transfer/status',
} as const;
export type SnapCall = keyof typeof SNAP_PATHS;

/** Service codes: the middle two digits of a response code. */
export const SNAP_SERVICES = {
  access_token: '73',
  transaction_history_list: '12',
  qr_mpm_generate: '47',
  qr_mpm_query: '51',
  qr_mpm_notify: '52',
  qr_mpm_cancel: '77',
  qr_mpm_refund: '78',
  va_inquiry: '24',
  va_payment: '25',
  va_status: '26',
  va_create: '27',
  va_update: '28',
  va_update_status: '29',
  va_inquire_own: '30',
  va_delete: '31',
  account_inquiry_external: '16',
  transfer_intrabank: '17',
  transfer_interbank: '18',
  transfer_rtgs: '22',
  transfer_skn: '23',
  transfer_status: '36',
} as const satisfies Record<SnapCall, string>;
export type SnapService = (typeof SNAP_SERVICES)[SnapCall];

export type SnapMethod = 'POST' | 'PUT' | 'DELETE';
type MethodByCall = Partial<Record<SnapCall, SnapMethod>>;
/** Services that do not use POST. */
const SNAP_METHODS: MethodByCall = { va_update: 'PUT', va_update_status: 'PUT', va_delete: 'DELETE' };
export const getSnapMethod = (call: SnapCall): SnapMethod => SNAP_METHODS[call] ?? 'POST';

/** Header names, in lower case as Node reports them. */
export const SNAP_HEADERS = {
  timestamp: 'x-timestamp',
  signature: 'x-signature',
  client_key: 'x-client-key',
  partner_id: 'x-partner-id',
  external_id: 'x-external-id',
  channel_id: 'channel-id',
  authorization: 'authorization',
} as const;

/** Allowed difference between X-TIMESTAMP and the receiver's clock, in milliseconds. */
export const SNAP_CLOCK_SKEW_MS = duration.minutes(5);
/** X-EXTERNAL-ID: up to 36 digits, unique per day. */
export const SNAP_EXTERNAL_ID_PATTERN = /^\d{1,36}$/;

/** Responses by meaning. `{}` in a message is replaced by the field name. */
export const SNAP_RESPONSES = {
  successful: { http: 200, case: '00', message: 'Successful' },
  in_progress: { http: 202, case: '00', message: 'Request In Progress' },
  bad_request: { http: 400, case: '00', message: 'Bad Request' },
  invalid_format: { http: 400, case: '01', message: 'Invalid Field Format {}' },
  missing_field: { http: 400, case: '02', message: 'Invalid Mandatory Field {}' },
  unauthorized: { http: 401, case: '00', message: 'Unauthorized. {}' },
  invalid_token: { http: 401, case: '01', message: 'Invalid Token (B2B)' },
  invalid_customer_token: { http: 401, case: '02', message: 'Invalid Customer Token' },
  token_not_found: { http: 401, case: '03', message: 'Token Not Found (B2B)' },
  customer_token_not_found: { http: 401, case: '04', message: 'Customer Token Not Found' },
  feature_not_allowed: { http: 403, case: '01', message: 'Feature Not Allowed {}' },
  amount_limit: { http: 403, case: '02', message: 'Exceeds Transaction Amount Limit' },
  do_not_honor: { http: 403, case: '05', message: 'Do Not Honor' },
  dormant_account: { http: 403, case: '09', message: 'Dormant Account' },
  insufficient_funds: { http: 403, case: '14', message: 'Insufficient Funds' },
  inactive_account: { http: 403, case: '18', message: 'Inactive Card/Account/Customer' },
  transaction_not_found: { http: 404, case: '01', message: 'Transaction Not Found' },
  invalid_merchant: { http: 404, case: '08', message: 'Invalid Merchant' },
  invalid_account: { http: 404, case: '11', message: 'Invalid Card/Account/Customer {}' },
  invalid_bill: { http: 404, case: '12', message: 'Invalid Bill/Virtual Account {}' },
  invalid_amount: { http: 404, case: '13', message: 'Invalid Amount' },
  bill_paid: { http: 404, case: '14', message: 'Paid Bill' },
  partner_not_found: { http: 404, case: '16', message: 'Partner Not Found' },
  inconsistent_request: { http: 404, case: '18', message: 'Inconsistent Request' },
  duplicate_external_id: { http: 409, case: '00', message: 'Conflict' },
  duplicate_partner_reference: { http: 409, case: '01', message: 'Duplicate partnerReferenceNo' },
  too_many_requests: { http: 429, case: '00', message: 'Too Many Requests' },
  general_error: { http: 500, case: '00', message: 'General Error' },
  internal_error: { http: 500, case: '01', message: 'Internal Server Error' },
  external_error: { http: 500, case: '02', message: 'External Server Error' },
  unavailable: { http: 503, case: '00', message: 'Service Unavailable' },
  timeout: { http: 504, case: '00', message: 'Timeout' },
} as const satisfies Record<string, { http: number; case: string; message: string }>;
export type SnapResponseKind = keyof typeof SNAP_RESPONSES;

/** HTTP status (3 digits), service (2) and case (2), e.g. `2004700`. */
export const formatResponseCode = (http: number, service: SnapService, case_code: string): string =>
  `${http}${service}${case_code}`;

/** Builds the two fields that every response starts with. `field` completes the message. */
export function buildSnapResponse(response: SnapResponseKind, service: SnapService, field = ''): SnapResponse {
  const { http, case: case_code, message } = SNAP_RESPONSES[response];
  const responseMessage = message.replace('{}', field).trim().slice(0, 150);
  return { responseCode: formatResponseCode(http, service, case_code), responseMessage };
}

/** Parses a response code; returns null when it is not seven digits. */
export function parseResponseCode(code: string): { http: number; service: string; case: string } | null {
  const match = /^(\d{3})(\d{2})(\d{2})$/.exec(code);
  return match ? { http: Number(match[1]), service: match[2] ?? '', case: match[3] ?? '' } : null;
}

/** A response is a success only when both the HTTP status and the response code say so. */
export function isSnapSuccess(http_status: number, code: string, service: SnapService): boolean {
  return http_status >= 200 && http_status < 300 && code === formatResponseCode(200, service, '00');
}

/** latestTransactionStatus. */
export const SNAP_STATUSES = {
  success: '00',
  initiated: '01',
  paying: '02',
  pending: '03',
  refunded: '04',
  cancelled: '05',
  failed: '06',
  not_found: '07',
} as const;
export const latestTransactionStatus = z.enum(SNAP_STATUSES).describe('Payment status, 00 to 07');

/** Whole rupiah with two zero decimals. `fromSnapValue` and `toSnapValue` of money.ts convert. */
export const snapAmount = z.object({
  value: z
    .string()
    .regex(/^\d{1,16}\.\d{2}$/)
    .describe('Amount with two decimals'),
  currency: z.literal('IDR').describe('Currency'),
});

export const snapResponse = z.object({
  responseCode: z
    .string()
    .regex(/^\d{7}$/)
    .describe('HTTP status, service and case'),
  responseMessage: z.string().max(150).describe('Response message'),
});
export type SnapResponse = z.infer<typeof snapResponse>;

/** A reference number that either side assigns to a payment, code or transfer. */
export const reference = z.string().min(1).max(64);
/** An instant with any offset. The other side may send a time that cannot be stored. */
export const offsetTime = refineInstant(z.iso.datetime({ offset: true }));

/** Service 73. */
export const accessTokenRequest = z.object({
  grantType: z.literal('client_credentials').describe('Grant type'),
});
export const accessTokenResponse = z.object({
  ...snapResponse.shape,
  accessToken: z.string().min(1).max(2048).describe('Bearer token'),
  tokenType: z.string().describe('Bearer or BearerToken'),
  expiresIn: z
    .string()
    .regex(/^\d{1,6}$/)
    .describe('Lifetime of the token in seconds'),
});
export type AccessTokenResponse = z.infer<typeof accessTokenResponse>;

/** Service 47: create a code. A code without an amount is static and can be paid any number of times. */
export const qrGenerateRequest = z.object({
  partnerReferenceNo: reference.describe(
    "The partner's reference of the code; requests are idempotent by this reference",
  ),
  amount: snapAmount.optional().describe('Amount to pay without the tip; absent for a static code'),
  merchantId: z.string().regex(NMID_PATTERN).describe('National merchant ID (NMID)'),
  storeId: z.string().max(64).optional().describe('Store'),
  terminalId: z.string().max(16).optional().describe('Terminal'),
  validityPeriod: offsetTime.optional().describe('Expiry of the code; absent for a static code'),
  additionalInfo: z.object({
    merchantName: z.string().min(1).max(100).describe('Name shown to the payer; truncated to 25 characters'),
    merchantCity: z.string().min(1).max(100).describe('City shown to the payer; truncated to 15 characters'),
    mcc: z
      .string()
      .regex(/^\d{4}$/)
      .describe('Merchant category code'),
    criteria: z.enum(QRIS_CRITERIA).describe('Merchant criteria'),
    tipMode: z.enum(TIP_MODES).optional().describe('Tip mode; no tip by default'),
    tipValue: z.int().min(1).optional().describe('Whole rupiah for a fixed tip, basis points for a percentage'),
  }),
});
export type QrGenerateRequest = z.infer<typeof qrGenerateRequest>;
export const qrGenerateResponse = z.object({
  ...snapResponse.shape,
  referenceNo: reference.describe("The bank's reference of the payment"),
  partnerReferenceNo: reference.describe("The partner's reference"),
  qrContent: z.string().min(1).max(512).describe('The QRIS payload'),
});
export type QrGenerateResponse = z.infer<typeof qrGenerateResponse>;

/** Payment details, in notifications and in query responses for paid codes. */
export const qrPaymentInfo = z.object({
  issuerName: z.string().max(64).describe('Issuing bank or e-wallet'),
  issuerCode: z.string().max(16).optional().describe('Issuer code in the national switch'),
  rrn: z.string().max(32).describe('Retrieval reference number of the network'),
  approvalCode: z.string().max(16).describe('Approval code of the issuer'),
  payerName: z.string().max(100).describe('Name of the payer as reported by the issuer'),
  paidAt: offsetTime.describe('Time of payment'),
  tipAmount: snapAmount.optional().describe('Tip included in the amount'),
});
export type QrPaymentInfo = z.infer<typeof qrPaymentInfo>;

/** Service 52: notification that a code was paid. */
export const qrNotifyRequest = z.object({
  originalReferenceNo: reference.describe(
    "The bank's reference of the payment; unique for each payment of a static code",
  ),
  originalPartnerReferenceNo: reference.describe("The partner's reference of the code"),
  latestTransactionStatus,
  transactionStatusDesc: z.string().max(50).describe('Status description'),
  amount: snapAmount.describe('Paid amount'),
  additionalInfo: qrPaymentInfo,
});
export type QrNotifyRequest = z.infer<typeof qrNotifyRequest>;

/** Service 51: query the status of a code. */
export const qrQueryRequest = z.object({
  originalPartnerReferenceNo: reference.describe("The partner's reference of the payment"),
  serviceCode: z.literal(SNAP_SERVICES.qr_mpm_generate).describe('Service that created the code'),
});
export type QrQueryRequest = z.infer<typeof qrQueryRequest>;
export const qrQueryResponse = z.object({
  ...snapResponse.shape,
  originalReferenceNo: reference.describe("The bank's reference of the payment"),
  originalPartnerReferenceNo: reference.describe("The partner's reference of the payment"),
  serviceCode: z.literal(SNAP_SERVICES.qr_mpm_generate).describe('Service that created the code'),
  latestTransactionStatus,
  transactionStatusDesc: z.string().max(50).describe('Status description'),
  amount: snapAmount.describe('Paid amount, or the amount to pay while the payment is pending'),
  paidTime: offsetTime.optional().describe('Time of payment; absent until paid'),
  additionalInfo: qrPaymentInfo.optional().describe('Payment details; absent until paid'),
});
export type QrQueryResponse = z.infer<typeof qrQueryResponse>;

/** Service 77: cancel an unpaid code. Idempotent; a paid code is rejected. */
export const qrCancelRequest = z.object({
  originalPartnerReferenceNo: reference.describe("The partner's reference of the code"),
  originalReferenceNo: reference.optional().describe("The bank's reference of the code, if known"),
  merchantId: z.string().regex(NMID_PATTERN).describe('National merchant ID (NMID)'),
  reason: z.string().max(100).optional().describe('Reason'),
});
export type QrCancelRequest = z.infer<typeof qrCancelRequest>;
export const qrCancelResponse = z.object({
  ...snapResponse.shape,
  originalPartnerReferenceNo: reference.describe("The partner's reference of the code"),
  originalReferenceNo: reference.describe("The bank's reference of the code"),
  cancelTime: offsetTime.describe('Time of cancellation'),
});
export type QrCancelResponse = z.infer<typeof qrCancelResponse>;
