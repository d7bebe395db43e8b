/** Settlement: paid transactions are collected into batches and paid out (domain 1.7). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import {
  SETTLEMENT_BATCH_STATUSES,
  SETTLEMENT_DISPUTE_STATUSES,
  SETTLEMENT_LINE_TYPES,
  settlementAmounts,
  settlementBatch,
  settlementEvent,
  settlementFilter,
  settlementLine,
} from './settlement-fields.ts';
import { business_day, instant } from './time.ts';
import { TRANSACTION_METHODS } from './transaction.ts';

export const listSettlements = route({
  name: 'listSettlements',
  method: 'GET',
  path: '/settlements',
  summary: 'List settlements. `Accept` selects JSON, CSV or XLSX',
  access: needs('Reports', 'view'),
  query: z.object({ ...pageQuery, ...settlementFilter, columns: fileColumns }),
  output: page(settlementBatch),
  files: true,
  errors: { too_many_rows: 422 },
});

export const summariseSettlements = route({
  name: 'summariseSettlements',
  method: 'GET',
  path: '/settlements/summary',
  summary: 'Summarise settlements by status',
  access: needs('Reports', 'view'),
  query: z.object({
    ...settlementFilter,
    paid_from: business_day.optional().describe('First day (WIB) on which they were credited'),
    paid_to: business_day.optional().describe('Last day (WIB) on which they were credited, included'),
  }),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(SETTLEMENT_BATCH_STATUSES).describe('Status'),
        count: z.int().describe('Number of batches'),
        amount: rupiah.describe('Sum of their net amounts, whole rupiah'),
      }),
    ),
  }),
});

export const getSettlement = route({
  name: 'getSettlement',
  method: 'GET',
  path: '/settlements/{id}',
  summary: 'Retrieve a settlement with its timeline and its sums by method and fee rule',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('settlement_batch') }),
  output: z.object({
    data: z.object({
      ...settlementBatch.shape,
      events: z.array(settlementEvent).describe('Timeline, oldest first'),
      summary: z
        .array(
          z.object({
            line_type: z.enum(SETTLEMENT_LINE_TYPES).describe('Type of the lines'),
            method: z.enum(TRANSACTION_METHODS).nullable().describe('Payment method'),
            fee_rule: z.string().nullable().describe('Name of the fee rule'),
            count: z.int().describe('Number of lines'),
            gross_amount: settlementAmounts.gross_amount,
            fee_amount: settlementAmounts.fee_amount,
            fee_vat_amount: settlementAmounts.fee_vat_amount,
            refund_amount: settlementAmounts.refund_amount,
            commission_amount: settlementAmounts.commission_amount,
            adjustment_amount: settlementAmounts.adjustment_amount,
            net_amount: settlementAmounts.net_amount,
          }),
        )
        .describe('Sums by line type, method and fee rule'),
      lines_net_amount: rupiah.describe('Sum of the net amounts of all lines: equal to the net amount of the batch'),
    }),
  }),
});

export const listSettlementLines = route({
  name: 'listSettlementLines',
  method: 'GET',
  path: '/settlements/{id}/lines',
  summary: 'List the lines of a settlement. `Accept` selects JSON, CSV or XLSX',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('settlement_batch') }),
  query: z.object({
    ...pageQuery,
    type: settlementFilter.type,
    line_type: oneOrMany(SETTLEMENT_LINE_TYPES).optional().describe('One or more line types'),
    columns: fileColumns,
  }),
  output: page(settlementLine),
  files: true,
  errors: { too_many_rows: 422 },
});

export const listUpcomingSettlements = route({
  name: 'listUpcomingSettlements',
  method: 'GET',
  path: '/settlements/upcoming',
  summary: 'List the settlements expected in the next 21 days',
  access: needs('Reports', 'view'),
  output: z.object({
    data: z.array(
      z.object({
        settlement_date: business_day.describe('Expected settlement day (WIB)'),
        count: z.int().describe('Number of payments'),
        gross_amount: settlementAmounts.gross_amount,
        fee_amount: settlementAmounts.fee_amount,
        fee_vat_amount: settlementAmounts.fee_vat_amount,
        adjustment_amount: rupiah.describe(
          'Refunds, refunded fees, reversals and adjustments that settle with the payments, whole rupiah; signed',
        ),
        net_amount: rupiah.describe('Expected net: gross less fees and VAT, plus adjustments, whole rupiah'),
      }),
    ),
    later: rupiah.describe(
      'Part of the pending balance that settles after these days or waits for the minimum payout, whole rupiah; ' +
        'together with the net amounts it is the pending balance',
    ),
  }),
});

export const approveSettlement = route({
  name: 'approveSettlement',
  method: 'POST',
  path: '/settlements/{id}/approve',
  summary: 'Approve a settlement for payout',
  access: needs('Reports', 'manage', { users_only: true }),
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ id: idSchema('settlement_batch') }),
  output: z.object({ data: settlementBatch }),
  errors: { status_conflict: 409, no_bank_account: 422 },
});

export const disputeSettlementLine = route({
  name: 'disputeSettlementLine',
  method: 'POST',
  path: '/settlements/{id}/lines/{line_no}/dispute',
  summary: 'Dispute a settlement line',
  access: needs('Reports', 'manage'),
  params: z.object({
    id: idSchema('settlement_batch'),
    line_no: z.coerce.number().int().min(1).describe('Line number in the batch'),
  }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(1000).describe('Reason of the dispute') }),
  status: 201,
  output: z.object({
    data: z.object({
      id: z.string().describe('Id of the dispute'),
      line_no: z.int().describe('Line number in the batch'),
      reason: z.string().describe('Reason of the dispute'),
      status: z.enum(SETTLEMENT_DISPUTE_STATUSES).describe('Status of the dispute'),
      answer: z.string().nullable().describe('Answer of the provider'),
      created_at: instant.describe('When it was opened'),
    }),
  }),
  errors: { already_disputed: 409 },
});
