/**
 * Deposit VA: the permanent number per bank through which a merchant tops up the payout balance that disbursements
 * spend, and the deposits that came (domain 1.11).
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { VA_BANK_CHANNELS } from './bank.ts';
import { idSchema } from './id.ts';
import { amount, rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { business_day, instant } from './time.ts';

/** `opening`: asked of the bank; `failed`: the bank refused it. */
export const DEPOSIT_VA_STATUSES = ['opening', 'active', 'inactive', 'closed', 'failed'] as const;
export type DepositVaStatus = (typeof DEPOSIT_VA_STATUSES)[number];
/** States that a person can choose. */
export const DEPOSIT_VA_CHOICES = ['active', 'inactive', 'closed'] as const;

export const DEPOSIT_STATUSES = ['received', 'under_review', 'credited', 'returned'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];
/** Why a deposit is looked at before it is credited. */
export const REVIEW_REASONS = ['va_inactive', 'va_closed', 'over_limit', 'fee_exceeds_amount'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** A deposit above this is looked at, unless the provider has set another limit for the merchant; whole rupiah. */
export const REVIEW_ABOVE_DEFAULT = 1_000_000_000;
/** Days that the daily chart of a number covers at most. */
export const DEPOSIT_DAILY_MAX_DAYS = 180;
/** Deposits on one PDF statement, at most; a CSV holds more. */
export const DEPOSIT_STATEMENT_MAX_ROWS = 10_000;

const bank = z.enum(VA_BANK_CHANNELS);

export const depositVa = z.object({
  id: idSchema('deposit_va'),
  bank: bank.describe('Bank of the number'),
  va_number: z.string().describe('The number, digits only; it never changes'),
  holder_name: z.string().describe('Name that the payer is shown'),
  status: z.enum(DEPOSIT_VA_STATUSES).describe('Only an active number takes deposits; a closed one can be added again'),
  failure_message: z.string().nullable().describe("The bank's words when it refused to open the number"),
  ledger_account_id: idSchema('ledger_account').describe('Account that deposits are credited to: the payout balance'),
  topped_up_this_month: rupiah.describe('Credited in the current month (WIB) after fees, whole rupiah'),
  last_top_up_at: instant.nullable().describe('When a deposit was last credited'),
  amount_min: rupiah.describe('Least amount that the bank takes, whole rupiah'),
  amount_max: rupiah.describe('Greatest amount that the bank takes, whole rupiah'),
  from_any_bank: z.boolean().describe('Whether it can be paid from other banks too'),
  created_at: instant.describe('When the number was added'),
});
export type DepositVa = z.infer<typeof depositVa>;

export const deposit = z.object({
  id: idSchema('deposit'),
  received_at: instant.describe('When we learnt of it'),
  paid_at: instant.describe('When it was paid, by the bank'),
  deposit_va_id: idSchema('deposit_va'),
  va_number: z.string().describe('Number that it was paid to'),
  bank: bank.describe('Bank of the number'),
  amount: rupiah.describe('What was paid, whole rupiah'),
  fee_amount: rupiah.describe('Fee, whole rupiah'),
  fee_vat_amount: rupiah.describe('PPN on the fee, whole rupiah'),
  net_amount: rupiah.describe('What is credited to the payout balance, whole rupiah'),
  sender_name: z.string().nullable().describe('Name of the payer, when the bank tells it'),
  sender_bank: z.string().nullable().describe('Bank of the payer, when told'),
  bank_reference: z.string().nullable().describe("Number on the payer's receipt"),
  payment_request_id: z.string().describe("The bank's number of the payment"),
  status: z.enum(DEPOSIT_STATUSES).describe('State of the deposit'),
  review_reason: z.enum(REVIEW_REASONS).nullable().describe('Why it was or is looked at before it is credited'),
  decision_note: z.string().nullable().describe('What the provider said when it decided'),
  ended_at: instant.nullable().describe('When it was credited or returned'),
});
export type Deposit = z.infer<typeof deposit>;

const filter = {
  from: instant.optional().describe('First instant at which it was received'),
  to: instant.optional().describe('Last instant, exclusive'),
  status: oneOrMany(DEPOSIT_STATUSES).optional().describe('One or more states, comma-separated'),
  bank: oneOrMany(VA_BANK_CHANNELS).optional().describe('One or more banks, comma-separated'),
  deposit_va_id: idSchema('deposit_va').optional().describe('Only deposits to this number'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Least amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Greatest amount, whole rupiah'),
  q: z.string().trim().max(100).optional().describe('Contained in id, number, bank reference or name of the payer'),
};

export const listDepositVas = route({
  name: 'listDepositVas',
  method: 'GET',
  path: '/deposit-vas',
  summary: 'The permanent numbers of the merchant, one per bank',
  access: needs('Deposit VA', 'view'),
  output: page(depositVa),
});

export const openDepositVa = route({
  name: 'openDepositVa',
  method: 'POST',
  path: '/deposit-vas',
  summary: 'Adds the permanent number of a bank, or asks again for one that failed or was closed',
  access: needs('Deposit VA', 'manage'),
  body: z.strictObject({ bank: bank.describe('Bank of the number') }),
  status: 201,
  output: z.object({ data: depositVa }),
  errors: { deposit_va_exists: 409, still_closing: 409, merchant_not_active: 422, bank_refused: 422 },
});

export const getDepositVa = route({
  name: 'getDepositVa',
  method: 'GET',
  path: '/deposit-vas/{id}',
  summary: 'One number',
  access: needs('Deposit VA', 'view'),
  params: z.object({ id: idSchema('deposit_va') }),
  output: z.object({ data: depositVa }),
});

export const setDepositVaStatus = route({
  name: 'setDepositVaStatus',
  method: 'PUT',
  path: '/deposit-vas/{id}/status',
  summary: 'Pauses, resumes or closes a number; money that comes meanwhile is held for review',
  access: needs('Deposit VA', 'manage'),
  params: z.object({ id: idSchema('deposit_va') }),
  body: z.strictObject({ status: z.enum(DEPOSIT_VA_CHOICES).describe('The state wished for') }),
  output: z.object({ data: depositVa }),
  errors: { illegal_move: 409 },
});

export const listDepositDays = route({
  name: 'listDepositDays',
  method: 'GET',
  path: '/deposit-vas/{id}/daily',
  summary: 'What was credited through a number, day by day (WIB), oldest first, days without deposits included',
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
  summary: 'Deposits, newest first; a CSV or XLSX file of the same filter by `Accept`',
  access: needs('Deposit VA', 'view'),
  query: z.object({ ...pageQuery, ...filter, columns: fileColumns }),
  output: page(deposit),
  csv: true,
  xlsx: true,
  errors: { too_many_rows: 422 },
});

export const summariseDeposits = route({
  name: 'summariseDeposits',
  method: 'GET',
  path: '/deposits/summary',
  summary: 'Count and sum per state of the deposits of a filter',
  access: needs('Deposit VA', 'view'),
  query: z.object(filter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(DEPOSIT_STATUSES).describe('State'),
        count: z.int().describe('Deposits in this state'),
        amount: rupiah.describe('Sum of what was paid, whole rupiah'),
      }),
    ),
  }),
});

export const getDepositStatement = route({
  name: 'getDepositStatement',
  method: 'GET',
  path: '/deposits/statement.pdf',
  summary: 'Statement of the deposits of a filter, oldest first, with their totals',
  access: needs('Deposit VA', 'view'),
  query: z.object(filter),
  stream: 'application/pdf',
  errors: { statement_too_long: 422 },
});

export const getDeposit = route({
  name: 'getDeposit',
  method: 'GET',
  path: '/deposits/{id}',
  summary: 'One deposit with its timeline and the messages of the bank',
  access: needs('Deposit VA', 'view'),
  params: z.object({ id: idSchema('deposit') }),
  output: z.object({
    data: z.object({
      ...deposit.shape,
      events: z
        .array(
          z.object({
            seq: z.int().describe('Place in the timeline, from 1'),
            at: instant.describe('When it happened'),
            from_status: z.enum(DEPOSIT_STATUSES).nullable().describe('State before; null for the first'),
            to_status: z.enum(DEPOSIT_STATUSES).describe('State after'),
            actor_name: z.string().nullable().describe('Who caused it'),
            reason: z.string().nullable().describe('Why'),
          }),
        )
        .describe('What happened, oldest first'),
      rail_log: z
        .array(
          z.object({
            id: idSchema('rail_log'),
            at: instant.describe('When it was sent or received'),
            direction: z.enum(['out', 'in']).describe('out: from us to the bank'),
            endpoint: z.string().describe('Service path'),
            http_status: z.int().nullable().describe('HTTP status of the answer; null when there was none'),
            response_code: z.string().nullable().describe('SNAP BI response code'),
            latency_ms: z.int().nullable().describe('Milliseconds until the answer'),
            request: z.unknown().describe('Message, secrets removed'),
            response: z.unknown().describe('Answer, secrets removed'),
          }),
        )
        .describe('Messages of the bank about it, oldest first'),
    }),
  }),
});

const merchantDeposit = z.object({ merchant_id: idSchema('merchant'), id: idSchema('deposit') });

export const listDepositReviews = route({
  name: 'listDepositReviews',
  method: 'GET',
  path: '/deposit-reviews',
  summary: "The provider's queue: deposits of all merchants that wait for a decision, oldest first",
  access: needs('Verification', 'view'),
  query: z.object(pageQuery),
  output: page(
    z.object({ ...deposit.shape, merchant_id: idSchema('merchant'), brand_name: z.string().describe('Whose') }),
  ),
});

export const decideDepositReview = route({
  name: 'decideDepositReview',
  method: 'POST',
  path: '/merchants/{merchant_id}/deposits/{id}/review',
  summary: "The provider's decision on a deposit under review: credit it, or send it back",
  access: needs('Verification', 'manage'),
  params: merchantDeposit,
  body: z.strictObject({
    decision: z.enum(['credit', 'return']).describe('What is done with the money'),
    note: z.string().trim().min(1).max(200).describe('Why; shown to the merchant'),
  }),
  output: z.object({ data: deposit }),
  errors: { not_under_review: 409 },
});

export const setDepositReviewLimit = route({
  name: 'setDepositReviewLimit',
  method: 'PUT',
  path: '/merchants/{merchant_id}/deposit-review-limit',
  summary: 'The amount above which deposits of a merchant are looked at before they are credited',
  access: needs('Verification', 'manage'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  body: z.strictObject({ review_above: amount.nullable().describe('Whole rupiah; null: the limit for everybody') }),
  output: z.object({ data: z.object({ review_above: rupiah.describe('The limit that holds now, whole rupiah') }) }),
});
