/** Balances: the ledger accounts of a merchant, their movements and journals (domain 1.4). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { currency, rupiah } from './money.ts';
import { page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant, rangeEnd, rangeStart } from './time.ts';

export const ACCOUNT_TYPES = [
  'pending_settlement',
  'available',
  'payout',
  'payout_reserved',
  'reserve',
  'refunds',
  'fees_paid',
  'vat_paid',
  'commission',
  'provider_receivable',
  'bank_clearing',
  'suspense',
  'rounding',
  'tax_withheld',
] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** Kinds of movement. Lists also return kinds that a newer version posted. */
export const ENTRY_KINDS = [
  'payment',
  'payment_fee',
  'payment_fee_vat',
  'payment_reversal',
  'payment_fee_reversal',
  'payment_fee_vat_reversal',
  'refund_hold',
  'refund_release',
  'refund',
  'refund_fee_hold',
  'refund_fee_release',
  'refund_fee',
  'refund_fee_vat',
  'refund_fee_reversal',
  'refund_fee_vat_reversal',
  'refund_fee_reversal_back',
  'refund_fee_vat_reversal_back',
  'refund_return',
  'refund_fee_return',
  'refund_fee_vat_return',
  'refund_late',
  'refund_late_fee',
  'refund_late_fee_vat',
  'available_cover',
  'available_cover_back',
  'settlement',
  'settlement_payout',
  'settlement_payout_back',
  'settlement_payout_late',
  'settlement_payout_late_back',
  'disbursement_hold',
  'disbursement_fee_hold',
  'disbursement_release',
  'disbursement_fee_release',
  'disbursement',
  'disbursement_fee',
  'disbursement_fee_vat',
  'disbursement_late',
  'disbursement_late_fee',
  'disbursement_late_fee_vat',
  'disbursement_reversal',
  'disbursement_fee_reversal',
  'disbursement_fee_vat_reversal',
  'top_up',
  'top_up_fee',
  'top_up_fee_vat',
  'deposit_hold',
  'deposit_return',
  'balance_move',
  'withdrawal',
  'commission',
  'commission_return',
  'commission_collected',
  'commission_statement',
  'commission_payout',
  'commission_payout_back',
  'commission_payout_late',
  'commission_payout_late_back',
  'commission_tax',
  'commission_tax_back',
  'commission_tax_late',
  'commission_tax_late_back',
  'transfer_shortfall',
  'transfer_shortfall_back',
  'transfer_excess',
  'transfer_excess_back',
  'adjustment',
  'fee_credit',
  'fee_credit_vat',
  'reserve_hold',
  'reserve_release',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
export const ENTRY_DIRECTIONS = ['debit', 'credit'] as const;

export const balance = z.object({
  id: idSchema('ledger_account'),
  type: z.enum(ACCOUNT_TYPES).describe('Type of the account'),
  currency,
  balance: rupiah.describe('Credits minus debits, whole rupiah; includes all posted movements'),
  floor: rupiah.nullable().describe('Minimum balance that debits must leave, whole rupiah; null: none'),
});
export type Balance = z.infer<typeof balance>;

const movement = z.object({
  posted_at: instant.describe('When it was posted'),
  kind: z.string().describe('Kind of the movement, e.g. `payment`, `payment_fee`, `refund`'),
  reference_type: z.string().describe('Type of the object that caused it, e.g. `transaction`'),
  reference_id: z.string().describe('Id of that object'),
  description: z.string().nullable().describe('Description for people'),
  reverses_id: idSchema('transfer').nullable().describe('The movement that this one reverses'),
});
const readTime = z.object({ as_of: instant.describe('When the balance was read') });

export const balanceEntry = z.object({
  id: idSchema('transfer'),
  journal_id: idSchema('journal'),
  ...movement.shape,
  debit: rupiah.nullable().describe('Debit, whole rupiah; null for a credit'),
  credit: rupiah.nullable().describe('Credit, whole rupiah; null for a debit'),
  balance_after: rupiah.describe('Balance after this movement, regardless of the filter'),
  status: z.enum(['posted', 'reversed']).describe('reversed: a later movement reverses it'),
});
export type BalanceEntry = z.infer<typeof balanceEntry>;

export const entryFilter = {
  from: rangeStart.optional().describe('First instant of the period'),
  to: rangeEnd.optional().describe('Last instant of the period, exclusive'),
  kind: z
    .union([z.string(), z.array(z.string())])
    .transform((given) => (Array.isArray(given) ? given : given.split(',')).filter((part) => part !== ''))
    .pipe(z.array(z.string().regex(/^[a-z][a-z_]{0,39}$/)).max(40))
    .optional()
    .describe('One or more kinds, comma-separated'),
  direction: z.enum(ENTRY_DIRECTIONS).optional().describe('credit or debit'),
  amount_min: z.coerce.number().int().min(0).optional().describe('Minimum amount, whole rupiah'),
  amount_max: z.coerce.number().int().min(0).optional().describe('Maximum amount, whole rupiah'),
  reference: z.string().trim().max(100).optional().describe('Id of the reference, or its first characters'),
};

export const listBalances = route({
  name: 'listBalances',
  method: 'GET',
  path: '/balances',
  summary: 'List balances',
  access: needs('Invoices', 'view'),
  output: z.object({ data: z.array(balance), ...readTime.shape }),
  files: true,
});

export const getBalance = route({
  name: 'getBalance',
  method: 'GET',
  path: '/balances/{id}',
  summary: 'Retrieve a balance',
  access: needs('Invoices', 'view'),
  params: z.object({ id: idSchema('ledger_account') }),
  output: z.object({ data: z.object({ ...balance.shape, ...readTime.shape }) }),
});

export const listBalanceEntries = route({
  name: 'listBalanceEntries',
  method: 'GET',
  path: '/balances/{id}/entries',
  summary: 'List movements of a balance',
  access: needs('Invoices', 'view'),
  params: z.object({ id: idSchema('ledger_account') }),
  query: z.object({ ...pageQuery, ...entryFilter }),
  output: page(balanceEntry),
  files: true,
  errors: { too_many_rows: 422 },
});

/** Maximum number of movements of one PDF statement. */
export const STATEMENT_MAX_ROWS = 10_000;

export const getBalanceStatement = route({
  name: 'getBalanceStatement',
  method: 'GET',
  path: '/balances/{id}/statement.pdf',
  summary: 'Download a PDF statement of a balance',
  access: needs('Invoices', 'view'),
  params: z.object({ id: idSchema('ledger_account') }),
  query: z.object(entryFilter),
  stream: 'application/pdf',
  errors: { statement_too_long: 422 },
});

const journalAccount = z.object({
  id: idSchema('ledger_account'),
  type: z.enum(ACCOUNT_TYPES).describe('Type of the account'),
});

export const getJournal = route({
  name: 'getJournal',
  method: 'GET',
  path: '/journals/{id}',
  summary: 'Retrieve a journal',
  access: needs('Invoices', 'view'),
  params: z.object({ id: idSchema('journal') }),
  output: z.object({
    data: z.object({
      id: idSchema('journal'),
      posted_at: movement.shape.posted_at,
      transfers: z
        .array(
          z.object({
            ...movement.omit({ posted_at: true }).shape,
            id: idSchema('transfer'),
            debit_account: journalAccount.describe('Account that was debited'),
            credit_account: journalAccount.describe('Account that was credited'),
            amount: rupiah.describe('Amount, whole rupiah'),
          }),
        )
        .describe('Transfers in order; each debits one account and credits another by the same amount'),
    }),
  }),
});
export type Journal = z.infer<typeof getJournal.output>['data'];
