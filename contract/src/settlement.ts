/** Settlement: paid transactions become the merchant's money, in batches that are paid out (domain 1.7). */
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
  summary: 'Settlement batches, newest first; a CSV or XLSX file of the same filter by `Accept`',
  access: needs('Reports', 'view'),
  query: z.object({ ...pageQuery, ...settlementFilter, columns: fileColumns }),
  output: page(settlementBatch),
  csv: true,
  xlsx: true,
  errors: { too_many_rows: 422 },
});

export const summariseSettlements = route({
  name: 'summariseSettlements',
  method: 'GET',
  path: '/settlements/summary',
  summary: 'Count and sum of the net amounts per state of a filter',
  access: needs('Reports', 'view'),
  query: z.object(settlementFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(SETTLEMENT_BATCH_STATUSES).describe('State'),
        count: z.int().describe('Batches in that state'),
        amount: rupiah.describe('Sum of their net amounts, whole rupiah'),
      }),
    ),
  }),
});

export const getSettlement = route({
  name: 'getSettlement',
  method: 'GET',
  path: '/settlements/{id}',
  summary: 'One batch with its timeline and its sums by method and by fee rule',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('settlement_batch') }),
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
            gross_amount: settlementAmounts.gross_amount,
            fee_amount: settlementAmounts.fee_amount,
            fee_vat_amount: settlementAmounts.fee_vat_amount,
            refund_amount: settlementAmounts.refund_amount,
            adjustment_amount: settlementAmounts.adjustment_amount,
            net_amount: settlementAmounts.net_amount,
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
  summary: 'Lines of a batch in their order; a CSV or XLSX file of all of them by `Accept`',
  access: needs('Reports', 'view'),
  params: z.object({ id: idSchema('settlement_batch') }),
  query: z.object({
    ...pageQuery,
    type: settlementFilter.type,
    line_type: oneOrMany(SETTLEMENT_LINE_TYPES).optional().describe('One or more kinds of line'),
    columns: fileColumns,
  }),
  output: page(settlementLine),
  csv: true,
  xlsx: true,
  errors: { too_many_rows: 422 },
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
        gross_amount: settlementAmounts.gross_amount,
        fee_amount: settlementAmounts.fee_amount,
        fee_vat_amount: settlementAmounts.fee_vat_amount,
        net_amount: settlementAmounts.net_amount,
      }),
    ),
  }),
});

export const approveSettlement = route({
  name: 'approveSettlement',
  method: 'POST',
  path: '/settlements/{id}/approve',
  summary: 'Approve a closed batch for payout, where the merchant approves by hand',
  access: needs('Reports', 'manage'),
  idempotent: true,
  params: z.object({ id: idSchema('settlement_batch') }),
  output: z.object({ data: settlementBatch }),
  errors: { wrong_status: 409, no_bank_account: 422 },
});

export const disputeSettlementLine = route({
  name: 'disputeSettlementLine',
  method: 'POST',
  path: '/settlements/{id}/lines/{line_no}/dispute',
  summary: 'Say that a line is wrong; the provider answers',
  access: needs('Reports', 'manage'),
  params: z.object({
    id: idSchema('settlement_batch'),
    line_no: z.coerce.number().int().min(1).describe('Line of the batch'),
  }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(1000).describe('What is wrong') }),
  status: 201,
  output: z.object({
    data: z.object({
      id: z.string().describe('Id of the dispute'),
      line_no: z.int().describe('Line of the batch'),
      reason: z.string().describe('What is wrong'),
      status: z.enum(SETTLEMENT_DISPUTE_STATUSES).describe('Where it stands'),
      answer: z.string().nullable().describe('What the provider says'),
      created_at: instant.describe('When it was raised'),
    }),
  }),
  errors: { already_disputed: 409 },
});
