/** Refunds: giving a payment back, whole or in part, after a second person has agreed (domain 1.6). */
import { z } from 'zod';
import { needs } from './access.ts';
import { BANKS } from './bank.ts';
import { idSchema } from './id.ts';
import { amount, rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
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
import { instant } from './time.ts';
import { TRANSACTION_METHODS, railLogEntry } from './transaction.ts';

export const getRefundTerms = route({
  name: 'getRefundTerms',
  method: 'GET',
  path: '/transactions/{id}/refund-terms',
  summary: 'What a refund of this payment would be like: how much, by which way, until when, at what cost',
  access: needs('Refunds', 'view'),
  params: z.object({ id: idSchema('transaction') }),
  output: z.object({ data: refundTerms }),
});

export const createRefund = route({
  name: 'createRefund',
  method: 'POST',
  path: '/transactions/{id}/refunds',
  summary: 'Ask to give a payment back; the money is held until a second person has decided',
  access: needs('Refunds', 'manage'),
  idempotent: true,
  params: z.object({ id: idSchema('transaction') }),
  body: z
    .strictObject({
      amount: amount.describe('What the customer gets back, whole rupiah; at most what remains'),
      reason: refundReason,
      reason_text: refundReasonText.optional(),
      note: refundNote.optional(),
      method: z.enum(REFUND_METHODS).optional().describe('The usual way of the payment when absent'),
      account_check_id: idSchema('account_check')
        .optional()
        .describe('The checked account that gets a transfer; required for method transfer'),
    })
    .refine((body) => (body.reason === 'other') === (body.reason_text !== undefined), {
      error: 'Say why in words for the reason "other", and only there',
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
  summary: 'Ask to give several payments back, each what remains of it; every payment is answered by itself',
  access: needs('Refunds', 'manage'),
  idempotent: true,
  body: z
    .strictObject({
      transaction_ids: z
        .array(idSchema('transaction'))
        .min(1)
        .max(BULK_REFUND_MAX)
        .describe(`Payments to give back, at most ${BULK_REFUND_MAX}`),
      reason: refundReason,
      reason_text: refundReasonText.optional(),
      note: refundNote.optional(),
    })
    .refine((body) => (body.reason === 'other') === (body.reason_text !== undefined), {
      error: 'Say why in words for the reason "other", and only there',
      path: ['reason_text'],
    }),
  output: z.object({
    data: z.array(
      z.object({
        transaction_id: idSchema('transaction'),
        refund_id: idSchema('refund').nullable().describe('The refund that was asked for; null when it was refused'),
        amount: rupiah.describe('What the customer gets back, whole rupiah; 0 when refused'),
        refusal: refundRefusal.nullable().describe('Why it was refused; null when it was asked for'),
      }),
    ),
  }),
});

export const checkAccount = route({
  name: 'checkAccount',
  method: 'POST',
  path: '/refunds/account-checks',
  summary: 'Ask a bank for the name behind an account, before money is sent to it',
  access: needs('Refunds', 'manage'),
  body: z.strictObject({
    bank_code: z
      .enum(BANKS.map(({ code }) => code) as [string, ...string[]])
      .describe('Three digits of Bank Indonesia, e.g. 014 for BCA'),
    account_no: z
      .string()
      .trim()
      .regex(/^\d{5,20}$/, 'Enter 5 to 20 digits')
      .meta({ examples: ['8010000001'] })
      .describe('Number of the account, digits only'),
  }),
  status: 201,
  output: z.object({
    data: z.object({
      id: idSchema('account_check').describe('Hand it in as `account_check_id`'),
      bank_code: z.string().describe('Bank Indonesia code of the bank'),
      bank: z.string().describe('Name of the bank'),
      account: z.string().describe('Last four digits'),
      account_name: z.string().describe('Holder, as the bank tells it'),
      expires_at: instant.describe('Until when a refund can name it'),
    }),
  }),
  errors: { account_not_found: 422, account_closed: 422, account_dormant: 422, bank_unreachable: 502 },
});

export const approveRefund = route({
  name: 'approveRefund',
  method: 'POST',
  path: '/refunds/{id}/approve',
  summary: 'Agree to a refund that somebody else asked for; it is sent to the bank',
  access: needs('Refunds', 'approve'),
  idempotent: true,
  params: z.object({ id: idSchema('refund') }),
  body: z.strictObject({ note: refundNote.optional() }),
  output: z.object({ data: readRefund }),
  errors: { self_approval: 422, person_required: 422, refund_not_pending: 409, payment_not_refundable: 422 },
});

export const rejectRefund = route({
  name: 'rejectRefund',
  method: 'POST',
  path: '/refunds/{id}/reject',
  summary: 'Refuse a refund that somebody else asked for; the money that was held is free again',
  access: needs('Refunds', 'approve'),
  idempotent: true,
  params: z.object({ id: idSchema('refund') }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(300).describe('Why, for who asked') }),
  output: z.object({ data: readRefund }),
  errors: { self_approval: 422, person_required: 422, refund_not_pending: 409 },
});

export const refundFilter = {
  from: instant.optional().describe('First instant of the range, by the time it was asked for'),
  to: instant.optional().describe('Last instant of the range, exclusive'),
  status: oneOrMany(REFUND_STATUSES).optional().describe('One or more states'),
  reason: oneOrMany(REFUND_REASONS).optional().describe('One or more reasons'),
  method: oneOrMany(REFUND_METHODS).optional().describe('One or both ways'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Least amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Greatest amount, whole rupiah'),
  transaction_id: idSchema('transaction').optional().describe('Only refunds of this payment'),
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .describe("Id of a refund, the bank's number of it, or contained in what payments are searched by"),
};

export const listRefunds = route({
  name: 'listRefunds',
  method: 'GET',
  path: '/refunds',
  summary: 'Refunds, newest first; a CSV or XLSX file of the same filter by `Accept`',
  access: needs('Refunds', 'view'),
  query: z.object({ ...pageQuery, ...refundFilter, columns: fileColumns }),
  output: page(readRefund),
  csv: true,
  xlsx: true,
  errors: { too_many_rows: 422 },
});

export const summariseRefunds = route({
  name: 'summariseRefunds',
  method: 'GET',
  path: '/refunds/summary',
  summary: 'Count and sum per status of a filter',
  access: needs('Refunds', 'view'),
  query: z.object(refundFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(REFUND_STATUSES).describe('State'),
        count: z.int().describe('Refunds in that state'),
        amount: rupiah.describe('Sum of their amounts, whole rupiah'),
      }),
    ),
  }),
});

export const listDuplicatePayments = route({
  name: 'listToGiveBack',
  method: 'GET',
  path: '/refunds/to-give-back',
  summary: 'Payments that came twice and are not given back yet, newest first',
  access: needs('Refunds', 'view'),
  query: z.object(pageQuery),
  output: page(
    z.object({
      transaction_id: idSchema('transaction'),
      created_at: instant.describe('When it came'),
      paid_at: instant.nullable().describe('When the payer paid'),
      method: z.enum(TRANSACTION_METHODS).describe('How it was paid'),
      channel_code: z.string().nullable().describe('Bank or network'),
      va_number: z.string().nullable().describe('The number that it was paid to'),
      payer_name: z.string().nullable().describe('Name of the payer, as the bank gives it'),
      amount: rupiah.describe('Gross amount, whole rupiah'),
      remaining_amount: rupiah.describe('What is neither given back nor being given back, whole rupiah'),
    }),
  ),
});

export const getRefund = route({
  name: 'getRefund',
  method: 'GET',
  path: '/refunds/{id}',
  summary: 'One refund with its messages to and from the bank',
  access: needs('Refunds', 'view'),
  params: z.object({ id: idSchema('refund') }),
  output: z.object({
    data: z.object({
      ...readRefund.shape,
      rail_log: z.array(railLogEntry).describe('Messages to and from the bank, oldest first'),
    }),
  }),
});
