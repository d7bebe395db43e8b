/**
 * Cash flow (domain 1.3): opening balance, movements by category and closing balance of each business day (WIB). The
 * balances are read from the ledger independently of the categories, so `difference` shows whether
 * opening + movements = closing.
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { ACCOUNT_TYPES } from './balance.ts';
import { idSchema } from './id.ts';
import { type Language, type Localized, localized } from './language.ts';
import { rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { business_day, instant } from './time.ts';

/** Categories in column order. Every movement counts in exactly one; a settlement is split into its parts. */
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

const CATEGORY_LABELS: Record<CashFlowCategory, Localized> = {
  money_in: localized('Money in', 'Uang masuk'),
  refunds: localized('Refunds', 'Pengembalian dana'),
  fees: localized('Fees', 'Biaya'),
  vat: localized('PPN', 'PPN'),
  disbursements: localized('Disbursements', 'Disbursement'),
  payouts: localized('Payouts', 'Pencairan dana'),
  top_ups: localized('Top-ups', 'Isi saldo'),
  adjustments: localized('Adjustments', 'Penyesuaian'),
};

/** Name of a category on screens and in files. */
export const categoryLabel = (category: CashFlowCategory, language: Language): string =>
  CATEGORY_LABELS[category][language];

/**
 * The balance to report on: `settled` is all settled money (available balance, settlements in transit to the bank, payout
 * balance and its reserve); otherwise one ledger account by type.
 */
export const CASH_FLOW_ACCOUNTS = ['settled', ...ACCOUNT_TYPES] as const;
export type CashFlowAccount = (typeof CASH_FLOW_ACCOUNTS)[number];

/** Longest period, in days. */
export const CASH_FLOW_MAX_DAYS = 180;
/** Length of the forecast, in days. */
export const CASH_FLOW_FORECAST_DAYS = 14;

const account = z
  .enum(CASH_FLOW_ACCOUNTS)
  .default('settled')
  .describe('Balance to report on; all settled money when absent');
const category = oneOrMany(CASH_FLOW_CATEGORIES)
  .optional()
  .describe('One or more categories, comma-separated; all when absent. Files add the other categories as one column');
const period = z.object({
  from: business_day.optional().describe('First day (WIB); 29 days before the last when absent'),
  to: business_day.optional().describe('Last day (WIB), inclusive; today when absent. At most 180 days in total'),
}).shape;

const movements = z.object({
  money_in: rupiah.describe('Payments settled, gross; whole rupiah'),
  refunds: rupiah.describe('Refunds and refund holds, whole rupiah; negative'),
  fees: rupiah.describe('Fees and commissions, whole rupiah; negative'),
  vat: rupiah.describe('VAT (PPN) on the fees, whole rupiah; negative'),
  disbursements: rupiah.describe('Disbursements and their reversals, whole rupiah'),
  payouts: rupiah.describe('Settlement payouts and withdrawals to the bank account of the merchant, whole rupiah'),
  top_ups: rupiah.describe('Top-ups, whole rupiah'),
  adjustments: rupiah.describe('Adjustments, reversals and reserves, whole rupiah'),
}).shape;

const sums = z.object({
  opening: rupiah.describe('Opening balance, whole rupiah'),
  ...movements,
  closing: rupiah.describe('Closing balance, whole rupiah'),
  difference: rupiah.describe('Closing less opening less movements; anything but 0 is an error'),
  inflow: rupiah.describe('Total inflow, whole rupiah; not negative'),
  outflow: rupiah.describe('Total outflow, whole rupiah; not negative'),
}).shape;

export const cashFlowDay = z.object({
  day: business_day.describe('Business day (WIB)'),
  ...sums,
  entry_count: z.int().describe('Number of ledger movements on the day'),
});
export type CashFlowDay = z.infer<typeof cashFlowDay>;

export const cashFlow = z.object({
  account: z.enum(CASH_FLOW_ACCOUNTS).describe('Balance that the report is about'),
  from: business_day.describe('First day (WIB)'),
  to: business_day.describe('Last day (WIB), inclusive'),
  as_of: instant.describe('When it was read; the last day may still be in progress'),
  total: z.object(sums).describe('Totals of the period'),
  days: z.array(cashFlowDay).describe('All days of the period, oldest first'),
});
export type CashFlow = z.infer<typeof cashFlow>;

const refusals = { range_too_long: 422, range_reversed: 422 } as const;

export const getCashFlow = route({
  name: 'getCashFlow',
  method: 'GET',
  path: '/cash-flow',
  summary: 'Retrieve the cash flow of a period. `Accept` selects JSON, CSV or XLSX',
  access: needs('Invoices', 'view'),
  query: z.object({ ...period, account, category }),
  output: z.object({ data: cashFlow }),
  files: true,
  errors: refusals,
});

export const getCashFlowPdf = route({
  name: 'getCashFlowPdf',
  method: 'GET',
  path: '/cash-flow/statement.pdf',
  summary: 'Download the cash flow of a period as PDF',
  access: needs('Invoices', 'view'),
  query: z.object({ ...period, account, category }),
  stream: 'application/pdf',
  errors: refusals,
});

export const cashFlowEntry = z.object({
  id: idSchema('transfer'),
  journal_id: idSchema('journal'),
  posted_at: instant.describe('When it was posted'),
  kind: z.string().describe('Type of the movement, such as `settlement` or `top_up`'),
  reference_type: z.string().describe('Type of the source object'),
  reference_id: z.string().describe('Id of the source object'),
  description: z.string().nullable().describe('Description'),
  account_id: idSchema('ledger_account').describe('Account that moved'),
  account_type: z.enum(ACCOUNT_TYPES).describe('Type of that account'),
  other_type: z.enum(ACCOUNT_TYPES).describe('Type of the counter account'),
  amount: rupiah.describe('Whole rupiah; positive: inflow, negative: outflow'),
  parts: z
    .array(
      z.object({
        category: z.enum(CASH_FLOW_CATEGORIES).describe('Category'),
        amount: rupiah.describe('Whole rupiah, signed'),
      }),
    )
    .describe('Amounts by category; a settlement is split into gross, refunds, fees and VAT'),
});
export type CashFlowEntry = z.infer<typeof cashFlowEntry>;

export const listCashFlowEntries = route({
  name: 'listCashFlowEntries',
  method: 'GET',
  path: '/cash-flow/{day}/entries',
  summary: 'List the ledger movements of a day',
  access: needs('Invoices', 'view'),
  params: z.object({ day: business_day.describe('Business day (WIB)') }),
  query: z.object({ ...pageQuery, account, category }),
  output: page(cashFlowEntry),
});

export const cashFlowForecast = z.object({
  as_of: instant.describe('When it was calculated'),
  opening: rupiah.describe('Current balance, whole rupiah'),
  waiting: rupiah.describe('Pending balance, net of fees and refunds, whole rupiah'),
  in_transit: rupiah.describe('In transit: settled, but not credited yet, whole rupiah'),
  later: rupiah.describe(
    'Part of the pending balance that settles after these days or needs manual action, whole rupiah',
  ),
  scheduled_disbursements: rupiah.describe('Scheduled disbursements, whole rupiah'),
  days: z
    .array(
      z.object({
        day: business_day.describe('Business day (WIB)'),
        is_business_day: z.boolean().describe('Whether it is a business day: not a weekend, holiday or joint leave'),
        payment_count: z.int().describe('Number of payments expected to settle'),
        inflow: rupiah.describe('Expected inflow, net of fees, VAT and refunds, whole rupiah'),
        outflow: rupiah.describe('Expected outflow to the bank account of the merchant, whole rupiah'),
        closing: rupiah.describe('Expected closing balance, whole rupiah'),
      }),
    )
    .describe('Fourteen days starting tomorrow; tomorrow includes what is still expected today'),
});
export type CashFlowForecast = z.infer<typeof cashFlowForecast>;

export const getCashFlowForecast = route({
  name: 'getCashFlowForecast',
  method: 'GET',
  path: '/cash-flow/forecast',
  summary: 'Retrieve the cash flow forecast of pending payments',
  access: needs('Invoices', 'view'),
  query: z.object({
    account: z
      .enum(['settled', 'available', 'pending_settlement'])
      .default('settled')
      .describe('Balance that the report is about'),
  }),
  output: z.object({ data: cashFlowForecast }),
});
