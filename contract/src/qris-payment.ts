/**
 * QRIS payments: QR codes that any Indonesian bank or wallet can pay. A dynamic code is created for one payment and
 * expires; a static code (sticker.ts) accepts any number of payments.
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { PAYMENT_REFUSALS } from './merchant-activity.ts';
import { validationMessage } from './language.ts';
import { rupiah } from './money.ts';
import { fileColumns, commaSeparated, oneOrMany, page, pageQuery } from './paging.ts';
import { findTipError, QRIS_AMOUNT_MAX, type QrisTip, TIP_MODES } from './qris-tip.ts';
import { route } from './route.ts';
import { metadata } from './metadata.ts';
import { instant, rangeEnd, rangeStart } from './time.ts';
import { netAmount, refundedAmount, TRANSACTION_STATUSES } from './transaction.ts';

export { QRIS_AMOUNT_MAX } from './qris-tip.ts';
/** Maximum lifetime of a dynamic code, in minutes (48 hours). */
export const QRIS_EXPIRY_MAX_MINUTES = 2_880;
export const QRIS_EXPIRY_DEFAULT_MINUTES = 15;
export const QRIS_STORE_MAX = 20;
export const QRIS_TERMINAL_MAX = 16;
export const QRIS_STICKER_NAME_MAX = 60;

export const QRIS_TYPES = ['dynamic', 'static'] as const;
export type QrisType = (typeof QRIS_TYPES)[number];
export const QRIS_STATUSES = ['issuing', 'active', 'paid', 'expired', 'cancelled', 'failed', 'inactive'] as const;
export type QrisStatus = (typeof QRIS_STATUSES)[number];

const ASCII_MESSAGE = validationMessage('Use letters, digits and symbols.', 'Gunakan huruf, angka, dan simbol.');
const COMMA_MESSAGE = validationMessage('Remove the comma.', 'Hapus tanda koma.');

const asciiText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[\x20-\x7e]+$/, ASCII_MESSAGE);
/** Without a comma, because filters list stores and terminals separated by commas. */
const label = (max: number) => asciiText(max).regex(/^[^,]*$/, COMMA_MESSAGE);
export const qrisLocation = {
  store: label(QRIS_STORE_MAX).optional().describe('Store, encoded in the QR code'),
  terminal: label(QRIS_TERMINAL_MAX).optional().describe('Terminal, encoded in the QR code'),
};

export const qrisTip = {
  tip_mode: z
    .enum(TIP_MODES)
    .default('none')
    .describe('none; prompt: the payer chooses; fixed: an amount is added; percent: a percentage is added'),
  tip_value: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe('Whole rupiah for fixed, basis points for percent (1000 = 10%); otherwise null'),
};
export const qrisTipCheck = [
  (body: QrisTip) => findTipError(body) === null,
  {
    error: validationMessage(
      'Enter Rp 1 to Rp 9.999.999 for a fixed tip, or 1 to 9999 for a percentage tip; other modes have no value.',
      'Masukkan Rp 1 sampai Rp 9.999.999 untuk tip tetap, atau 1 sampai 9999 untuk tip persentase; mode lain tanpa nilai.',
    ),
    path: ['tip_value'] as PropertyKey[],
  },
] as const;

/** Refund terms of the payer’s bank or wallet. */
const refundTerms = z
  .object({
    is_possible: z.boolean().describe("Whether the payer's bank or wallet supports refunds"),
    is_partial: z.boolean().describe('Whether it supports partial refunds'),
    days: z.int().describe('Refund window in days after the payment'),
    detail: z.string().describe('Description for people, in the language of the request'),
  })
  .describe("Refunds that the payer's bank or wallet supports; other refunds are sent by bank transfer");

const payer = {
  issuer: z.string().nullable().describe("The payer's bank or wallet, once paid"),
  issuer_code: z.string().nullable().describe('Number of the issuer in the national switch'),
  payer_name: z.string().nullable().describe('Payer name, as the bank reports it'),
  approval_code: z.string().nullable().describe("Approval code of the payer's bank or wallet"),
  rrn: z.string().nullable().describe('Retrieval reference number of the network, once paid'),
};
const price = {
  mdr_rate_bps: z.int().nullable().describe('MDR rate in basis points (70 = 0.7%); null until paid'),
  mdr_amount: rupiah.describe('MDR on the gross amount including the tip, whole rupiah; 0 until paid'),
  fee_vat_amount: rupiah.describe('VAT (PPN) on the fee, whole rupiah'),
  net_amount: netAmount,
  refunded_amount: refundedAmount,
};

/** A QRIS payment, by a dynamic or static code. */
export const qrisPaymentRow = z.object({
  id: idSchema('transaction'),
  created_at: instant.describe('When it was created (dynamic) or received (static)'),
  qris_payment_id: idSchema('qris_payment').describe('QR code of the payment'),
  type: z.enum(QRIS_TYPES).describe('Type of the code'),
  code_name: z.string().nullable().describe('Name of the static code'),
  merchant_reference: z.string().nullable().describe("The merchant's own order number, unique per merchant"),
  amount: rupiah.describe('Gross amount, whole rupiah; includes the tip once paid'),
  tip_amount: rupiah.describe('Tip within the amount, whole rupiah'),
  status: z.enum(TRANSACTION_STATUSES).describe('Status of the payment'),
  paid_at: instant.nullable().describe('When the payer paid'),
  ...payer,
  nmid: z.string().nullable().describe('National merchant ID (NMID) of the code'),
  store: z.string().nullable().describe('Store of the code'),
  terminal: z.string().nullable().describe('Terminal of the code'),
  ...price,
});
export type QrisPaymentRow = z.infer<typeof qrisPaymentRow>;

export const qrisPayment = z.object({
  id: idSchema('qris_payment'),
  type: z.enum(QRIS_TYPES).describe('dynamic: one amount, one payment; static: any amount, any number of payments'),
  transaction_id: idSchema('transaction').nullable().describe('Transaction of a dynamic code; null for a static code'),
  name: z.string().nullable().describe('Name of a static code; null for a dynamic code'),
  store: z.string().nullable().describe('Store'),
  terminal: z.string().nullable().describe('Terminal'),
  amount: rupiah.nullable().describe('Amount without the tip, whole rupiah; null for a static code'),
  tip_mode: z.enum(TIP_MODES).describe('Tip mode of the code'),
  tip_value: z.int().nullable().describe('Whole rupiah for fixed, basis points for percent (1000 = 10%)'),
  paid_amount: rupiah
    .nullable()
    .describe('Amount paid including the tip, whole rupiah; null until paid and for a static code'),
  tip_amount: rupiah.describe('Tip within the amount paid, whole rupiah'),
  status: z.enum(QRIS_STATUSES).describe('issuing: waiting for the bank to issue the code'),
  qr_content: z.string().nullable().describe('QRIS payload to render as a QR code; null while issuing'),
  nmid: z.string().nullable().describe('National merchant ID (NMID) in the payload'),
  merchant_reference: z.string().nullable().describe("The merchant's own order number, unique per merchant"),
  description: z.string().nullable().describe('Description of the purchase'),
  ...payer,
  refund: refundTerms.nullable().describe('Refund terms of a paid dynamic code'),
  expires_at: instant.nullable().describe('When it expires; null for a static code'),
  paid_at: instant.nullable().describe('When it was paid; null for a static code'),
  created_at: instant.describe('When it was created'),
});
export type QrisPayment = z.infer<typeof qrisPayment>;

export const createQrisPayment = route({
  name: 'createQrisPayment',
  method: 'POST',
  path: '/qris-payments',
  summary: 'Create a dynamic QRIS payment',
  access: needs('QRIS', 'manage'),
  requires_active: 'payments',
  idempotency_key: 'required',
  body: z
    .strictObject({
      amount: z
        .int()
        .min(1)
        .max(QRIS_AMOUNT_MAX)
        .describe('Amount, whole rupiah; at most 10,000,000 including the tip'),
      merchant_reference: asciiText(64)
        .optional()
        .describe("The merchant's own order number; unique per merchant, permanently"),
      description: z.string().trim().max(140).optional().describe('Description of the purchase'),
      customer_name: z.string().trim().max(100).optional().describe('Customer name'),
      customer_email: z.email().max(254).optional().describe('Customer email'),
      metadata: metadata.optional(),
      ...qrisLocation,
      ...qrisTip,
      expires_in_minutes: z
        .int()
        .min(1)
        .max(QRIS_EXPIRY_MAX_MINUTES)
        .default(QRIS_EXPIRY_DEFAULT_MINUTES)
        .describe('Lifetime of the code in minutes, at most 48 hours'),
    })
    .refine(...qrisTipCheck),
  status: 201,
  output: z.object({ data: qrisPayment }),
  errors: { duplicate_reference: 409, amount_limit: 422, bank_refused: 422, ...PAYMENT_REFUSALS },
});

export const qrisFilter = {
  date_field: z.enum(['created_at', 'paid_at']).default('created_at').describe('Timestamp of `from` and `to`'),
  from: rangeStart.optional().describe('Start of the range, inclusive'),
  to: rangeEnd.optional().describe('End of the range, exclusive; at most 180 days after `from`'),
  type: oneOrMany(QRIS_TYPES).optional().describe('One or both types of code'),
  status: oneOrMany(TRANSACTION_STATUSES).optional().describe('One or more statuses'),
  issuer: commaSeparated(/^.{1,64}$/, 50)
    .optional()
    .describe('One or more banks or wallets, by name'),
  store: commaSeparated(/^.{1,20}$/, 50)
    .optional()
    .describe('One or more stores'),
  terminal: commaSeparated(/^.{1,16}$/, 50)
    .optional()
    .describe('One or more terminals'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Minimum gross amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Maximum gross amount, whole rupiah'),
  qris_payment_id: idSchema('qris_payment').optional().describe('Payments of this code only'),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Search in RRN, ID, merchant reference, and name or email of the payer'),
};

export const listQrisPayments = route({
  name: 'listQrisPayments',
  method: 'GET',
  path: '/qris-payments',
  summary: 'List QRIS payments',
  access: needs('QRIS', 'view'),
  query: z.object({ ...pageQuery, ...qrisFilter, columns: fileColumns }),
  output: page(qrisPaymentRow),
  files: true,
  errors: { range_too_long: 422, too_many_rows: 422 },
});

export const summariseQrisPayments = route({
  name: 'summariseQrisPayments',
  method: 'GET',
  path: '/qris-payments/summary',
  summary: 'Summarise QRIS payments by status',
  access: needs('QRIS', 'view'),
  query: z.object(qrisFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(TRANSACTION_STATUSES).describe('Status'),
        count: z.int().describe('Payments with this status'),
        amount: rupiah.describe('Sum of their gross amounts, whole rupiah'),
      }),
    ),
  }),
  errors: { range_too_long: 422 },
});

export const listQrisPlaces = route({
  name: 'listQrisPlaces',
  method: 'GET',
  path: '/qris-payments/places',
  summary: 'List stores and terminals of QR codes',
  access: needs('QRIS', 'view'),
  output: z.object({
    data: z.object({
      stores: z.array(z.string()).describe('Stores in alphabetical order, at most 200'),
      terminals: z.array(z.string()).describe('Terminals in alphabetical order, at most 200'),
    }),
  }),
});

const params = z.object({ id: idSchema('qris_payment') });

export const getQrisPayment = route({
  name: 'getQrisPayment',
  method: 'GET',
  path: '/qris-payments/{id}',
  summary: 'Retrieve a QR code',
  access: needs('QRIS', 'view'),
  params,
  output: z.object({ data: qrisPayment }),
});

export const cancelQrisPayment = route({
  name: 'cancelQrisPayment',
  method: 'POST',
  path: '/qris-payments/{id}/cancel',
  summary: 'Cancel a dynamic QRIS payment',
  access: needs('QRIS', 'manage'),
  params,
  output: z.object({ data: qrisPayment }),
  errors: { not_cancellable: 409, bank_unreachable: 502 },
});
