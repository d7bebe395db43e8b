/** Transactions: every payment that a merchant takes, whatever the method (domain: payment state machine). */
import { z } from 'zod';
import { needs } from './access.ts';
import { feeRule, feeBreakdown } from './fee-rule.ts';
import { idSchema } from './id.ts';
import { currency, rupiah } from './money.ts';
import { fileColumns, listOf, oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const TRANSACTION_STATUSES = [
  'created',
  'pending',
  'success',
  'failed',
  'expired',
  'cancelled',
  'partially_refunded',
  'refunded',
  'reversed',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
export const SETTLEMENT_STATUSES = ['unsettled', 'scheduled', 'settled', 'on_hold', 'reversed'] as const;
export const REFUND_SHARES = ['none', 'partial', 'full'] as const;
export const TRANSACTION_METHODS = ['qris', 'virtual_account', 'e_wallet', 'card', 'retail', 'direct_debit'] as const;
export const TRANSACTION_SOURCES = ['dashboard', 'api', 'payment_link', 'static_qr', 'va'] as const;

/** What sets a payment apart and wants somebody's eye. */
export const TRANSACTION_FLAGS = ['late_payment', 'duplicate_payment'] as const;
/** Times that a range can be about. */
export const TRANSACTION_DATES = ['created_at', 'paid_at', 'settled_at'] as const;

export const transaction = z.object({
  id: idSchema('transaction'),
  created_at: instant.describe('When the payment was asked for'),
  merchant_reference: z.string().nullable().describe("The merchant's own order number, unique per merchant"),
  customer_name: z.string().nullable().describe('Name of the payer, as given by the merchant'),
  customer_email: z.string().nullable().describe('E-mail of the payer; masked for the support role'),
  customer_phone: z.string().nullable().describe('Phone of the payer; masked for the support role'),
  method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
  channel_code: z.string().nullable().describe('Bank or network of the method'),
  amount: rupiah.describe('Gross amount, whole rupiah; the tip included once it is paid'),
  tip_amount: rupiah.describe('The part of the amount that the payer gave on top, whole rupiah'),
  currency,
  fee_amount: rupiah.describe('Fee (MDR) of the payment, whole rupiah; 0 until paid'),
  fee_vat_amount: rupiah.describe('VAT (PPN) on the fee, whole rupiah'),
  net_amount: rupiah.describe('What the merchant receives: gross less fee and VAT, whole rupiah'),
  status: z.enum(TRANSACTION_STATUSES).describe('State of the payment'),
  settlement_status: z.enum(SETTLEMENT_STATUSES).nullable().describe('State of its settlement; null until paid'),
  settlement_date: z.string().nullable().describe('Business day (WIB) on which it is, or is expected to be, settled'),
  refund_status: z.enum(REFUND_SHARES).describe('How much of it was given back: nothing, a part, or all'),
  refunded_amount: rupiah.describe('Sum of its refunds that succeeded, whole rupiah'),
  source: z.enum(TRANSACTION_SOURCES).describe('Where the payment was asked for'),
  description: z.string().nullable().describe('What is being paid'),
  issuer: z.string().nullable().describe("The payer's bank or wallet"),
  payer_name: z.string().nullable().describe('Name of the payer, as the bank gives it'),
  approval_code: z.string().nullable().describe("Approval code of the payer's bank or wallet"),
  rrn: z.string().nullable().describe('Retrieval reference number of the network'),
  provider_reference: z.string().nullable().describe("The bank's own number of the payment"),
  failure_code: z.string().nullable().describe('Machine code of the refusal, when failed'),
  failure_message: z.string().nullable().describe('The refusal in words'),
  late_payment: z.boolean().describe('Paid after it had expired'),
  duplicate_payment: z.boolean().describe('A second payment of something that is paid once: to be given back'),
  qris_payment_id: idSchema('qris_payment').nullable().describe('The QR code behind it, for method qris'),
  virtual_account_id: idSchema('virtual_account').nullable().describe('The virtual account behind it'),
  va_number: z.string().nullable().describe('The number that it was, or is to be, paid to'),
  payment_link_id: idSchema('payment_link').nullable().describe('The payment link behind it'),
  expires_at: instant.nullable().describe('Until when it can be paid'),
  expired_at: instant.nullable().describe('When it was found not to have been paid in time'),
  paid_at: instant.nullable().describe('When the payer paid'),
  settled_at: instant.nullable().describe('When its money became available'),
  metadata: z.record(z.string(), z.unknown()).nullable().describe("The merchant's own texts by name"),
  updated_at: instant.describe('When it last changed'),
});
export type Transaction = z.infer<typeof transaction>;

export const transactionEvent = z.object({
  seq: z.int().describe('Place in the timeline, from 1'),
  at: instant.describe('When it happened'),
  from_status: z.enum(TRANSACTION_STATUSES).nullable().describe('State before; null for the first'),
  to_status: z.enum(TRANSACTION_STATUSES).describe('State after'),
  actor_type: z.enum(['system', 'user', 'provider', 'api_key']).describe('Who caused it'),
  actor_name: z.string().nullable().describe('Name of the person, key or bank'),
  reason: z.string().nullable().describe('Why, in words'),
});

export const railLogEntry = z.object({
  id: z.string().describe('Id of the message'),
  at: instant.describe('When it was sent or received'),
  direction: z.enum(['out', 'in']).describe('out: we called the bank; in: the bank called us'),
  endpoint: z.string().describe('SNAP BI path'),
  http_status: z.int().nullable().describe('HTTP status of the answer; null when none came'),
  response_code: z.string().nullable().describe('SNAP BI response code, 7 digits'),
  latency_ms: z.int().nullable().describe('Time to the answer, in milliseconds'),
  request: z.unknown().describe('Body sent, with secrets removed'),
  response: z.unknown().describe('Body answered'),
});

/** Ids that one filter can name. */
export const IDS_MAX = 100;

export const transactionFilter = {
  date_field: z.enum(TRANSACTION_DATES).default('created_at').describe('Which time the range is about'),
  from: instant.optional().describe('First instant of the range'),
  to: instant.optional().describe('Last instant of the range, exclusive; at most 180 days after `from`'),
  status: oneOrMany(TRANSACTION_STATUSES).optional().describe('One or more states'),
  settlement_status: oneOrMany(SETTLEMENT_STATUSES).optional().describe('One or more settlement states'),
  method: oneOrMany(TRANSACTION_METHODS).optional().describe('One or more methods'),
  channel: listOf(/^[A-Z][A-Z0-9_]{1,29}$/, 50)
    .optional()
    .describe('One or more banks or networks, such as BCA'),
  source: oneOrMany(TRANSACTION_SOURCES).optional().describe('One or more sources'),
  refund_status: oneOrMany(REFUND_SHARES).optional().describe('How much was given back: one or more of them'),
  flags: oneOrMany(TRANSACTION_FLAGS).optional().describe('Paid late, paid twice, or either'),
  ids: listOf(/^[\x21-\x7e]{1,64}$/, IDS_MAX)
    .optional()
    .describe('Exactly these ids, merchant references, RRNs or bank references, comma-separated; at most 100'),
  qris_payment_id: idSchema('qris_payment').optional().describe('Payments of this QR code'),
  virtual_account_id: idSchema('virtual_account').optional().describe('Payments of this virtual account'),
  payment_link_id: idSchema('payment_link').optional().describe('Payments of this payment link'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Least gross amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Greatest gross amount, whole rupiah'),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Contained in id, reference, customer name, e-mail or phone, VA number, RRN or bank reference'),
};
export const TRANSACTION_SORTS = ['-created_at', 'created_at', '-amount', 'amount'] as const;

export const listTransactions = route({
  name: 'listTransactions',
  method: 'GET',
  path: '/transactions',
  summary: 'Payments, newest first; a CSV or XLSX file of the same filter by `Accept`',
  access: needs('Transactions', 'view'),
  query: z.object({
    ...pageQuery,
    ...transactionFilter,
    sort: z.enum(TRANSACTION_SORTS).default('-created_at').describe('Order; a leading minus is descending'),
    columns: fileColumns,
  }),
  output: page(transaction),
  csv: true,
  xlsx: true,
  errors: { range_too_long: 422, too_many_rows: 422 },
});

export const summariseTransactions = route({
  name: 'summariseTransactions',
  method: 'GET',
  path: '/transactions/summary',
  summary: 'Count and sum per status of a filter',
  access: needs('Transactions', 'view'),
  query: z.object(transactionFilter),
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

export const getTransaction = route({
  name: 'getTransaction',
  method: 'GET',
  path: '/transactions/{id}',
  summary: 'One payment with its timeline, fees and messages to and from the bank',
  access: needs('Transactions', 'view'),
  params: z.object({ id: idSchema('transaction') }),
  output: z.object({
    data: z.object({
      ...transaction.shape,
      provider: z.string().describe('The bank partner that it runs over'),
      ip: z.string().nullable().describe("The payer's address, where it was begun on our own page"),
      user_agent: z.string().nullable().describe("The payer's browser, where it was begun on our own page"),
      fee_rule: feeRule.nullable().describe('The dated rule that the fee was worked by; null until paid'),
      fee_working: feeBreakdown.nullable().describe('The fee worked by that rule, step by step; null until paid'),
      events: z.array(transactionEvent).describe('Timeline, oldest first'),
      rail_log: z.array(railLogEntry).describe('Messages to and from the bank, oldest first'),
    }),
  }),
});

export const syncTransaction = route({
  name: 'syncTransaction',
  method: 'POST',
  path: '/transactions/{id}/sync',
  summary: 'Ask the bank how a waiting payment stands, and take over the answer',
  access: needs('Transactions', 'manage'),
  params: z.object({ id: idSchema('transaction') }),
  output: z.object({ data: transaction }),
  errors: { bank_unreachable: 502 },
});

export const cancelTransaction = route({
  name: 'cancelTransaction',
  method: 'POST',
  path: '/transactions/{id}/cancel',
  summary: 'End a payment that nobody has paid yet, at the bank too',
  access: needs('Transactions', 'manage'),
  params: z.object({ id: idSchema('transaction') }),
  output: z.object({ data: transaction }),
  errors: { not_cancellable: 409, bank_unreachable: 502 },
});

export const getTransactionReceipt = route({
  name: 'getTransactionReceipt',
  method: 'GET',
  path: '/transactions/{id}/receipt',
  summary: 'Receipt of a paid payment, in Indonesian and English',
  access: needs('Transactions', 'view'),
  params: z.object({ id: idSchema('transaction') }),
  stream: 'application/pdf',
  errors: { not_paid: 409 },
});
