/** Settlement: paid transactions become the merchant's money, in batches that are paid out (domain 1.7). */
import { z } from 'zod';
import { needs } from './access.ts';
import { BANKS } from './bank.ts';
import { idOf } from './id.ts';
import { currency, rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
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
export const SETTLEMENT_DESTINATIONS = ['bank', 'balance'] as const;

const amounts = {
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
  id: idOf('settlement_batch'),
  batch_no: z.string().describe('Number of the batch for people, unique per merchant'),
  settlement_date: business_day.describe('Day (WIB) on which it settles'),
  is_early: z.boolean().describe('Settled before its payments were due'),
  period_from: instant.nullable().describe('When its first payment was paid; null without payments'),
  period_to: instant.nullable().describe('When its last payment was paid'),
  ...amounts,
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
  transaction_id: idOf('transaction').nullable().describe('The payment, for payments, refunds and reversals'),
  reference_id: z.string().describe('Id of the object that moved the money'),
  merchant_reference: z.string().nullable().describe("The merchant's own order number"),
  method: z.enum(TRANSACTION_METHODS).nullable().describe('Payment method'),
  channel_code: z.string().nullable().describe('Bank or network'),
  occurred_at: instant.describe('When it was paid, or moved'),
  gross_amount: amounts.gross_amount,
  mdr_rate_bps: z.int().nullable().describe('Rate of the fee, in hundredths of a percent'),
  flat_fee: rupiah.nullable().describe('Fixed part of the fee, whole rupiah'),
  fee_amount: amounts.fee_amount,
  fee_vat_amount: amounts.fee_vat_amount,
  commission_amount: amounts.commission_amount,
  refund_amount: amounts.refund_amount,
  adjustment_amount: amounts.adjustment_amount,
  net_amount: rupiah.describe('What the line adds to the batch, whole rupiah'),
  rrn: z.string().nullable().describe('Retrieval reference number of the network'),
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

export const listSettlements = route({
  name: 'listSettlements',
  method: 'GET',
  path: '/settlements',
  summary: 'Settlement batches, newest first; CSV of the same filter with `Accept: text/csv`',
  access: needs('Reports', 'view'),
  query: z.object({ ...pageQuery, ...settlementFilter }),
  output: page(settlementBatch),
  csv: true,
});

export const getSettlement = route({
  name: 'getSettlement',
  method: 'GET',
  path: '/settlements/{id}',
  summary: 'One batch with its timeline and its sums by method and by fee rule',
  access: needs('Reports', 'view'),
  params: z.object({ id: idOf('settlement_batch') }),
  output: z.object({
    data: z.object({
      ...settlementBatch.shape,
      events: z.array(settlementEvent).describe('Timeline, oldest first'),
      summary: z
        .array(
          z.object({
            line_type: z.enum(SETTLEMENT_LINE_TYPES).describe('What it is'),
            method: z.enum(TRANSACTION_METHODS).nullable().describe('Payment method'),
            fee_rule: z.string().nullable().describe('Name of the fee rule'),
            count: z.int().describe('Lines'),
            gross_amount: amounts.gross_amount,
            fee_amount: amounts.fee_amount,
            fee_vat_amount: amounts.fee_vat_amount,
            refund_amount: amounts.refund_amount,
            adjustment_amount: amounts.adjustment_amount,
            net_amount: amounts.net_amount,
          }),
        )
        .describe('Sums of its lines by kind, method and fee rule'),
      lines_net_amount: rupiah.describe('Sum of the net amounts of all lines: equal to the net amount of the batch'),
    }),
  }),
});

export const listSettlementLines = route({
  name: 'listSettlementLines',
  method: 'GET',
  path: '/settlements/{id}/lines',
  summary: 'Lines of a batch in their order; `Accept: text/csv` for all of them',
  access: needs('Reports', 'view'),
  params: z.object({ id: idOf('settlement_batch') }),
  query: z.object({
    ...pageQuery,
    type: settlementFilter.type,
    line_type: oneOrMany(SETTLEMENT_LINE_TYPES).optional().describe('One or more kinds of line'),
  }),
  output: page(settlementLine),
  csv: true,
});

export const listUpcomingSettlements = route({
  name: 'listUpcomingSettlements',
  method: 'GET',
  path: '/settlements/upcoming',
  summary: 'What is paid and not yet settled, by the day (WIB) on which it is due',
  access: needs('Reports', 'view'),
  output: z.object({
    data: z.array(
      z.object({
        settlement_date: business_day.describe('Day (WIB) on which it is due'),
        count: z.int().describe('Payments'),
        gross_amount: amounts.gross_amount,
        fee_amount: amounts.fee_amount,
        fee_vat_amount: amounts.fee_vat_amount,
        net_amount: amounts.net_amount,
      }),
    ),
  }),
});

const actions = { params: z.object({ id: idOf('settlement_batch') }), output: z.object({ data: settlementBatch }) };

export const approveSettlement = route({
  name: 'approveSettlement',
  method: 'POST',
  path: '/settlements/{id}/approve',
  summary: 'Approve a closed batch for payout, where the merchant approves by hand',
  access: needs('Reports', 'manage'),
  idempotent: true,
  ...actions,
  errors: { wrong_status: 409, no_bank_account: 422 },
});

export const holdSettlement = route({
  name: 'holdSettlement',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/{id}/hold',
  summary: 'Hold a closed batch back (provider)',
  access: needs('Merchants', 'manage'),
  params: z.object({ merchant_id: idOf('merchant'), id: idOf('settlement_batch') }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(200).describe('Why; shown to the merchant') }),
  output: actions.output,
  errors: { wrong_status: 409 },
});

export const releaseSettlement = route({
  name: 'releaseSettlement',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/{id}/release',
  summary: 'Let a batch go that was on hold (provider)',
  access: needs('Merchants', 'manage'),
  params: z.object({ merchant_id: idOf('merchant'), id: idOf('settlement_batch') }),
  output: actions.output,
  errors: { wrong_status: 409 },
});

export const retrySettlement = route({
  name: 'retrySettlement',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/{id}/retry',
  summary: 'Pay a batch out again whose payout failed or came back (provider)',
  access: needs('Merchants', 'manage'),
  idempotent: true,
  params: z.object({ merchant_id: idOf('merchant'), id: idOf('settlement_batch') }),
  output: actions.output,
  errors: { wrong_status: 409, no_bank_account: 422 },
});

export const settlementBankAccount = z.object({
  id: z.string().describe('Id of the account'),
  bank_code: z.string().describe('Three digits of Bank Indonesia'),
  account_last4: z.string().describe('Last four digits of the number'),
  holder_name: z.string().describe('Name that the bank returned'),
  verified_at: instant.describe('When the bank was asked'),
  usable_from: instant.describe('From when it is paid to: a new account waits 24 hours'),
});

export const settlementSetting = z.object({
  destination: z.enum(SETTLEMENT_DESTINATIONS).describe('bank: paid out; balance: credited to the available balance'),
  approval: z.enum(['auto', 'manual']).describe('manual: a person approves each payout'),
  schedule: z.enum(['daily', 'weekly', 'monthly']).describe('How often a batch is made'),
  weekday: z.int().min(1).max(5).nullable().describe('1 Monday to 5 Friday, for weekly'),
  month_day: z.int().min(1).max(28).nullable().describe('Day of the month, for monthly'),
  minimum_amount: rupiah.describe('Least net amount that is settled, whole rupiah; less waits for more'),
});

export const getSettlementSetting = route({
  name: 'getSettlementSetting',
  method: 'GET',
  path: '/settlement-setting',
  summary: "The merchant's schedule, minimum, bank account and terms",
  access: needs('Reports', 'view'),
  output: z.object({
    data: z.object({
      ...settlementSetting.shape,
      is_held: z.boolean().describe('The provider holds all settlements of the merchant'),
      held_reason: z.string().nullable().describe('Why'),
      bank_account: settlementBankAccount.nullable().describe('Where settlements are paid to'),
      terms: z
        .array(
          z.object({
            method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
            channel_code: z.string().nullable().describe('Bank; null: every other'),
            days: z.int().describe('The n of T+n'),
            basis: z.enum(['calendar', 'business']).describe('What kind of days'),
            cut_off_hour: z.int().describe('Payments from this hour on (WIB) count for the next day; 24: none'),
          }),
        )
        .describe('When payments settle, as it stands today'),
    }),
  }),
});

export const setSettlementSetting = route({
  name: 'setSettlementSetting',
  method: 'PUT',
  path: '/settlement-setting',
  summary: 'Change schedule, minimum, destination and approval',
  access: needs('Reports', 'manage'),
  body: z.strictObject({
    destination: settlementSetting.shape.destination,
    approval: settlementSetting.shape.approval,
    schedule: settlementSetting.shape.schedule,
    weekday: settlementSetting.shape.weekday,
    month_day: settlementSetting.shape.month_day,
    minimum_amount: z.int().min(0).max(1_000_000_000).describe('Least net amount, whole rupiah'),
  }),
  output: getSettlementSetting.output,
  errors: { no_bank_account: 422 },
});

export const setSettlementBankAccount = route({
  name: 'setSettlementBankAccount',
  method: 'PUT',
  path: '/settlement-setting/bank-account',
  summary: 'Change where settlements are paid to; the bank is asked for the name, and a new account waits 24 hours',
  access: needs('Business profile', 'manage'),
  body: z.strictObject({
    bank_code: z
      .enum(BANKS.map(({ code }) => code) as [string, ...string[]])
      .describe('Three digits of Bank Indonesia'),
    account_no: z
      .string()
      .trim()
      .regex(/^\d{5,20}$/)
      .describe('Number of the account, digits only'),
  }),
  output: getSettlementSetting.output,
  errors: { account_not_found: 422, bank_unreachable: 502 },
});
