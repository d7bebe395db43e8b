/** Disputes of settlement lines and their answers (domain 1.7). */
import { z } from 'zod';
import { needs } from './access.ts';
import { DECISION_ERRORS } from './approval-fields.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { AMOUNT_CAP, rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { SETTLEMENT_DISPUTE_STATUSES } from './settlement-fields.ts';
import { instant } from './time.ts';

export const settlementDispute = z.object({
  id: idSchema('settlement_dispute'),
  batch_id: idSchema('settlement_batch').describe('Id of the batch'),
  batch_no: z.string().describe('Batch number'),
  line_no: z.int().describe('Line number in the batch'),
  transaction_id: idSchema('transaction').nullable().describe('Payment of the line'),
  line_net_amount: rupiah.describe('Net amount of the line, whole rupiah'),
  reason: z.string().describe('Reason given by the merchant'),
  status: z.enum(SETTLEMENT_DISPUTE_STATUSES).describe('Status of the dispute'),
  answer: z.string().nullable().describe('Answer of the provider'),
  adjustment_amount: rupiah
    .nullable()
    .describe('Adjustment in the next batch, whole rupiah; positive: credit, negative: debit'),
  proposed_amount: rupiah
    .nullable()
    .describe('Adjustment that waits for a second staff member of the provider, whole rupiah; null: none'),
  proposed_by: z.string().nullable().describe('Name of the person who proposed it'),
  created_by: z.string().describe('Name of the person or API key that opened it'),
  created_at: instant.describe('When it was opened'),
  answered_by: z.string().nullable().describe('Name of the person who answered'),
  answered_at: instant.nullable().describe('When it was answered'),
});

/** Adjustments above this amount need a second staff member of the provider, whole rupiah. */
export const DISPUTE_CONFIRMATION_THRESHOLD = 5_000_000;
export type SettlementDispute = z.infer<typeof settlementDispute>;

const query = z.object({
  ...pageQuery,
  status: oneOrMany(SETTLEMENT_DISPUTE_STATUSES).optional().describe('One or more statuses'),
});

export const listSettlementDisputes = route({
  name: 'listSettlementDisputes',
  method: 'GET',
  path: '/settlement-disputes',
  summary: 'List disputes',
  access: needs('Reports', 'view'),
  query,
  output: page(settlementDispute),
});

export const listMerchantSettlementDisputes = route({
  name: 'listMerchantSettlementDisputes',
  method: 'GET',
  path: '/merchants/{merchant_id}/settlement-disputes',
  summary: 'List the disputes of a merchant',
  access: needs('Merchants', 'view'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  query,
  output: page(settlementDispute),
});

export const resolveSettlementDispute = route({
  name: 'resolveSettlementDispute',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlement-disputes/{id}/resolve',
  summary:
    'Resolve a dispute. Accepting posts an adjustment that settles with the next batch; above Rp 5,000,000 it is proposed and a second person confirms it',
  access: needs('Merchant finance', 'manage'),
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('settlement_dispute') }),
  body: z.strictObject({
    decision: z.enum(['accept', 'reject']).describe('`accept`: post the adjustment; `reject`: keep the line unchanged'),
    adjustment_amount: z
      .int()
      .min(-AMOUNT_CAP)
      .max(AMOUNT_CAP)
      .refine(
        (amount) => amount !== 0,
        validationMessage('Enter an amount other than zero.', 'Masukkan jumlah selain nol.'),
      )
      .optional()
      .meta({ examples: [12_500] })
      .describe(
        'Adjustment, whole rupiah; positive: credit, negative: debit. Required to accept; not allowed to reject',
      ),
    answer: z.string().trim().min(1).max(1000).describe('Answer shown to the merchant'),
  }),
  output: z.object({ data: settlementDispute }),
  errors: { already_resolved: 409, insufficient_balance: 422, adjustment_exceeds_line: 422 },
});

export const confirmSettlementDispute = route({
  name: 'confirmSettlementDispute',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlement-disputes/{id}/confirm',
  summary: 'Confirm the adjustment that another staff member of the provider proposed for a dispute',
  access: needs('Commissions', 'approve'),
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('settlement_dispute') }),
  output: z.object({ data: settlementDispute }),
  errors: { ...DECISION_ERRORS, not_proposed: 409, already_resolved: 409, insufficient_balance: 422 },
});
