/** Refunds: full or partial, executed after a second approver has approved them (domain 1.6). */
import { z } from 'zod';
import { needs } from './access.ts';
import { DECISION_ERRORS } from './approval-fields.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { amount, rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { failureCodeFilter } from './payment-filter.ts';
import {
  BULK_REFUND_MAX,
  REFUND_METHODS,
  REFUND_REASONS,
  REFUND_REFUSALS,
  REFUND_STATUSES,
  readRefund,
  refundNote,
  refundReason,
  refundReasonText,
  refundRefusal,
  refundTerms,
} from './refund-fields.ts';
import { route } from './route.ts';
import { instant, rangeEnd, rangeStart } from './time.ts';
import { TRANSACTION_METHODS, railLogEntry } from './transaction.ts';

const REASON_TEXT_RULE = validationMessage(
  'Enter a description for the reason "other", and only for that reason.',
  'Isi keterangan untuk alasan "lainnya", dan hanya untuk alasan itu.',
);

export const getRefundTerms = route({
  name: 'getRefundTerms',
  method: 'GET',
  path: '/transactions/{id}/refund-terms',
  summary: 'Retrieve the refund terms of a transaction',
  access: needs('Refunds', 'view'),
  params: z.object({ id: idSchema('transaction') }),
  output: z.object({ data: refundTerms }),
});

export const createRefund = route({
  name: 'createRefund',
  method: 'POST',
  path: '/transactions/{id}/refunds',
  summary: 'Create a refund. The amount is held until a second approver decides',
  access: needs('Refunds', 'manage'),
  requires_active: 'refunds',
  idempotency_key: 'required',
  params: z.object({ id: idSchema('transaction') }),
  body: z
    .strictObject({
      amount: amount.describe('Amount that the customer receives, whole rupiah; at most the refundable amount'),
      reason: refundReason,
      reason_text: refundReasonText.optional(),
      note: refundNote.optional(),
      method: z
        .enum(REFUND_METHODS)
        .optional()
        .describe('Refund method; default: the first method in the refund terms'),
      account_check_id: idSchema('account_check')
        .optional()
        .describe('Checked beneficiary account; required for method transfer'),
    })
    .refine((body) => (body.reason === 'other') === (body.reason_text !== undefined), {
      error: REASON_TEXT_RULE,
      path: ['reason_text'],
    }),
  status: 201,
  output: z.object({ data: readRefund }),
  errors: REFUND_REFUSALS,
});

export const createRefunds = route({
  name: 'createRefunds',
  method: 'POST',
  path: '/refunds/bulk',
  summary:
    'Create refunds for several transactions, each for its refundable amount. One refusal does not stop the others',
  access: needs('Refunds', 'manage'),
  requires_active: 'refunds',
  idempotency_key: 'required',
  body: z
    .strictObject({
      transaction_ids: z
        .array(idSchema('transaction'))
        .min(1)
        .max(BULK_REFUND_MAX)
        .describe(`Payments to refund, at most ${BULK_REFUND_MAX}`),
      reason: refundReason,
      reason_text: refundReasonText.optional(),
      note: refundNote.optional(),
    })
    .refine((body) => (body.reason === 'other') === (body.reason_text !== undefined), {
      error: REASON_TEXT_RULE,
      path: ['reason_text'],
    }),
  output: z.object({
    data: z.array(
      z.object({
        transaction_id: idSchema('transaction'),
        refund_id: idSchema('refund').nullable().describe('Created refund; null when refused'),
        amount: rupiah.describe('Amount that the customer receives, whole rupiah; 0 when refused'),
        refusal: refundRefusal.nullable().describe('Why it was refused; null when created'),
      }),
    ),
  }),
});

export const approveRefund = route({
  name: 'approveRefund',
  method: 'POST',
  path: '/refunds/{id}/approve',
  summary: 'Approve a refund that someone else requested. It is sent once the required approvals are given',
  access: needs('Refunds', 'approve'),
  requires_active: 'provider_refunds',
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ id: idSchema('refund') }),
  body: z.strictObject({ note: refundNote.optional() }),
  output: z.object({ data: readRefund }),
  errors: { ...DECISION_ERRORS, person_required: 422, status_conflict: 409, payment_not_refundable: 422 },
});

export const rejectRefund = route({
  name: 'rejectRefund',
  method: 'POST',
  path: '/refunds/{id}/reject',
  summary: 'Reject a refund that someone else requested and release the held amount',
  access: needs('Refunds', 'approve'),
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ id: idSchema('refund') }),
  body: z.strictObject({
    reason: z.string().trim().min(1).max(300).describe('Reason of the rejection, shown to the requester'),
  }),
  output: z.object({ data: readRefund }),
  errors: { ...DECISION_ERRORS, person_required: 422, status_conflict: 409 },
});

export const refundFilter = {
  from: rangeStart.optional().describe('Start of the range (creation time), inclusive'),
  to: rangeEnd.optional().describe('End of the range, exclusive'),
  status: oneOrMany(REFUND_STATUSES).optional().describe('One or more statuses'),
  reason: oneOrMany(REFUND_REASONS).optional().describe('One or more reasons'),
  method: oneOrMany(REFUND_METHODS).optional().describe('One or more refund methods'),
  failure_code: failureCodeFilter
    .optional()
    .describe('One or more failure codes, as `error_code` shows them; `none`: without a code'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Minimum amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Maximum amount, whole rupiah'),
  transaction_id: idSchema('transaction').optional().describe('Only refunds of this payment'),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe('Refund id, bank reference of the refund, or any text that transactions can be searched by'),
};

export const listRefunds = route({
  name: 'listRefunds',
  method: 'GET',
  path: '/refunds',
  summary: 'List refunds',
  access: needs('Refunds', 'view'),
  query: z.object({ ...pageQuery, ...refundFilter, columns: fileColumns }),
  output: page(readRefund),
  files: true,
  errors: { too_many_rows: 422 },
});

export const summariseRefunds = route({
  name: 'summariseRefunds',
  method: 'GET',
  path: '/refunds/summary',
  summary: 'Summarise refunds by status',
  access: needs('Refunds', 'view'),
  query: z.object(refundFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(REFUND_STATUSES).describe('Status'),
        count: z.int().describe('Number of refunds'),
        amount: rupiah.describe('Sum of their amounts, whole rupiah'),
      }),
    ),
  }),
});

export const listDuplicatePayments = route({
  name: 'listDuplicatePayments',
  method: 'GET',
  path: '/refunds/duplicate-payments',
  summary: 'List duplicate payments that are not refunded yet',
  access: needs('Refunds', 'view'),
  query: z.object(pageQuery),
  output: page(
    z.object({
      transaction_id: idSchema('transaction'),
      created_at: instant.describe('When the payment was created'),
      paid_at: instant.nullable().describe('When the payer paid'),
      method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
      channel_code: z.string().nullable().describe('Bank or network'),
      va_number: z.string().nullable().describe('Virtual account number that was paid'),
      payer_name: z.string().nullable().describe('Payer name, as the bank reports it'),
      amount: rupiah.describe('Gross amount, whole rupiah'),
      remaining_amount: rupiah.describe('Refundable amount, whole rupiah'),
    }),
  ),
});

export const getRefund = route({
  name: 'getRefund',
  method: 'GET',
  path: '/refunds/{id}',
  summary: 'Retrieve a refund',
  access: needs('Refunds', 'view'),
  params: z.object({ id: idSchema('refund') }),
  output: z.object({
    data: z.object({
      ...readRefund.shape,
      rail_log: z.array(railLogEntry).describe('Requests to and from the bank, oldest first'),
    }),
  }),
});
