/**
 * SNAP BI: Bank Indonesia's national standard of payment messages (domain 4.7). This file is what both
 * sides of the wire share: paths, message shapes, response codes and the texts that are signed. Keys and
 * hashes are each side's own business.
 */
import { z } from 'zod';
import { NMID_PATTERN, QRIS_CRITERIA } from './qris.ts';
import { TIP_MODES } from './qris-tip.ts';

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
  transfer_status: '36',
} as const satisfies Record<SnapCall, string>;
export type SnapService = (typeof SNAP_SERVICES)[SnapCall];

/** Services that are not called by POST. */
const SNAP_METHODS: Partial<Record<SnapCall, 'PUT' | 'DELETE'>> = {
  va_update: 'PUT',
  va_update_status: 'PUT',
  va_delete: 'DELETE',
};
export type SnapMethod = 'POST' | 'PUT' | 'DELETE';
export const getSnapMethod = (call: SnapCall): SnapMethod => SNAP_METHODS[call] ?? 'POST';

/** Header names in the lower case that Node gives; HTTP does not care. */
export const SNAP_HEADERS = {
  timestamp: 'x-timestamp',
  signature: 'x-signature',
  client_key: 'x-client-key',
  partner_id: 'x-partner-id',
  external_id: 'x-external-id',
  channel_id: 'channel-id',
  authorization: 'authorization',
} as const;

/** How far X-TIMESTAMP may be from the receiver's clock, in milliseconds. */
export const SNAP_CLOCK_SKEW_MS = 5 * 60_000;
/** X-EXTERNAL-ID: digits, at most 36, used once per day. */
export const SNAP_EXTERNAL_ID_PATTERN = /^\d{1,36}$/;

/** Answers by meaning. `{}` in a message is replaced by the name of the field. */
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
  amount_limit: { http: 403, case: '02', message: 'Exceeds Transaction Amount Limit' },
  do_not_honor: { http: 403, case: '05', message: 'Do Not Honor' },
  dormant_account: { http: 403, case: '09', message: 'Dormant Account' },
  insufficient_funds: { http: 403, case: '14', message: 'Insufficient Funds' },
  inactive_account: { http: 403, case: '18', message: 'Inactive Card/Account/Customer' },
  transaction_not_found: { http: 404, case: '01', message: 'Transaction Not Found' },
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

/** The two fields that begin every answer. `field` fills the place that the message leaves. */
export function buildSnapResponse(response: SnapResponseKind, service: SnapService, field = ''): SnapResponse {
  const { http, case: case_code, message } = SNAP_RESPONSES[response];
  const responseMessage = message.replace('{}', field).trim().slice(0, 150);
  return { responseCode: formatResponseCode(http, service, case_code), responseMessage };
}

/** Takes a response code apart; null when it is not seven digits. */
export function parseResponseCode(code: string): { http: number; service: string; case: string } | null {
  const match = /^(\d{3})(\d{2})(\d{2})$/.exec(code);
  return match ? { http: Number(match[1]), service: match[2] ?? '', case: match[3] ?? '' } : null;
}

/** The HTTP status wins: an answer that is not 2xx is no success, whatever its body says. */
export function isSnapSuccess(http_status: number, code: string, service: SnapService): boolean {
  return http_status >= 200 && http_status < 300 && code === formatResponseCode(200, service, '00');
}

/** Signed with SHA256withRSA by the caller of the token service. */
export const tokenStringToSign = (client_key: string, timestamp: string): string => `${client_key}|${timestamp}`;

/** Signed with HMAC-SHA512 under the client secret by the caller of every other service. */
export function transactionStringToSign(parts: {
  method: string;
  /** Path and query as requested, with any prefix. */
  relative_url: string;
  access_token: string;
  /** SHA-256 of the minified body, hexadecimal; of the empty text when there is no body. */
  body_sha256_hex: string;
  timestamp: string;
}): string {
  const { method, relative_url, access_token, body_sha256_hex, timestamp } = parts;
  return [method.toUpperCase(), relative_url, access_token, body_sha256_hex.toLowerCase(), timestamp].join(':');
}

/** The JSON text without white space between its tokens; numbers and strings stay as they were written. */
export const minifyJson = (text: string): string =>
  text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_match, string: string | undefined) => string ?? '');

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
export const latestTransactionStatus = z.enum(SNAP_STATUSES).describe('State of the payment, 00 to 07');

/** Whole rupiah with two zero decimals. `fromSnap` and `toSnap` of money.ts convert. */
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
  responseMessage: z.string().max(150).describe('The same in words'),
});
export type SnapResponse = z.infer<typeof snapResponse>;

/** A number that either side gives to a payment, a code or a transfer. */
export const reference = z.string().min(1).max(64);
export const offsetTime = z.iso.datetime({ offset: true });

/** Service 73. */
export const accessTokenRequest = z.object({
  grantType: z.literal('client_credentials').describe('The only kind of grant'),
});
export const accessTokenResponse = z.object({
  ...snapResponse.shape,
  accessToken: z.string().min(1).max(2048).describe('Bearer token'),
  tokenType: z.string().describe('Bearer or BearerToken'),
  expiresIn: z
    .string()
    .regex(/^\d{1,6}$/)
    .describe('Life of the token in seconds'),
});
export type AccessTokenResponse = z.infer<typeof accessTokenResponse>;

/** Service 47: ask the bank for a code. Without an amount it is static: anybody may pay it, any number of times. */
export const qrGenerateRequest = z.object({
  partnerReferenceNo: reference.describe("The caller's number of the code; asking again answers the same code"),
  amount: snapAmount.optional().describe('To be paid, without the tip; absent on a static code'),
  merchantId: z.string().regex(NMID_PATTERN).describe('National merchant id (NMID)'),
  storeId: z.string().max(64).optional().describe('Store'),
  terminalId: z.string().max(16).optional().describe('Terminal'),
  validityPeriod: offsetTime.optional().describe('Until when the code can be paid; absent on a static code'),
  additionalInfo: z.object({
    merchantName: z.string().min(1).max(100).describe('Name for the payer; the bank cuts it to 25 characters'),
    merchantCity: z.string().min(1).max(100).describe('City for the payer; the bank cuts it to 15 characters'),
    mcc: z
      .string()
      .regex(/^\d{4}$/)
      .describe('Merchant category code'),
    criteria: z.enum(QRIS_CRITERIA).describe('Size class of the merchant'),
    tipMode: z.enum(TIP_MODES).optional().describe('Tip that the code asks for; none when absent'),
    tipValue: z.int().min(1).optional().describe('Whole rupiah when fixed, hundredths of a percent when percent'),
  }),
});
export type QrGenerateRequest = z.infer<typeof qrGenerateRequest>;
export const qrGenerateResponse = z.object({
  ...snapResponse.shape,
  referenceNo: reference.describe("The bank's number of the payment"),
  partnerReferenceNo: reference.describe("The caller's number"),
  qrContent: z.string().min(1).max(512).describe('The QRIS payload'),
});
export type QrGenerateResponse = z.infer<typeof qrGenerateResponse>;

/** How a code was paid: in the notification, and in the answer to a query once it is paid. */
export const qrPaymentInfo = z.object({
  issuerName: z.string().max(64).describe("The payer's bank or wallet"),
  issuerCode: z.string().max(16).optional().describe('Its number in the national switch'),
  rrn: z.string().max(32).describe('Retrieval reference number of the network'),
  approvalCode: z.string().max(16).describe('Approval code of the issuer'),
  payerName: z.string().max(100).describe('Name of the payer, as the issuer gives it'),
  paidAt: offsetTime.describe('When the payer paid'),
  tipAmount: snapAmount.optional().describe('The part of the amount that was given on top'),
});
export type QrPaymentInfo = z.infer<typeof qrPaymentInfo>;

/** Service 52: the bank tells that a code was paid. */
export const qrNotifyRequest = z.object({
  originalReferenceNo: reference.describe(
    "The bank's number of the payment; each payment of a static code has its own",
  ),
  originalPartnerReferenceNo: reference.describe("The receiver's number of the code"),
  latestTransactionStatus,
  transactionStatusDesc: z.string().max(50).describe('The state in words'),
  amount: snapAmount.describe('What was paid'),
  additionalInfo: qrPaymentInfo,
});
export type QrNotifyRequest = z.infer<typeof qrNotifyRequest>;

/** Service 51: ask the bank how a code stands. */
export const qrQueryRequest = z.object({
  originalPartnerReferenceNo: reference.describe("The caller's number of the payment"),
  serviceCode: z.literal(SNAP_SERVICES.qr_mpm_generate).describe('Service that made the code'),
});
export type QrQueryRequest = z.infer<typeof qrQueryRequest>;
export const qrQueryResponse = z.object({
  ...snapResponse.shape,
  originalReferenceNo: reference.describe("The bank's number of the payment"),
  originalPartnerReferenceNo: reference.describe("The caller's number of the payment"),
  serviceCode: z.literal(SNAP_SERVICES.qr_mpm_generate).describe('Service that made the code'),
  latestTransactionStatus,
  transactionStatusDesc: z.string().max(50).describe('The state in words'),
  amount: snapAmount.describe('What was paid; what is to be paid while waiting'),
  paidTime: offsetTime.optional().describe('When it was paid; absent until then'),
  additionalInfo: qrPaymentInfo.optional().describe('How it was paid; absent until then'),
});
export type QrQueryResponse = z.infer<typeof qrQueryResponse>;

/** Service 77: end a code before it is paid. Ending it again is a success; a paid one is refused. */
export const qrCancelRequest = z.object({
  originalPartnerReferenceNo: reference.describe("The caller's number of the code"),
  originalReferenceNo: reference.optional().describe("The bank's number of the code, where it is known"),
  merchantId: z.string().regex(NMID_PATTERN).describe('National merchant id (NMID)'),
  reason: z.string().max(100).optional().describe('Why'),
});
export type QrCancelRequest = z.infer<typeof qrCancelRequest>;
export const qrCancelResponse = z.object({
  ...snapResponse.shape,
  originalPartnerReferenceNo: reference.describe("The caller's number of the code"),
  originalReferenceNo: reference.describe("The bank's number of the code"),
  cancelTime: offsetTime.describe('When it was ended'),
});
export type QrCancelResponse = z.infer<typeof qrCancelResponse>;
