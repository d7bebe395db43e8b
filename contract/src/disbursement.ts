/** Disbursements: transfers from the payout balance to any bank account, after approval (domain 1.12). */
import { z } from 'zod';
import { needs } from './access.ts';
import { ACCOUNT_CHECK_ERRORS, bankCode } from './account-check.ts';
import { approvalDecision, DECISION_ERRORS, namedApprovers } from './approval-fields.ts';
import {
  DISBURSEMENT_STATUSES,
  accountNo,
  beneficiaryEmails,
  disbursementAmount,
  disbursementDescription,
  disbursementEvent,
  merchantReference,
  railOption,
  readDisbursement,
} from './disbursement-fields.ts';
import { disbursementFilter } from './disbursement-filter.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { rupiah } from './money.ts';
import { fileColumns, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';
import { railLogEntry } from './transaction.ts';
import { RAIL_CHOICES, TRANSFER_RAILS } from './transfer-rail.ts';

export const railChoice = z.enum(RAIL_CHOICES).describe('Rail; `auto` (default): the fastest that supports the amount');
const SCHEDULE_AT = 'When it is sent, at most 180 days ahead; absent: as soon as it is approved';

const ACCOUNT_RULE = validationMessage(
  'Enter a bank and an account number, or choose a saved beneficiary.',
  'Isi bank dan nomor rekening, atau pilih penerima tersimpan.',
);

export const previewDisbursement = route({
  name: 'previewDisbursement',
  method: 'POST',
  path: '/disbursements/preview',
  summary: 'Calculate rail, arrival time, fee and balance of a disbursement without creating it',
  access: needs('Disbursements', 'manage'),
  body: z.strictObject({
    bank_code: bankCode,
    amount: disbursementAmount,
    rail: railChoice.optional(),
    schedule_at: instant.optional().describe(SCHEDULE_AT),
  }),
  output: z.object({
    data: z.object({
      rail: z.enum(TRANSFER_RAILS).nullable().describe('Rail that will be used; null when none supports the amount'),
      opens_at: instant.nullable().describe('When the rail accepts it; null: at the requested time'),
      expected_at: instant.nullable().describe('When the money is expected to arrive'),
      fee_amount: rupiah.describe('Fee, whole rupiah'),
      fee_vat_amount: rupiah.describe('VAT (PPN) on the fee, whole rupiah'),
      total_amount: rupiah.describe('Debited from the payout balance, whole rupiah'),
      balance: rupiah.describe('Payout balance now, whole rupiah'),
      balance_after: rupiah.describe('Payout balance after this disbursement, whole rupiah; negative: insufficient'),
      options: z.array(railOption).describe('All rails with their fee and arrival time'),
      outage: z
        .object({ en: z.string().describe('In English'), id: z.string().describe('In Indonesian') })
        .nullable()
        .describe('Outage of the bank or of the rail now; the transfer waits for its end. Null: none'),
    }),
  }),
  errors: { schedule_invalid: 422 },
});

const CREATION_ERRORS = {
  ...ACCOUNT_CHECK_ERRORS,
  name_mismatch: 422,
  duplicate_reference: 409,
  insufficient_balance: 422,
  limit_exceeded: 422,
  description_too_long: 422,
  daily_limit_exceeded: 422,
  beneficiary_blocked: 422,
  beneficiary_not_allowed: 422,
} as const;

/** Errors of requesting a disbursement again. */
export const RETRY_ERRORS = {
  ...CREATION_ERRORS,
  not_retryable: 409,
  already_retried: 409,
  already_paid: 409,
  retry_too_early: 409,
} as const;

export const createDisbursement = route({
  name: 'createDisbursement',
  method: 'POST',
  path: '/disbursements',
  summary: 'Create a disbursement. It is sent after another person has approved it',
  access: needs('Disbursements', 'manage'),
  requires_active: 'payouts',
  idempotency_key: 'required',
  body: z
    .strictObject({
      bank_code: bankCode.optional(),
      account_no: accountNo.optional(),
      beneficiary_id: idSchema('beneficiary').optional().describe('Saved beneficiary, instead of bank and account'),
      account_name: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .optional()
        .describe('Expected account holder; refused when it does not match. Absent: as the bank reports it'),
      amount: disbursementAmount,
      merchant_reference: merchantReference,
      description: disbursementDescription.optional(),
      schedule_at: instant.optional().describe(SCHEDULE_AT),
      rail: railChoice.optional(),
      emails: beneficiaryEmails.optional(),
      save_beneficiary: z.boolean().optional().describe('Save the account as a beneficiary'),
    })
    .refine(
      (body) =>
        body.beneficiary_id === undefined
          ? body.bank_code !== undefined && body.account_no !== undefined
          : body.bank_code === undefined && body.account_no === undefined,
      { error: ACCOUNT_RULE, path: ['account_no'] },
    )
    .meta({
      examples: [{ bank_code: '014', account_no: '8010000001', amount: 150_000, merchant_reference: 'PAYROLL-1' }],
    }),
  status: 201,
  output: z.object({ data: readDisbursement }),
  errors: { ...CREATION_ERRORS, schedule_invalid: 422 },
});

export const approveDisbursement = route({
  name: 'approveDisbursement',
  method: 'POST',
  path: '/disbursements/{id}/approve',
  summary: 'Approve a disbursement that someone else requested. The last required approval reserves the money',
  access: needs('Disbursements', 'approve'),
  requires_active: 'payouts',
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ id: idSchema('disbursement') }),
  body: z.strictObject({
    remark: z.string().trim().max(300).optional().describe('Remark, stored with the decision'),
  }),
  output: z.object({ data: readDisbursement }),
  errors: {
    ...DECISION_ERRORS,
    person_required: 422,
    not_pending: 409,
    beneficiary_blocked: 422,
    beneficiary_not_allowed: 422,
    limit_exceeded: 422,
    already_paid: 409,
  },
});

export const rejectDisbursement = route({
  name: 'rejectDisbursement',
  method: 'POST',
  path: '/disbursements/{id}/reject',
  summary: 'Reject a disbursement that someone else requested',
  access: needs('Disbursements', 'approve'),
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ id: idSchema('disbursement') }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(300).describe('Reason, shown to the requester') }),
  output: z.object({ data: readDisbursement }),
  errors: { ...DECISION_ERRORS, person_required: 422, not_pending: 409 },
});

export const cancelDisbursement = route({
  name: 'cancelDisbursement',
  method: 'POST',
  path: '/disbursements/{id}/cancel',
  summary: 'Cancel a disbursement that has not been sent, and release its money',
  access: needs('Disbursements', 'manage'),
  idempotency_key: 'required',
  params: z.object({ id: idSchema('disbursement') }),
  body: z.strictObject({ reason: z.string().trim().max(300).optional().describe('Reason, stored with it') }),
  output: z.object({ data: readDisbursement }),
  errors: { not_cancellable: 409 },
});

export const retryDisbursement = route({
  name: 'retryDisbursement',
  method: 'POST',
  path: '/disbursements/{id}/retry',
  summary:
    'Retry a failed, rejected, cancelled or returned disbursement as a new one with the same details. It needs approval again',
  access: needs('Disbursements', 'manage'),
  requires_active: 'payouts',
  idempotency_key: 'required',
  params: z.object({ id: idSchema('disbursement') }),
  body: z.strictObject({ merchant_reference: merchantReference, rail: railChoice.optional() }),
  status: 201,
  output: z.object({ data: readDisbursement }),
  errors: RETRY_ERRORS,
});

export const listDisbursements = route({
  name: 'listDisbursements',
  method: 'GET',
  path: '/disbursements',
  summary: 'List disbursements',
  access: needs('Disbursements', 'view'),
  query: z.object({ ...pageQuery, ...disbursementFilter, columns: fileColumns }),
  output: page(readDisbursement),
  files: true,
  errors: { too_many_rows: 422 },
});

export const summariseDisbursements = route({
  name: 'summariseDisbursements',
  method: 'GET',
  path: '/disbursements/summary',
  summary: 'Summarise disbursements by status',
  access: needs('Disbursements', 'view'),
  query: z.object(disbursementFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(DISBURSEMENT_STATUSES).describe('Status'),
        count: z.int().describe('Number of disbursements'),
        amount: rupiah.describe('Sum of their amounts, whole rupiah'),
      }),
    ),
  }),
});

export const getDisbursement = route({
  name: 'getDisbursement',
  method: 'GET',
  path: '/disbursements/{id}',
  summary: 'Retrieve a disbursement with its timeline, approvals and messages to and from the bank',
  access: needs('Disbursements', 'view'),
  params: z.object({ id: idSchema('disbursement') }),
  output: z.object({
    data: z.object({
      ...readDisbursement.shape,
      emails: z.array(z.string()).describe('Email addresses that are notified when it is paid'),
      retried_as: idSchema('disbursement').nullable().describe('Disbursement that retries this one'),
      approvals_required: z.int().nullable().describe('Number of people who must approve; null without a request'),
      approvers: namedApprovers.nullable().describe('Who may approve; null without a request'),
      decisions: z.array(approvalDecision).describe('Decisions, oldest first'),
      events: z.array(disbursementEvent).describe('Timeline, oldest first'),
      rail_log: z.array(railLogEntry).describe('Requests to and from the bank, oldest first'),
    }),
  }),
});

export const getDisbursementReceipt = route({
  name: 'getDisbursementReceipt',
  method: 'GET',
  path: '/disbursements/{id}/receipt',
  summary: 'Download the receipt of a completed disbursement as PDF, in Indonesian and English',
  access: needs('Disbursements', 'view'),
  params: z.object({ id: idSchema('disbursement') }),
  stream: 'application/pdf',
  errors: { receipt_unavailable: 409 },
});
