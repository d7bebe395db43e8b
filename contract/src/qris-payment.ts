/**
 * QRIS: payments by a QR that any Indonesian wallet or bank can read. A dynamic code is made for one payment and ends;
 * a static one, a sticker, is paid any number of times, each time by a payment of its own.
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { fileColumns, listOf, oneOrMany, page, pageQuery } from './paging.ts';
import { findTipError, QRIS_AMOUNT_MAX, type QrisTip, TIP_MODES } from './qris-tip.ts';
import { route } from './route.ts';
import { metadata } from './metadata.ts';
import { instant } from './time.ts';
import { TRANSACTION_STATUSES } from './transaction.ts';

export { QRIS_AMOUNT_MAX } from './qris-tip.ts';
/** Longest life of a dynamic code, in minutes (48 hours). */
export const QRIS_EXPIRY_MAX_MINUTES = 2_880;
export const QRIS_EXPIRY_DEFAULT_MINUTES = 15;
export const QRIS_STORE_MAX = 20;
export const QRIS_TERMINAL_MAX = 16;
export const QRIS_STICKER_NAME_MAX = 60;

export const QRIS_TYPES = ['dynamic', 'static'] as const;
export type QrisType = (typeof QRIS_TYPES)[number];
export const QRIS_STATUSES = ['issuing', 'active', 'paid', 'expired', 'cancelled', 'failed', 'inactive'] as const;
export type QrisStatus = (typeof QRIS_STATUSES)[number];

const asciiText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[\x20-\x7e]+$/, 'Use plain letters, digits and signs');
/** A filter names stores and terminals in one list, so they are without a comma. */
const label = (max: number) => asciiText(max).regex(/^[^,]*$/, 'Leave out the comma');
export const qrisLocation = {
  store: label(QRIS_STORE_MAX).optional().describe('Store; stands in the code'),
  terminal: label(QRIS_TERMINAL_MAX).optional().describe('Till or terminal; stands in the code'),
};

export const qrisTip = {
  tip_mode: z
    .enum(TIP_MODES)
    .default('none')
    .describe('none; prompt: the payer chooses; fixed: an amount on top; percent: a share on top'),
  tip_value: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe('Whole rupiah when fixed, hundredths of a percent when percent (1000 = 10 %); else null'),
};
export const qrisTipCheck = [
  (body: QrisTip) => findTipError(body) === null,
  {
    error: 'A fixed tip is Rp 1 to Rp 9.999.999, one in percent 1 to 9999; any other takes no value',
    path: ['tip_value'] as PropertyKey[],
  },
] as const;

/** How the issuer of a payment takes it back. */
const refundTerms = z
  .object({
    is_possible: z.boolean().describe("Whether the payer's bank or wallet takes the payment back"),
    is_partial: z.boolean().describe('Whether it takes back a part of it'),
    days: z.int().describe('In how many days after the payment'),
    detail: z.string().describe('The same for a person'),
  })
  .describe("What the payer's bank or wallet can give back; what it cannot goes by transfer");

const payer = {
  issuer: z.string().nullable().describe("The payer's bank or wallet, once paid"),
  issuer_code: z.string().nullable().describe('Its number in the national switch'),
  payer_name: z.string().nullable().describe('Name of the payer, as the bank gives it'),
  approval_code: z.string().nullable().describe("Approval code of the payer's bank or wallet"),
  rrn: z.string().nullable().describe('Retrieval reference number of the network, once paid'),
};
const price = {
  mdr_rate_bps: z.int().nullable().describe('Rate of the fee (MDR) in hundredths of a percent; null until paid'),
  mdr_amount: rupiah.describe('Fee (MDR) on the gross amount, tip included, whole rupiah; 0 until paid'),
  fee_vat_amount: rupiah.describe('VAT (PPN) on the fee, whole rupiah'),
  net_amount: rupiah.describe('What the merchant receives: gross less fee and VAT, whole rupiah'),
};

/** A payment by QRIS, of either kind of code. */
export const qrisPaymentRow = z.object({
  id: idSchema('transaction'),
  created_at: instant.describe('When it was asked for, or came (static)'),
  qris_payment_id: idSchema('qris_payment').describe('The code that it is, or was, paid by'),
  type: z.enum(QRIS_TYPES).describe('Kind of that code'),
  code_name: z.string().nullable().describe('Name of the sticker'),
  merchant_reference: z.string().nullable().describe("The merchant's own order number, unique per merchant"),
  amount: rupiah.describe('Gross amount, whole rupiah; the tip included once it is paid'),
  tip_amount: rupiah.describe('The part of the amount that the payer gave on top, whole rupiah'),
  status: z.enum(TRANSACTION_STATUSES).describe('State of the payment'),
  paid_at: instant.nullable().describe('When the payer paid'),
  ...payer,
  nmid: z.string().nullable().describe('National merchant id in the code'),
  store: z.string().nullable().describe('Store of the code'),
  terminal: z.string().nullable().describe('Till or terminal of the code'),
  ...price,
});
export type QrisPaymentRow = z.infer<typeof qrisPaymentRow>;

export const qrisPayment = z.object({
  id: idSchema('qris_payment'),
  type: z.enum(QRIS_TYPES).describe('dynamic: one amount, one payment; static: a sticker, paid any number of times'),
  transaction_id: idSchema('transaction').nullable().describe('The payment behind a dynamic code; null when static'),
  name: z.string().nullable().describe('Name of the sticker; null when dynamic'),
  store: z.string().nullable().describe('Store'),
  terminal: z.string().nullable().describe('Till or terminal'),
  amount: rupiah.nullable().describe('Amount asked for, without the tip, whole rupiah; null when static'),
  tip_mode: z.enum(TIP_MODES).describe('Tip that the code asks for'),
  tip_value: z.int().nullable().describe('Whole rupiah when fixed, hundredths of a percent when percent'),
  paid_amount: rupiah.nullable().describe('What was paid, tip included, whole rupiah; null until then and when static'),
  tip_amount: rupiah.describe('The part of it that was given on top, whole rupiah'),
  status: z.enum(QRIS_STATUSES).describe('issuing: the bank was asked and has not answered yet'),
  qr_content: z.string().nullable().describe('The QRIS payload to show as a QR picture; null while issuing'),
  nmid: z.string().nullable().describe('National merchant id in the payload'),
  merchant_reference: z.string().nullable().describe("The merchant's own order number, unique per merchant"),
  description: z.string().nullable().describe('What is being paid'),
  ...payer,
  refund: refundTerms.nullable().describe("Of a paid dynamic code: what the payer's bank or wallet can give back"),
  expires_at: instant.nullable().describe('Until when it can be paid; null when static'),
  paid_at: instant.nullable().describe('When it was paid; null when static'),
  created_at: instant.describe('When it was asked for'),
});
export type QrisPayment = z.infer<typeof qrisPayment>;

export const createQrisPayment = route({
  name: 'createQrisPayment',
  method: 'POST',
  path: '/qris-payments',
  summary: 'Ask for a payment by dynamic QRIS',
  access: needs('QRIS', 'manage'),
  idempotent: true,
  body: z
    .strictObject({
      amount: z
        .int()
        .min(1)
        .max(QRIS_AMOUNT_MAX)
        .describe('Amount to pay, whole rupiah; at most 10 000 000, tip included'),
      merchant_reference: asciiText(64)
        .optional()
        .describe("The merchant's own order number; unique for ever per merchant"),
      description: z.string().trim().max(140).optional().describe('What is being paid'),
      customer_name: z.string().trim().max(100).optional().describe('Name of the payer'),
      customer_email: z.email().max(254).optional().describe('E-mail of the payer'),
      metadata: metadata.optional(),
      ...qrisLocation,
      ...qrisTip,
      expires_in_minutes: z
        .int()
        .min(1)
        .max(QRIS_EXPIRY_MAX_MINUTES)
        .default(QRIS_EXPIRY_DEFAULT_MINUTES)
        .describe('Life of the code in minutes, at most 48 hours'),
    })
    .refine(...qrisTipCheck),
  status: 201,
  output: z.object({ data: qrisPayment }),
  errors: { duplicate_reference: 409, amount_limit: 422, bank_refused: 422, merchant_not_active: 422 },
});

export const qrisFilter = {
  date_field: z.enum(['created_at', 'paid_at']).default('created_at').describe('Which time the range is about'),
  from: instant.optional().describe('First instant of the range'),
  to: instant.optional().describe('Last instant of the range, exclusive; at most 180 days after `from`'),
  type: oneOrMany(QRIS_TYPES).optional().describe('One or both kinds of code'),
  status: oneOrMany(TRANSACTION_STATUSES).optional().describe('One or more states'),
  issuer: listOf(/^.{1,64}$/, 50)
    .optional()
    .describe('One or more banks or wallets, by name'),
  store: listOf(/^.{1,20}$/, 50)
    .optional()
    .describe('One or more stores'),
  terminal: listOf(/^.{1,16}$/, 50)
    .optional()
    .describe('One or more terminals'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Least gross amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Greatest gross amount, whole rupiah'),
  qris_payment_id: idSchema('qris_payment').optional().describe('Payments of this code only'),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Contained in RRN, id, merchant reference, name or e-mail of the payer'),
};

export const listQrisPayments = route({
  name: 'listQrisPayments',
  method: 'GET',
  path: '/qris-payments',
  summary: 'Payments by QRIS, newest first; a CSV or XLSX file of the same filter by `Accept`',
  access: needs('QRIS', 'view'),
  query: z.object({ ...pageQuery, ...qrisFilter, columns: fileColumns }),
  output: page(qrisPaymentRow),
  csv: true,
  xlsx: true,
  errors: { range_too_long: 422, too_many_rows: 422 },
});

export const summariseQrisPayments = route({
  name: 'summariseQrisPayments',
  method: 'GET',
  path: '/qris-payments/summary',
  summary: 'Count and sum per status of a filter',
  access: needs('QRIS', 'view'),
  query: z.object(qrisFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(TRANSACTION_STATUSES).describe('State'),
        count: z.int().describe('Payments in that state'),
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
  summary: 'Stores and terminals that codes were made for, for choosing among them; at most 200 of each',
  access: needs('QRIS', 'view'),
  output: z.object({
    data: z.object({
      stores: z.array(z.string()).describe('Stores, in alphabetical order'),
      terminals: z.array(z.string()).describe('Terminals, in alphabetical order'),
    }),
  }),
});

const params = z.object({ id: idSchema('qris_payment') });

export const getQrisPayment = route({
  name: 'getQrisPayment',
  method: 'GET',
  path: '/qris-payments/{id}',
  summary: 'One QRIS code, dynamic or static',
  access: needs('QRIS', 'view'),
  params,
  output: z.object({ data: qrisPayment }),
});

export const cancelQrisPayment = route({
  name: 'cancelQrisPayment',
  method: 'POST',
  path: '/qris-payments/{id}/cancel',
  summary: 'End a dynamic code before it is paid, at the bank too; a payment that was faster is kept',
  access: needs('QRIS', 'manage'),
  params,
  output: z.object({ data: qrisPayment }),
  errors: { not_cancellable: 409, bank_unreachable: 502 },
});
