/** Transactions: every payment to a merchant, of any payment method (domain: payment state machine). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { currency, rupiah } from './money.ts';
import { fileColumns, commaSeparated, oneOrMany, page, pageQuery } from './paging.ts';
import * as payment from './payment-filter.ts';
import { route } from './route.ts';
import { settlementStatus, settlementStatusFilter } from './settlement-status.ts';
import { business_day, instant, rangeEnd, rangeStart } from './time.ts';
import { transactionDetailFields } from './transaction-detail-fields.ts';

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
export const REFUND_SHARES = ['none', 'partial', 'full'] as const;
export type RefundShare = (typeof REFUND_SHARES)[number];
export const TRANSACTION_METHODS = ['qris', 'virtual_account', 'e_wallet', 'card', 'retail', 'direct_debit'] as const;
export const TRANSACTION_SOURCES = ['dashboard', 'api', 'payment_link', 'static_qr', 'va'] as const;

/** Conditions of a payment that a merchant should review. */
export const TRANSACTION_FLAGS = ['late_payment', 'duplicate_payment', 'failed_webhook'] as const;
export type TransactionFlag = (typeof TRANSACTION_FLAGS)[number];
/** Timeline events that do not change the status of the payment on their own. */
export const TRANSACTION_EVENT_CODES = [
  'refund_requested',
  'refund_approved',
  'refund_rejected',
  'refund_completed',
  'refund_failed',
  'refund_returned',
  'reversal_refused',
] as const;
export type TransactionEventCode = (typeof TRANSACTION_EVENT_CODES)[number];

/** Hours of the day, as a filter names them. */
export const HOURS_OF_DAY = [
  ...(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11'] as const),
  ...(['12', '13', '14', '15', '16', '17', '18', '19', '20', '21', '22', '23'] as const),
] as const;

/** Timestamps that a date range can filter by. */
export const TRANSACTION_DATES = ['created_at', 'paid_at', 'settled_at'] as const;

export const netAmount = rupiah
  .nullable()
  .describe(
    'Net amount: gross less fee and VAT, less completed refunds and their transfer fees, plus the fees that refunds ' +
      'returned; 0 or less after a reversal; whole rupiah; null until paid',
  );
export const refundedAmount = rupiah.describe('Sum of completed refunds, whole rupiah');

export const transaction = z.object({
  id: idSchema('transaction'),
  created_at: instant.describe('When the payment was created'),
  merchant_reference: z.string().nullable().describe("The merchant's order number, unique per merchant"),
  customer_name: z.string().nullable().describe('Customer name, as the merchant gave it'),
  customer_email: z.string().nullable().describe('Customer email; masked for the support role'),
  customer_phone: z.string().nullable().describe('Customer phone; masked for the support role'),
  method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
  channel_code: z.string().nullable().describe('Bank or network of the method'),
  amount: rupiah.describe('Gross amount, whole rupiah; includes the tip once paid'),
  tip_amount: rupiah.describe('Tip included in the amount, whole rupiah'),
  currency,
  fee_amount: rupiah.describe('Fee (MDR), whole rupiah; 0 until paid'),
  fee_vat_amount: rupiah.describe('VAT (PPN) on the fee, whole rupiah'),
  net_amount: netAmount,
  status: z.enum(TRANSACTION_STATUSES).describe('Status of the payment'),
  settlement_status: settlementStatus,
  settlement_date: business_day.nullable().describe('Actual or expected settlement date (business day, WIB)'),
  refund_status: z.enum(REFUND_SHARES).describe('How much was refunded: none, partial or full'),
  refunded_amount: refundedAmount,
  source: z.enum(TRANSACTION_SOURCES).describe('Where the payment was created'),
  description: z.string().nullable().describe('Description of the purchase'),
  issuer: z.string().nullable().describe("The payer's bank or wallet"),
  payer_name: z.string().nullable().describe('Payer name, as the bank reports it'),
  approval_code: z.string().nullable().describe("Approval code of the payer's bank or wallet"),
  rrn: z.string().nullable().describe('Retrieval reference number of the network'),
  provider_reference: z.string().nullable().describe("The bank's reference of the payment"),
  failure_code: z.string().nullable().describe('Failure code'),
  failure_message: z.string().nullable().describe('Failure message'),
  late_payment: z.boolean().describe('Paid after it had expired'),
  duplicate_payment: z.boolean().describe('A second payment for a single-use code or number; should be refunded'),
  qris_payment_id: idSchema('qris_payment').nullable().describe('QR code that was paid, for method qris'),
  virtual_account_id: idSchema('virtual_account').nullable().describe('Virtual account that was paid'),
  va_number: z.string().nullable().describe('Virtual account number to pay to'),
  payment_link_id: idSchema('payment_link').nullable().describe('Payment link that created it'),
  expires_at: instant.nullable().describe('When it expires'),
  expired_at: instant.nullable().describe('When it was marked as expired'),
  paid_at: instant.nullable().describe('When the payer paid'),
  settled_at: instant.nullable().describe('When the net amount became available'),
  metadata: z.record(z.string(), z.unknown()).nullable().describe('Key-value data of the merchant'),
  updated_at: instant.describe('When it was last updated'),
});
export type Transaction = z.infer<typeof transaction>;

export const transactionEvent = z.object({
  seq: z.int().describe('Sequence number in the timeline, from 1'),
  at: instant.describe('When it happened'),
  from_status: z.enum(TRANSACTION_STATUSES).nullable().describe('Status before; null for the first event'),
  to_status: z.enum(TRANSACTION_STATUSES).describe('Status after'),
  actor_type: z.enum(['system', 'user', 'provider', 'api_key']).describe('Type of the actor'),
  actor_name: z.string().nullable().describe('Name of the user, API key or bank'),
  code: z
    .enum(TRANSACTION_EVENT_CODES)
    .nullable()
    .describe('What happened, for events about a refund or a refused reversal; null: the status changed'),
  refund_id: idSchema('refund').nullable().describe('Refund that the event is about'),
  refund_amount: rupiah.nullable().describe('Amount of that refund, whole rupiah'),
  note: z.string().nullable().describe('Reason given by a person or the bank'),
  reason: z.string().nullable().describe('Description of the event, in the language of the request'),
});

export const railLogEntry = z.object({
  id: z.string().describe('Id of the log entry'),
  at: instant.describe('When it was sent or received'),
  direction: z.enum(['out', 'in']).describe('out: request to the bank; in: request from the bank'),
  endpoint: z.string().describe('SNAP BI path'),
  external_id: z.string().describe('X-EXTERNAL-ID of the request; empty when it could not be sent'),
  http_status: z.int().nullable().describe('HTTP status of the response; null without one'),
  response_code: z.string().nullable().describe('SNAP BI response code, 7 digits'),
  latency_ms: z.int().nullable().describe('Response time, milliseconds'),
  request: z.unknown().describe('Request body, with secrets removed'),
  response: z.unknown().describe('Response body'),
});

/** Maximum number of ids in one filter. */
export const FILTER_IDS_MAX = 100;

export const transactionFilter = {
  date_field: z.enum(TRANSACTION_DATES).default('created_at').describe('Timestamp that `from` and `to` filter by'),
  from: rangeStart.optional().describe('Start of the range, inclusive'),
  to: rangeEnd.optional().describe('End of the range, exclusive; at most 180 days after `from`'),
  hour: oneOrMany(HOURS_OF_DAY)
    .optional()
    .describe('One or more hours of the day (WIB) of creation, 0 to 23: `9` means 09.00 to 09.59'),
  status: oneOrMany(TRANSACTION_STATUSES).optional().describe('One or more statuses'),
  settlement_status: settlementStatusFilter.optional(),
  method: oneOrMany(TRANSACTION_METHODS).optional().describe('One or more methods'),
  channel: payment.channelFilter.optional().describe('One or more banks or networks, such as BCA; `none`: without one'),
  issuer: payment.issuerFilter
    .optional()
    .describe('One or more banks or wallets of the payer, such as GoPay; `none`: not known, so `none,GoPay` is either'),
  failure_code: payment.failureCodeFilter.optional().describe('One or more failure codes; `none`: without a code'),
  source: oneOrMany(TRANSACTION_SOURCES).optional().describe('One or more sources'),
  is_shown_to_payer: z
    .literal('true')
    .optional()
    .describe('Only payments that were shown to the payer: the bank issued their code or number'),
  refund_status: oneOrMany(REFUND_SHARES).optional().describe('One or more refund shares'),
  flags: oneOrMany(TRANSACTION_FLAGS)
    .optional()
    .describe(
      'One or more flags: late payment, duplicate payment, undelivered webhook. A transaction with one of them matches',
    ),
  ids: commaSeparated(/^[\x21-\x7e]{1,64}$/, FILTER_IDS_MAX)
    .optional()
    .describe('Exact transaction ids, merchant references, RRNs or bank references, comma-separated; at most 100'),
  qris_payment_id: idSchema('qris_payment').optional().describe('Payments of this QR code'),
  virtual_account_id: idSchema('virtual_account').optional().describe('Payments of this virtual account'),
  payment_link_id: payment.paymentLinkFilter
    .optional()
    .describe('Payments of this payment link; `none`: not of a payment link'),
  customer_email: payment.customerEmailFilter.optional(),
  amount_min: z.coerce.number().int().min(0).optional().describe('Minimum gross amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Maximum gross amount, whole rupiah'),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Text contained in id, reference, customer name, email or phone, VA number, RRN or bank reference'),
};
export const TRANSACTION_SORTS = ['-created_at', 'created_at', '-amount', 'amount'] as const;

export const listTransactions = route({
  name: 'listTransactions',
  method: 'GET',
  path: '/transactions',
  summary: 'List transactions',
  access: needs('Transactions', 'view'),
  query: z.object({
    ...pageQuery,
    ...transactionFilter,
    sort: z.enum(TRANSACTION_SORTS).default('-created_at').describe('Sort order; a leading minus sorts descending'),
    columns: fileColumns,
  }),
  output: page(transaction),
  files: true,
  errors: { range_too_long: 422, too_many_rows: 422 },
});

export const summariseTransactions = route({
  name: 'summariseTransactions',
  method: 'GET',
  path: '/transactions/summary',
  summary: 'Summarise transactions by status',
  access: needs('Transactions', 'view'),
  query: z.object(transactionFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(TRANSACTION_STATUSES).describe('Status'),
        count: z.int().describe('Number of payments'),
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
  summary: 'Retrieve a transaction',
  access: needs('Transactions', 'view'),
  params: z.object({ id: idSchema('transaction') }),
  output: z.object({
    data: z.object({
      ...transaction.shape,
      ...transactionDetailFields,
      events: z.array(transactionEvent).describe('Timeline, oldest first'),
      rail_log: z.array(railLogEntry).describe('Requests to and from the bank, oldest first'),
    }),
  }),
});

export const syncTransaction = route({
  name: 'syncTransaction',
  method: 'POST',
  path: '/transactions/{id}/sync',
  summary: 'Sync the status of a transaction with the bank',
  access: needs('Transactions', 'manage'),
  params: z.object({ id: idSchema('transaction') }),
  output: z.object({ data: transaction }),
  errors: { bank_unreachable: 502 },
});

export const cancelTransaction = route({
  name: 'cancelTransaction',
  method: 'POST',
  path: '/transactions/{id}/cancel',
  summary: 'Cancel a pending transaction',
  access: needs('Transactions', 'manage'),
  params: z.object({ id: idSchema('transaction') }),
  output: z.object({ data: transaction }),
  errors: { not_cancellable: 409, bank_unreachable: 502 },
});

export const getTransactionReceipt = route({
  name: 'getTransactionReceipt',
  method: 'GET',
  path: '/transactions/{id}/receipt',
  summary: 'Download the receipt of a transaction',
  access: needs('Transactions', 'view'),
  params: z.object({ id: idSchema('transaction') }),
  stream: 'application/pdf',
  errors: { not_paid: 409 },
});
