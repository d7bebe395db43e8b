/** The payout balance that disbursements spend: who is told when it is low, and moves from the settled balance (domain 1.11). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { amount, rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const BALANCE_TRANSFER_STATUSES = ['pending', 'approved', 'posted', 'rejected'] as const;
export type BalanceTransferStatus = (typeof BALANCE_TRANSFER_STATUSES)[number];

/** Addresses that a low balance is told to, at most. */
export const ALERT_RECIPIENTS_MAX = 5;

const recipients = z.array(z.email().max(254)).max(ALERT_RECIPIENTS_MAX);

const payoutAlert = z.strictObject({
  threshold: amount.nullable().describe('Below this balance the recipients are told, whole rupiah; null: never'),
  recipients: recipients.describe(`E-mail addresses, at most ${ALERT_RECIPIENTS_MAX}`),
});

const payoutAlertDetail = z.object({
  ...payoutAlert.shape,
  balance: rupiah.describe('The payout balance now, whole rupiah'),
  is_below: z.boolean().describe('Whether the balance is below the threshold'),
  last_alert_at: instant.nullable().describe('When the recipients were last told'),
});

export const getPayoutAlert = route({
  name: 'getPayoutAlert',
  method: 'GET',
  path: '/payout-alert',
  summary: 'The payout balance, and whom a low one is told to',
  access: needs('Deposit VA', 'view'),
  output: z.object({ data: payoutAlertDetail }),
});

export const savePayoutAlert = route({
  name: 'savePayoutAlert',
  method: 'PUT',
  path: '/payout-alert',
  summary: 'Sets or ends the alert of a low payout balance; one e-mail per fall below the threshold',
  access: needs('Deposit VA', 'manage'),
  body: payoutAlert,
  output: z.object({ data: payoutAlertDetail }),
  errors: { recipients_missing: 422, duplicate_recipient: 422 },
});

export const balanceTransfer = z.object({
  id: idSchema('balance_transfer'),
  created_at: instant.describe('When it was asked for'),
  amount: rupiah.describe('From the settled balance to the payout balance, whole rupiah'),
  status: z.enum(BALANCE_TRANSFER_STATUSES).describe('Posted: the money has moved'),
  requested_by: z.string().describe('Who asked'),
  is_own: z.boolean().describe('Whether the caller asked for it, and so cannot approve it'),
  decided_by: z.string().nullable().describe('Who approved or rejected it'),
  decided_at: instant.nullable().describe('When'),
  remark: z.string().nullable().describe('What they said'),
});
export type BalanceTransfer = z.infer<typeof balanceTransfer>;

export const createBalanceTransfer = route({
  name: 'createBalanceTransfer',
  method: 'POST',
  path: '/balance-transfers',
  summary: 'Asks to move settled money to the payout balance; another person must approve it',
  access: needs('Deposit VA', 'manage'),
  body: z.strictObject({ amount: amount.describe('Whole rupiah') }),
  status: 201,
  idempotent: true,
  output: z.object({ data: balanceTransfer }),
  errors: { insufficient_balance: 422 },
});

export const listBalanceTransfers = route({
  name: 'listBalanceTransfers',
  method: 'GET',
  path: '/balance-transfers',
  summary: 'Moves from the settled to the payout balance, newest first',
  access: needs('Deposit VA', 'view'),
  query: z.object({
    ...pageQuery,
    status: oneOrMany(BALANCE_TRANSFER_STATUSES).optional().describe('One or more states, comma-separated'),
  }),
  output: page(balanceTransfer),
});

export const getBalanceTransfer = route({
  name: 'getBalanceTransfer',
  method: 'GET',
  path: '/balance-transfers/{id}',
  summary: 'One move',
  access: needs('Deposit VA', 'view'),
  params: z.object({ id: idSchema('balance_transfer') }),
  output: z.object({ data: balanceTransfer }),
});

const remark = z.string().trim().max(200);
const decisionErrors = { not_pending: 409 } as const;

export const approveBalanceTransfer = route({
  name: 'approveBalanceTransfer',
  method: 'POST',
  path: '/balance-transfers/{id}/approve',
  summary: 'Approves a move that somebody else asked for, and posts it',
  access: needs('Disbursements', 'approve'),
  params: z.object({ id: idSchema('balance_transfer') }),
  body: z.strictObject({ remark: remark.optional().describe('Kept with the move') }),
  idempotent: true,
  output: z.object({ data: balanceTransfer }),
  errors: { ...decisionErrors, self_approval: 422, insufficient_balance: 422 },
});

export const rejectBalanceTransfer = route({
  name: 'rejectBalanceTransfer',
  method: 'POST',
  path: '/balance-transfers/{id}/reject',
  summary: 'Rejects a move; nothing is posted',
  access: needs('Disbursements', 'approve'),
  params: z.object({ id: idSchema('balance_transfer') }),
  body: z.strictObject({ remark: remark.min(1).describe('Why; shown to who asked') }),
  output: z.object({ data: balanceTransfer }),
  errors: decisionErrors,
});
