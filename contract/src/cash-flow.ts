/**
 * Cash flow (domain 1.3): what the merchant's money did, by business day (WIB). Each day begins with what the ledger
 * held, shows what moved by category, and ends with what the ledger held then; the two ends are worked out without the
 * categories, so `difference` says whether opening + movements = closing.
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { ACCOUNT_TYPES } from './balance.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { business_day, instant } from './time.ts';

/** What moved, in the order of the columns. Every movement counts in exactly one of them; a settlement in its parts. */
export const CASH_FLOW_CATEGORIES = [
  'money_in',
  'refunds',
  'fees',
  'vat',
  'disbursements',
  'payouts',
  'top_ups',
  'adjustments',
] as const;
export type CashFlowCategory = (typeof CASH_FLOW_CATEGORIES)[number];

/**
 * Whose money: `settled` is everything that is settled and the merchant's to use (available, reserved for a settlement
 * on its way to the bank, payout balance and what is reserved of it); or one ledger account by its type.
 */
export const CASH_FLOW_ACCOUNTS = ['settled', ...ACCOUNT_TYPES] as const;
export type CashFlowAccount = (typeof CASH_FLOW_ACCOUNTS)[number];

/** Longest period, in days. */
export const CASH_FLOW_MAX_DAYS = 180;
/** How far ahead the forecast looks, in days. */
export const CASH_FLOW_FORECAST_DAYS = 14;

const account = z.enum(CASH_FLOW_ACCOUNTS).default('settled').describe('Which money; absent: everything settled');
const category = oneOrMany(CASH_FLOW_CATEGORIES)
  .optional()
  .describe('One or more categories, comma-separated; absent: all. A file sums the others up in one column');
const period = z.object({
  from: business_day.optional().describe('First day (WIB); absent: 29 days before the last'),
  to: business_day.optional().describe('Last day (WIB), included; absent: today. At most 180 days in all'),
}).shape;

const movements = z.object({
  money_in: rupiah.describe('Payments settled, gross; whole rupiah'),
  refunds: rupiah.describe('Given back to customers or held for it, whole rupiah; below zero'),
  fees: rupiah.describe('Fees and commissions, whole rupiah; below zero'),
  vat: rupiah.describe('VAT (PPN) on the fees, whole rupiah; below zero'),
  disbursements: rupiah.describe('Paid to others and what came back of it, whole rupiah'),
  payouts: rupiah.describe('Settlement payouts and withdrawals to the bank of the merchant, whole rupiah'),
  top_ups: rupiah.describe('Paid in by the merchant, whole rupiah'),
  adjustments: rupiah.describe('Corrections, reversals and reserves, whole rupiah'),
}).shape;

const sums = z.object({
  opening: rupiah.describe('Balance at the beginning by the ledger, whole rupiah'),
  ...movements,
  closing: rupiah.describe('Balance at the end by the ledger, whole rupiah'),
  difference: rupiah.describe('Closing less opening less the movements: anything but 0 is a fault'),
  inflow: rupiah.describe('What came, all categories, whole rupiah; not below zero'),
  outflow: rupiah.describe('What left, all categories, whole rupiah; not below zero'),
}).shape;

export const cashFlowDay = z.object({
  day: business_day.describe('Business day (WIB)'),
  ...sums,
  entry_count: z.int().describe('Movements of the day in the ledger'),
});
export type CashFlowDay = z.infer<typeof cashFlowDay>;

export const cashFlow = z.object({
  account: z.enum(CASH_FLOW_ACCOUNTS).describe('Which money'),
  from: business_day.describe('First day (WIB)'),
  to: business_day.describe('Last day (WIB), included'),
  as_of: instant.describe('When it was read; the last day may not be over'),
  total: z.object(sums).describe('The whole period'),
  days: z.array(cashFlowDay).describe('Every day of the period, oldest first'),
});
export type CashFlow = z.infer<typeof cashFlow>;

const refusals = { range_too_long: 422, range_reversed: 422 } as const;

export const getCashFlow = route({
  name: 'getCashFlow',
  method: 'GET',
  path: '/cash-flow',
  summary: 'Opening balance, movements by category and closing balance of each day; a CSV or XLSX file by `Accept`',
  access: needs('Invoices', 'view'),
  query: z.object({ ...period, account, category }),
  output: z.object({ data: cashFlow }),
  csv: true,
  xlsx: true,
  errors: refusals,
});

export const getCashFlowPdf = route({
  name: 'getCashFlowPdf',
  method: 'GET',
  path: '/cash-flow/statement.pdf',
  summary: 'The cash flow of a period for people, with both balances and the check that the movements add up',
  access: needs('Invoices', 'view'),
  query: z.object({ ...period, account, category }),
  stream: 'application/pdf',
  errors: refusals,
});

export const cashFlowEntry = z.object({
  id: idSchema('transfer'),
  journal_id: idSchema('journal'),
  posted_at: instant.describe('When it was posted'),
  kind: z.string().describe('What moved, e.g. `settlement`, `top_up`'),
  reference_type: z.string().describe('Noun of the object that caused it'),
  reference_id: z.string().describe('Id of that object'),
  description: z.string().nullable().describe('The movement in words'),
  account_id: idSchema('ledger_account').describe('The account of the chosen money that it moved'),
  account_type: z.enum(ACCOUNT_TYPES).describe('What that account is for'),
  other_type: z.enum(ACCOUNT_TYPES).describe('What the account on the other side is for'),
  amount: rupiah.describe('Whole rupiah; above zero: it came, below: it left'),
  parts: z
    .array(
      z.object({
        category: z.enum(CASH_FLOW_CATEGORIES).describe('Category that it counts in'),
        amount: rupiah.describe('Whole rupiah, with its sign'),
      }),
    )
    .describe('How it counts: one part, and for a settlement its gross, refunds, fees and VAT'),
});
export type CashFlowEntry = z.infer<typeof cashFlowEntry>;

export const listCashFlowEntries = route({
  name: 'listCashFlowEntries',
  method: 'GET',
  path: '/cash-flow/{day}/entries',
  summary: 'The movements in the ledger behind a day, newest first',
  access: needs('Invoices', 'view'),
  params: z.object({ day: business_day.describe('Business day (WIB)') }),
  query: z.object({ ...pageQuery, account, category }),
  output: page(cashFlowEntry),
});

export const cashFlowForecast = z.object({
  as_of: instant.describe('When it was worked out'),
  opening: rupiah.describe('Balance now by the ledger, whole rupiah'),
  waiting: rupiah.describe('What waits for settlement now, net of fees and refunds, whole rupiah'),
  later: rupiah.describe('Part of it that settles after these days, or not by itself, whole rupiah'),
  scheduled_disbursements: rupiah.describe('Disbursements with a date ahead, whole rupiah'),
  days: z
    .array(
      z.object({
        day: business_day.describe('Business day (WIB)'),
        is_business_day: z.boolean().describe('Banks work: no weekend, no holiday, no joint leave'),
        payment_count: z.int().describe('Payments that are expected to settle on this day'),
        inflow: rupiah.describe('Expected to settle: net of fees, VAT and refunds, whole rupiah'),
        outflow: rupiah.describe('Expected to leave: paid out to the bank of the merchant, whole rupiah'),
        closing: rupiah.describe('Balance expected at its end, whole rupiah'),
      }),
    )
    .describe('Fourteen days from tomorrow on; tomorrow holds what is still to come today'),
});
export type CashFlowForecast = z.infer<typeof cashFlowForecast>;

export const getCashFlowForecast = route({
  name: 'getCashFlowForecast',
  method: 'GET',
  path: '/cash-flow/forecast',
  summary: 'What is expected of payments that wait for settlement: a forecast, not a promise',
  access: needs('Invoices', 'view'),
  query: z.object({
    account: z.enum(['settled', 'available', 'pending_settlement']).default('settled').describe('Which money'),
  }),
  output: z.object({ data: cashFlowForecast }),
});
