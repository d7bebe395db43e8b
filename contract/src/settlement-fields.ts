/** The fields of settlements (domain 1.7). Routes: settlement.ts and settlement-admin.ts. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { currency, rupiah } from './money.ts';
import { oneOrMany } from './paging.ts';
import { business_day, instant } from './time.ts';
import { TRANSACTION_METHODS } from './transaction.ts';

export const SETTLEMENT_BATCH_STATUSES = [
  'open',
  'closed',
  'on_hold',
  'approved',
  'processing',
  'paid',
  'failed',
  'returned',
] as const;
export type SettlementBatchStatus = (typeof SETTLEMENT_BATCH_STATUSES)[number];
/** Money in transit: it has left the pending balance and is not credited yet, whatever stops its batch. */
export const IN_TRANSIT_STATUSES = [
  'closed',
  'on_hold',
  'approved',
  'processing',
  'failed',
  'returned',
] as const satisfies readonly SettlementBatchStatus[];
/** `/settlement/{type}`: the product of a line. `all` is every line. */
export const SETTLEMENT_TYPES = [
  'all',
  'virtual-account',
  'qris',
  'payment-link',
  'disbursement',
  'adjustment',
] as const;
export type SettlementType = (typeof SETTLEMENT_TYPES)[number];
export const SETTLEMENT_LINE_TYPES = ['payment', 'refund', 'chargeback', 'adjustment', 'reserve'] as const;
export const SETTLEMENT_DISPUTE_STATUSES = ['open', 'accepted', 'rejected'] as const;
export type SettlementDisputeStatus = (typeof SETTLEMENT_DISPUTE_STATUSES)[number];
export const SETTLEMENT_DESTINATIONS = ['bank', 'balance'] as const;

export const settlementAmounts = {
  transaction_count: z.int().describe('Number of payments'),
  gross_amount: rupiah.describe('Gross amount of the payments, whole rupiah'),
  refund_amount: rupiah.describe('Refunds, whole rupiah; a positive number reduces the net amount'),
  fee_amount: rupiah.describe('Fees less refunded fees, whole rupiah'),
  fee_vat_amount: rupiah.describe('VAT (PPN) on the fees, whole rupiah'),
  commission_amount: rupiah.describe('Commissions charged to the merchant, whole rupiah'),
  adjustment_amount: rupiah.describe('Adjustments and reversals, whole rupiah; signed'),
  net_amount: rupiah.describe('Payout amount: gross less refunds, fees, VAT and commission, plus adjustments'),
};

export const settlementBatch = z.object({
  id: idSchema('settlement_batch'),
  batch_no: z.string().describe('Batch number, unique per merchant'),
  settlement_date: business_day.describe('Settlement day (WIB)'),
  is_early: z
    .boolean()
    .describe(
      'Whether an early settlement of the provider closed it; its payments are then `early_settled` once it is paid',
    ),
  period_from: instant.nullable().describe('Payment time of the first payment; null without payments'),
  period_to: instant.nullable().describe('Payment time of the last payment; null without payments'),
  ...settlementAmounts,
  currency,
  destination: z
    .enum(SETTLEMENT_DESTINATIONS)
    .describe('`bank`: bank transfer; `balance`: credited to the available balance'),
  bank_account: z.string().nullable().describe('Destination account: bank and last four digits'),
  rail: z.string().nullable().describe('Payment rail of the payout'),
  bank_reference: z.string().nullable().describe('Bank reference of the payout'),
  status: z
    .enum(SETTLEMENT_BATCH_STATUSES)
    .describe('Status of the batch. `processing`: sent to the bank; `paid`: credited'),
  sent_at: instant.nullable().describe('When it was sent to the bank'),
  paid_at: instant.nullable().describe('When it was credited'),
  failure_code: z.string().nullable().describe('Failure code'),
  failure_message: z.string().nullable().describe('Failure message'),
  held_reason: z.string().nullable().describe('Reason of the hold'),
  line_count: z.int().describe('Number of lines'),
  created_at: instant.describe('When it was created'),
  updated_at: instant.describe('When it last changed'),
});
export type SettlementBatch = z.infer<typeof settlementBatch>;

export const settlementLine = z.object({
  line_no: z.int().describe('Line number, from 1'),
  line_type: z.enum(SETTLEMENT_LINE_TYPES).describe('Type of the line'),
  type: z.enum(SETTLEMENT_TYPES).describe('Product of the line'),
  transaction_id: idSchema('transaction').nullable().describe('Payment, for payments, refunds and reversals'),
  reference_id: z.string().describe('Id of the source object, such as a payment or a refund'),
  merchant_reference: z.string().nullable().describe('Order reference of the merchant'),
  method: z.enum(TRANSACTION_METHODS).nullable().describe('Payment method'),
  channel_code: z.string().nullable().describe('Bank or network'),
  occurred_at: instant.describe('When it was paid or posted'),
  gross_amount: settlementAmounts.gross_amount,
  mdr_rate_bps: z.int().nullable().describe('Fee rate in basis points'),
  flat_fee: rupiah.nullable().describe('Fixed fee, whole rupiah'),
  fee_amount: settlementAmounts.fee_amount,
  fee_vat_amount: settlementAmounts.fee_vat_amount,
  commission_amount: settlementAmounts.commission_amount,
  refund_amount: settlementAmounts.refund_amount,
  adjustment_amount: settlementAmounts.adjustment_amount,
  net_amount: rupiah.describe('Net amount of the line, whole rupiah'),
  rrn: z.string().nullable().describe('Retrieval reference number of the network'),
  dispute_status: z.enum(SETTLEMENT_DISPUTE_STATUSES).nullable().describe('Status of its dispute; null: not disputed'),
  dispute_reason: z.string().nullable().describe('Reason of the dispute'),
  dispute_answer: z.string().nullable().describe('Answer of the provider'),
  dispute_adjustment_amount: rupiah.nullable().describe('Adjustment for the dispute in a later batch, whole rupiah'),
});
export type SettlementLine = z.infer<typeof settlementLine>;

export const settlementEvent = z.object({
  seq: z.int().describe('Sequence number, from 1'),
  at: instant.describe('When it happened'),
  from_status: z.enum(SETTLEMENT_BATCH_STATUSES).nullable().describe('Status before; null for the first event'),
  to_status: z.enum(SETTLEMENT_BATCH_STATUSES).describe('Status after'),
  actor_type: z.enum(['system', 'user', 'provider', 'api_key']).describe('Type of the actor'),
  actor_name: z.string().nullable().describe('Name of the person, API key or bank'),
  reason: z.string().nullable().describe('Reason'),
});

export const settlementFilter = {
  type: z
    .enum(SETTLEMENT_TYPES)
    .default('all')
    .describe('Only lines of this product; amounts are the sums of those lines'),
  from: business_day.optional().describe('First settlement day (WIB)'),
  to: business_day.optional().describe('Last settlement day (WIB), included'),
  status: oneOrMany(SETTLEMENT_BATCH_STATUSES).optional().describe('One or more statuses'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Minimum net amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Maximum net amount, whole rupiah'),
  destination: oneOrMany(SETTLEMENT_DESTINATIONS).optional().describe('Paid to a `bank` account, or to the `balance`'),
  bank_code: z
    .string()
    .regex(/^\d{3}$/)
    .optional()
    .describe('Only to accounts of this bank'),
  account_last4: z
    .string()
    .regex(/^\d{4}$/)
    .optional()
    .describe('Only to accounts with these last four digits'),
  q: z.string().trim().max(100).optional().describe('Prefix of the batch number, or the bank reference'),
};
