/**
 * Deposit VA: the permanent virtual account per bank with which a merchant tops up the payout balance, and its deposits
 * (domain 1.11).
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { VA_BANK_CHANNELS } from './bank.ts';
import { idSchema } from './id.ts';
import { amount, rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { business_day, instant, rangeEnd, rangeStart } from './time.ts';

/** `opening`: requested from the bank; `failed`: rejected by the bank. */
export const DEPOSIT_VA_STATUSES = ['opening', 'active', 'inactive', 'closed', 'failed'] as const;
export type DepositVaStatus = (typeof DEPOSIT_VA_STATUSES)[number];
/** Statuses that a user can set. */
export const SETTABLE_DEPOSIT_VA_STATUSES = ['active', 'inactive', 'closed'] as const;

export const DEPOSIT_STATUSES = ['received', 'under_review', 'credited', 'returned'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];
/** Why a deposit is held for review. */
export const REVIEW_REASONS = ['va_inactive', 'va_closed', 'over_limit', 'fee_exceeds_amount'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** Default amount above which deposits are held for review, whole rupiah. */
export const DEPOSIT_REVIEW_THRESHOLD_DEFAULT = 1_000_000_000;
/** Maximum number of days of the daily chart. */
export const DEPOSIT_DAILY_MAX_DAYS = 180;
/** Maximum number of deposits of one PDF statement. */
export const DEPOSIT_STATEMENT_MAX_ROWS = 10_000;

const bank = z.enum(VA_BANK_CHANNELS);

export const depositVa = z.object({
  id: idSchema('deposit_va'),
  bank: bank.describe('Bank of the virtual account'),
  va_number: z.string().describe('Virtual account number, digits only; permanent'),
  holder_name: z.string().describe('Account name shown to the payer'),
  status: z
    .enum(DEPOSIT_VA_STATUSES)
    .describe('Only an active deposit VA accepts deposits; a closed one can be added again'),
  failure_message: z.string().nullable().describe('Message of the bank when it rejected the deposit VA'),
  ledger_account_id: idSchema('ledger_account').describe('Ledger account of the payout balance'),
  topped_up_this_month: rupiah.describe('Credited in the current month (WIB) after fees, whole rupiah'),
  last_top_up_at: instant.nullable().describe('When a deposit was last credited'),
  amount_min: rupiah.describe('Minimum amount of the bank, whole rupiah'),
  amount_max: rupiah.describe('Maximum amount of the bank, whole rupiah'),
  from_any_bank: z.boolean().describe('Whether it can be paid from other banks too'),
  created_at: instant.describe('When it was added'),
});
export type DepositVa = z.infer<typeof depositVa>;

export const deposit = z.object({
  id: idSchema('deposit'),
  received_at: instant.describe('When it was received'),
  paid_at: instant.describe('When it was paid, according to the bank'),
  deposit_va_id: idSchema('deposit_va'),
  va_number: z.string().describe('Virtual account number that it was paid to'),
  bank: bank.describe('Bank of the virtual account'),
  amount: rupiah.describe('Amount paid, whole rupiah'),
  fee_amount: rupiah.describe('Fee, whole rupiah'),
  fee_vat_amount: rupiah.describe('PPN on the fee, whole rupiah'),
  net_amount: rupiah.describe('Net amount credited to the payout balance, whole rupiah'),
  sender_name: z.string().nullable().describe('Name of the payer, if reported by the bank'),
  sender_bank: z.string().nullable().describe('Bank of the payer, if reported'),
  bank_reference: z.string().nullable().describe("Reference number on the payer's receipt"),
  payment_request_id: z.string().describe('Payment request id of the bank'),
  status: z.enum(DEPOSIT_STATUSES).describe('Status of the deposit'),
  review_reason: z.enum(REVIEW_REASONS).nullable().describe('Why it was held for review; null if it was not'),
  decision_note: z.string().nullable().describe('Note of the review decision'),
  ended_at: instant.nullable().describe('When it was credited or returned'),
});
export type Deposit = z.infer<typeof deposit>;

const filter = {
  from: rangeStart.optional().describe('Received at or after'),
  to: rangeEnd.optional().describe('Received before'),
  status: oneOrMany(DEPOSIT_STATUSES).optional().describe('One or more statuses, comma-separated'),
  bank: oneOrMany(VA_BANK_CHANNELS).optional().describe('One or more banks, comma-separated'),
  deposit_va_id: idSchema('deposit_va').optional().describe('Only deposits to this deposit VA'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Minimum amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Maximum amount, whole rupiah'),
  q: z.string().trim().max(100).optional().describe('Text in the id, number, bank reference or name of the payer'),
};

export const listDepositVas = route({
  name: 'listDepositVas',
  method: 'GET',
  path: '/deposit-vas',
  summary: 'List deposit VAs',
  access: needs('Deposit VA', 'view'),
  output: page(depositVa),
  files: true,
});

export const openDepositVa = route({
  name: 'openDepositVa',
  method: 'POST',
  path: '/deposit-vas',
  summary: 'Add the deposit VA of a bank, or reopen one that failed or was closed',
  access: needs('Deposit VA', 'manage'),
  requires_active: 'payouts',
  body: z.strictObject({ bank: bank.describe('Bank of the virtual account') }),
  status: 201,
  output: z.object({ data: depositVa }),
  errors: { deposit_va_exists: 409, still_closing: 409, bank_refused: 422 },
});

export const getDepositVa = route({
  name: 'getDepositVa',
  method: 'GET',
  path: '/deposit-vas/{id}',
  summary: 'Retrieve a deposit VA',
  access: needs('Deposit VA', 'view'),
  params: z.object({ id: idSchema('deposit_va') }),
  output: z.object({ data: depositVa }),
});

export const setDepositVaStatus = route({
  name: 'setDepositVaStatus',
  method: 'PUT',
  path: '/deposit-vas/{id}/status',
  summary: 'Pause, resume or close a deposit VA; deposits received meanwhile are held for review',
  access: needs('Deposit VA', 'manage'),
  params: z.object({ id: idSchema('deposit_va') }),
  body: z.strictObject({ status: z.enum(SETTABLE_DEPOSIT_VA_STATUSES).describe('New status') }),
  output: z.object({ data: depositVa }),
  errors: { status_conflict: 409 },
});

export const listDepositDays = route({
  name: 'listDepositDays',
  method: 'GET',
  path: '/deposit-vas/{id}/daily',
  summary: 'List daily totals of a deposit VA',
  access: needs('Deposit VA', 'view'),
  params: z.object({ id: idSchema('deposit_va') }),
  query: z.object({
    days: z.coerce.number().int().min(1).max(DEPOSIT_DAILY_MAX_DAYS).default(30).describe('Days back from today'),
  }),
  output: z.object({
    data: z.array(
      z.object({
        day: business_day.describe('Business day (WIB)'),
        net_amount: rupiah.describe('Credited on this day, whole rupiah'),
        count: z.int().describe('Deposits credited on this day'),
      }),
    ),
  }),
});

export const listDeposits = route({
  name: 'listDeposits',
  method: 'GET',
  path: '/deposits',
  summary: 'List deposits',
  access: needs('Deposit VA', 'view'),
  query: z.object({ ...pageQuery, ...filter, columns: fileColumns }),
  output: page(deposit),
  files: true,
  errors: { too_many_rows: 422 },
});

export const summariseDeposits = route({
  name: 'summariseDeposits',
  method: 'GET',
  path: '/deposits/summary',
  summary: 'Summarise deposits by status',
  access: needs('Deposit VA', 'view'),
  query: z.object(filter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(DEPOSIT_STATUSES).describe('Status'),
        count: z.int().describe('Number of deposits with this status'),
        amount: rupiah.describe('Total amount paid, whole rupiah'),
      }),
    ),
  }),
});

export const getDepositStatement = route({
  name: 'getDepositStatement',
  method: 'GET',
  path: '/deposits/statement.pdf',
  summary: 'Download a PDF statement of deposits',
  access: needs('Deposit VA', 'view'),
  query: z.object(filter),
  stream: 'application/pdf',
  errors: { statement_too_long: 422 },
});

export const getDeposit = route({
  name: 'getDeposit',
  method: 'GET',
  path: '/deposits/{id}',
  summary: 'Retrieve a deposit with its timeline and provider log',
  access: needs('Deposit VA', 'view'),
  params: z.object({ id: idSchema('deposit') }),
  output: z.object({
    data: z.object({
      ...deposit.shape,
      events: z
        .array(
          z.object({
            seq: z.int().describe('Position in the timeline, from 1'),
            at: instant.describe('When it happened'),
            from_status: z.enum(DEPOSIT_STATUSES).nullable().describe('Previous status; null for the first event'),
            to_status: z.enum(DEPOSIT_STATUSES).describe('New status'),
            actor_name: z.string().nullable().describe('Actor'),
            reason: z
              .string()
              .nullable()
              .describe('Reason: a review reason, `found_by_sync`, or the note of a decision'),
          }),
        )
        .describe('Timeline, oldest first'),
      rail_log: z
        .array(
          z.object({
            id: idSchema('rail_log'),
            at: instant.describe('When it was sent or received'),
            direction: z.enum(['out', 'in']).describe('out: request to the bank'),
            endpoint: z.string().describe('Service path'),
            http_status: z.int().nullable().describe('HTTP status of the response; null without a response'),
            response_code: z.string().nullable().describe('SNAP BI response code'),
            latency_ms: z.int().nullable().describe('Latency in milliseconds'),
            request: z.unknown().describe('Request, secrets removed'),
            response: z.unknown().describe('Response, secrets removed'),
          }),
        )
        .describe('Provider log, oldest first'),
    }),
  }),
});

export const listDepositReviews = route({
  name: 'listDepositReviews',
  method: 'GET',
  path: '/deposit-reviews',
  summary: 'List deposits in review',
  access: needs('Verification', 'view'),
  query: z.object(pageQuery),
  output: page(
    z.object({
      ...deposit.shape,
      merchant_id: idSchema('merchant'),
      brand_name: z.string().describe('Brand name of the merchant'),
    }),
  ),
});

const reviewNote = z.string().trim().min(1).max(200).describe('Reason; shown to the merchant');

export const decideDepositReview = route({
  name: 'decideDepositReview',
  method: 'POST',
  path: '/merchants/{merchant_id}/deposits/{id}/review',
  summary: 'Decide on a deposit in review: credit or return it',
  idempotency_key: 'optional',
  access: needs('Verification', 'manage'),
  step_up: true,
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('deposit') }),
  body: z.strictObject({ decision: z.enum(['credit', 'return']).describe('Decision'), note: reviewNote }),
  output: z.object({ data: deposit }),
  errors: { status_conflict: 409 },
});

export const setDepositReviewLimit = route({
  name: 'setDepositReviewLimit',
  method: 'PUT',
  path: '/merchants/{merchant_id}/deposit-review-limit',
  summary: 'Set the amount above which deposits of a merchant are held for review',
  access: needs('Verification', 'manage'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  body: z.strictObject({ review_above: amount.nullable().describe('Whole rupiah; null: the default limit') }),
  output: z.object({ data: z.object({ review_above: rupiah.describe('Current limit, whole rupiah') }) }),
});
