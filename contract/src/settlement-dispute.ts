/** Lines of a batch that a merchant does not agree with, and what the provider answers (domain 1.7). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { AMOUNT_CAP, rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { SETTLEMENT_DISPUTE_STATUSES } from './settlement-fields.ts';
import { instant } from './time.ts';

export const settlementDispute = z.object({
  id: idSchema('settlement_dispute'),
  batch_id: idSchema('settlement_batch').describe('The batch'),
  batch_no: z.string().describe('Its number for people'),
  line_no: z.int().describe('Line of the batch'),
  transaction_id: idSchema('transaction').nullable().describe('The payment of the line'),
  line_net_amount: rupiah.describe('What the line added to the batch, whole rupiah'),
  reason: z.string().describe('What is wrong, as the merchant says it'),
  status: z.enum(SETTLEMENT_DISPUTE_STATUSES).describe('Where it stands'),
  answer: z.string().nullable().describe('What the provider says'),
  adjustment_amount: rupiah
    .nullable()
    .describe('Given to the merchant (above zero) or taken, whole rupiah; a line of the next batch'),
  created_by: z.string().describe('Who raised it'),
  created_at: instant.describe('When it was raised'),
  answered_by: z.string().nullable().describe('Who answered'),
  answered_at: instant.nullable().describe('When it was answered'),
});
export type SettlementDispute = z.infer<typeof settlementDispute>;

const query = z.object({
  ...pageQuery,
  status: oneOrMany(SETTLEMENT_DISPUTE_STATUSES).optional().describe('One or more states'),
});

export const listSettlementDisputes = route({
  name: 'listSettlementDisputes',
  method: 'GET',
  path: '/settlement-disputes',
  summary: 'Lines that were disputed, newest first, with their answers',
  access: needs('Reports', 'view'),
  query,
  output: page(settlementDispute),
});

export const listMerchantSettlementDisputes = route({
  name: 'listMerchantSettlementDisputes',
  method: 'GET',
  path: '/merchants/{merchant_id}/settlement-disputes',
  summary: 'Lines that a merchant disputes, newest first (provider)',
  access: needs('Merchants', 'view'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  query,
  output: page(settlementDispute),
});

export const answerSettlementDispute = route({
  name: 'answerSettlementDispute',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlement-disputes/{id}/answer',
  summary: 'Accept a dispute with an adjustment that settles with the next batch, or reject it with words (provider)',
  access: needs('Merchants', 'manage'),
  idempotent: true,
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('settlement_dispute') }),
  body: z.strictObject({
    decision: z.enum(['accept', 'reject']).describe('accept: the merchant is right; reject: the line is right'),
    adjustment_amount: z
      .int()
      .min(-AMOUNT_CAP)
      .max(AMOUNT_CAP)
      .refine((amount) => amount !== 0, 'Name an amount other than zero')
      .optional()
      .meta({ examples: [12_500] })
      .describe('Given to the merchant (above zero) or taken, whole rupiah; required to accept, and only then'),
    answer: z.string().trim().min(1).max(1000).describe('What is said to the merchant'),
  }),
  output: z.object({ data: settlementDispute }),
  errors: { already_answered: 409, insufficient_balance: 422 },
});
