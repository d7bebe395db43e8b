/** Corrections of a merchant's balances by the provider: one person requests, another approves (domain 1.17). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { AMOUNT_CAP, rupiah } from './money.ts';
import { page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Balances whose money belongs to the merchant. */
export const ADJUSTABLE_ACCOUNTS = ['pending_settlement', 'available', 'payout'] as const;
export type AdjustableAccount = (typeof ADJUSTABLE_ACCOUNTS)[number];

/** posted: booked in the ledger at the approval; rejected: also when the request expired. */
export const BALANCE_ADJUSTMENT_STATUSES = ['pending', 'posted', 'rejected'] as const;
export type BalanceAdjustmentStatus = (typeof BALANCE_ADJUSTMENT_STATUSES)[number];

export const balanceAdjustment = z.object({
  id: idSchema('balance_adjustment'),
  created_at: instant.describe('When it was requested'),
  account_type: z.enum(ADJUSTABLE_ACCOUNTS).describe('Balance that it changes'),
  amount: rupiah.describe('Whole rupiah; positive: a credit to the merchant, negative: a debit'),
  reason: z.string().describe('Reason, which the merchant reads in its balance history'),
  status: z.enum(BALANCE_ADJUSTMENT_STATUSES).describe('Status of the adjustment'),
  requested_by: z.string().describe('Who requested it'),
  decided_by: z.string().nullable().describe('Who approved or rejected it; null while it is open, and when it expired'),
  decided_at: instant.nullable().describe('When it was approved or rejected'),
  remark: z.string().nullable().describe('Remark of the approver'),
  approval_id: idSchema('approval_request').nullable().describe('Its open request for approval'),
});
export type BalanceAdjustment = z.infer<typeof balanceAdjustment>;

const params = z.object({ merchant_id: idSchema('merchant') });

export const listBalanceAdjustments = route({
  name: 'listBalanceAdjustments',
  method: 'GET',
  path: '/merchants/{merchant_id}/balance-adjustments',
  summary: 'List the balance adjustments of a merchant, newest first',
  access: needs('Merchants', 'view', { users_only: true }),
  params,
  query: z.object(pageQuery),
  output: page(balanceAdjustment),
});

const AMOUNT_MISSING = validationMessage('Enter an amount other than zero.', 'Masukkan jumlah selain nol.');

export const createBalanceAdjustment = route({
  name: 'createBalanceAdjustment',
  method: 'POST',
  path: '/merchants/{merchant_id}/balance-adjustments',
  summary: 'Request an adjustment of a balance. It is posted when another staff member of the provider approves it',
  access: needs('Merchant finance', 'manage', { users_only: true }),
  step_up: true,
  idempotency_key: 'required',
  params,
  body: z.strictObject({
    account_type: z.enum(ADJUSTABLE_ACCOUNTS).describe('Balance that it changes'),
    amount: z
      .int()
      .min(-AMOUNT_CAP)
      .max(AMOUNT_CAP)
      .refine((amount) => amount !== 0, AMOUNT_MISSING)
      .meta({ examples: [-25_000] })
      .describe('Whole rupiah; positive: a credit to the merchant, negative: a debit'),
    reason: z.string().trim().min(1).max(200).describe('Reason, which the merchant reads in its balance history'),
  }),
  status: 201,
  output: z.object({ data: balanceAdjustment }),
  errors: { insufficient_balance: 422 },
});
