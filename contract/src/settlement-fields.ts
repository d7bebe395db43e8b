/** The fields of settlements (domain 1.7). Routes: settlement.ts and settlement-steering.ts. */
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
/** `/settlement/{type}`: what a line is about. `all` is every line. */
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
  transaction_count: z.int().describe('Payments in it'),
  gross_amount: rupiah.describe('Sum of the payments, whole rupiah'),
  refund_amount: rupiah.describe('Sum of what was given back, whole rupiah; a positive number is taken off'),
  fee_amount: rupiah.describe('Fees less fees given back, whole rupiah'),
  fee_vat_amount: rupiah.describe('VAT (PPN) on the fees, whole rupiah'),
  commission_amount: rupiah.describe('Commissions that the merchant bears, whole rupiah'),
  adjustment_amount: rupiah.describe('Corrections and reversals, whole rupiah; negative ones are taken off'),
  net_amount: rupiah.describe('What is paid out: gross less refunds, fees, VAT and commission, plus adjustments'),
};

export const settlementBatch = z.object({
  id: idSchema('settlement_batch'),
  batch_no: z.string().describe('Number of the batch for people, unique per merchant'),
  settlement_date: business_day.describe('Day (WIB) on which it settles'),
  is_early: z.boolean().describe('Settled before its payments were due'),
  period_from: instant.nullable().describe('When its first payment was paid; null without payments'),
  period_to: instant.nullable().describe('When its last payment was paid'),
  ...settlementAmounts,
  currency,
  destination: z.enum(SETTLEMENT_DESTINATIONS).describe('bank: paid out; balance: credited to the available balance'),
  bank_account: z.string().nullable().describe('Where it is paid to: bank and the last four digits'),
  rail: z.string().nullable().describe('How it was sent'),
  bank_reference: z.string().nullable().describe("The bank's number of the payout"),
  status: z.enum(SETTLEMENT_BATCH_STATUSES).describe('processing: sent to the bank; paid: credited'),
  sent_at: instant.nullable().describe('When it was sent to the bank'),
  paid_at: instant.nullable().describe('When the bank credited it'),
  failure_code: z.string().nullable().describe('Machine code of the failure'),
  failure_message: z.string().nullable().describe('The failure in words'),
  held_reason: z.string().nullable().describe('Why it is on hold'),
  line_count: z.int().describe('Lines collected so far'),
  created_at: instant.describe('When it was opened'),
  updated_at: instant.describe('When it last changed'),
});
export type SettlementBatch = z.infer<typeof settlementBatch>;

export const settlementLine = z.object({
  line_no: z.int().describe('Place in the batch, from 1'),
  line_type: z.enum(SETTLEMENT_LINE_TYPES).describe('What it is'),
  type: z.enum(SETTLEMENT_TYPES).describe('What it is about'),
  transaction_id: idSchema('transaction').nullable().describe('The payment, for payments, refunds and reversals'),
  reference_id: z.string().describe('Id of the object that moved the money'),
  merchant_reference: z.string().nullable().describe("The merchant's own order number"),
  method: z.enum(TRANSACTION_METHODS).nullable().describe('Payment method'),
  channel_code: z.string().nullable().describe('Bank or network'),
  occurred_at: instant.describe('When it was paid, or moved'),
  gross_amount: settlementAmounts.gross_amount,
  mdr_rate_bps: z.int().nullable().describe('Rate of the fee, in hundredths of a percent'),
  flat_fee: rupiah.nullable().describe('Fixed part of the fee, whole rupiah'),
  fee_amount: settlementAmounts.fee_amount,
  fee_vat_amount: settlementAmounts.fee_vat_amount,
  commission_amount: settlementAmounts.commission_amount,
  refund_amount: settlementAmounts.refund_amount,
  adjustment_amount: settlementAmounts.adjustment_amount,
  net_amount: rupiah.describe('What the line adds to the batch, whole rupiah'),
  rrn: z.string().nullable().describe('Retrieval reference number of the network'),
  dispute_status: z.enum(SETTLEMENT_DISPUTE_STATUSES).nullable().describe('Where its dispute stands; null: none'),
  dispute_reason: z.string().nullable().describe('What the merchant says is wrong'),
  dispute_answer: z.string().nullable().describe('What the provider answered'),
  dispute_adjustment_amount: rupiah.nullable().describe('Adjustment in a later batch for it, whole rupiah'),
});
export type SettlementLine = z.infer<typeof settlementLine>;

export const settlementEvent = z.object({
  seq: z.int().describe('Place in the timeline, from 1'),
  at: instant.describe('When it happened'),
  from_status: z.enum(SETTLEMENT_BATCH_STATUSES).nullable().describe('State before; null for the first'),
  to_status: z.enum(SETTLEMENT_BATCH_STATUSES).describe('State after'),
  actor_type: z.enum(['system', 'user', 'provider', 'api_key']).describe('Who caused it'),
  actor_name: z.string().nullable().describe('Name of the person, key or bank'),
  reason: z.string().nullable().describe('Why, in words'),
});

export const settlementFilter = {
  type: z.enum(SETTLEMENT_TYPES).default('all').describe('Only what is about this; amounts are those of its lines'),
  from: business_day.optional().describe('First settlement day (WIB)'),
  to: business_day.optional().describe('Last settlement day (WIB), included'),
  status: oneOrMany(SETTLEMENT_BATCH_STATUSES).optional().describe('One or more states'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Least net amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Greatest net amount, whole rupiah'),
  q: z.string().trim().max(100).optional().describe('Beginning of the batch number, or the bank reference'),
};
