/** The payout balance for disbursements: its low-balance alert, and transfers from the available balance (domain 1.11). */
import { z } from 'zod';
import { needs } from './access.ts';
import { DECISION_ERRORS } from './approval-fields.ts';
import { idSchema } from './id.ts';
import { amount, rupiah } from './money.ts';
import { oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const BALANCE_TRANSFER_STATUSES = ['pending', 'approved', 'posted', 'rejected'] as const;
export type BalanceTransferStatus = (typeof BALANCE_TRANSFER_STATUSES)[number];

/** Maximum number of recipients of the low-balance alert. */
export const ALERT_RECIPIENTS_MAX = 5;

const recipients = z.array(z.email().max(254)).max(ALERT_RECIPIENTS_MAX);

const payoutAlert = z.strictObject({
  threshold: amount.nullable().describe('The recipients are notified below this balance, whole rupiah; null: no alert'),
  recipients: recipients.describe(`Email addresses, at most ${ALERT_RECIPIENTS_MAX}`),
});

const payoutAlertDetail = z.object({
  ...payoutAlert.shape,
  balance: rupiah.describe('Current payout balance, whole rupiah'),
  is_below: z.boolean().describe('Whether the balance is below the threshold'),
  last_alert_at: instant.nullable().describe('When the recipients were last notified'),
});

export const getPayoutAlert = route({
  name: 'getPayoutAlert',
  method: 'GET',
  path: '/payout-alert',
  summary: 'Retrieve the payout balance and its alert',
  access: needs('Deposit VA', 'view'),
  output: z.object({ data: payoutAlertDetail }),
});

export const savePayoutAlert = route({
  name: 'savePayoutAlert',
  method: 'PUT',
  path: '/payout-alert',
  summary: 'Update the low-balance alert; one email each time the balance falls below the threshold',
  access: needs('Deposit VA', 'manage'),
  body: payoutAlert,
  output: z.object({ data: payoutAlertDetail }),
  errors: { recipients_missing: 422, duplicate_recipient: 422 },
});

export const balanceTransfer = z.object({
  id: idSchema('balance_transfer'),
  created_at: instant.describe('When it was requested'),
  amount: rupiah.describe('Amount from the available to the payout balance, whole rupiah'),
  status: z.enum(BALANCE_TRANSFER_STATUSES).describe('posted: the transfer is complete'),
  requested_by: z.string().describe('Who requested it'),
  is_own: z.boolean().describe('Whether you requested it and therefore cannot approve it'),
  decided_by: z.string().nullable().describe('Who approved or rejected it'),
  decided_at: instant.nullable().describe('When it was decided'),
  remark: z.string().nullable().describe('Remark of the approver'),
  may_decide: z.boolean().describe('Whether it waits for you'),
  approvals_missing: z.int().nullable().describe('Approvals that are still missing; null unless it is pending'),
});
export type BalanceTransfer = z.infer<typeof balanceTransfer>;

export const createBalanceTransfer = route({
  name: 'createBalanceTransfer',
  method: 'POST',
  path: '/balance-transfers',
  summary: 'Request a transfer to the payout balance; a second user must approve it',
  access: needs('Deposit VA', 'manage'),
  requires_active: 'payouts',
  body: z.strictObject({ amount: amount.describe('Whole rupiah') }),
  status: 201,
  idempotency_key: 'required',
  output: z.object({ data: balanceTransfer }),
  errors: { insufficient_balance: 422, daily_limit_exceeded: 422 },
});

export const listBalanceTransfers = route({
  name: 'listBalanceTransfers',
  method: 'GET',
  path: '/balance-transfers',
  summary: 'List transfers to the payout balance',
  access: needs('Deposit VA', 'view'),
  query: z.object({
    ...pageQuery,
    status: oneOrMany(BALANCE_TRANSFER_STATUSES).optional().describe('One or more statuses, comma-separated'),
  }),
  output: page(balanceTransfer),
});

export const getBalanceTransfer = route({
  name: 'getBalanceTransfer',
  method: 'GET',
  path: '/balance-transfers/{id}',
  summary: 'Retrieve a transfer to the payout balance',
  access: needs('Deposit VA', 'view'),
  params: z.object({ id: idSchema('balance_transfer') }),
  output: z.object({ data: balanceTransfer }),
});

const remark = z.string().trim().max(200);
const decisionErrors = { ...DECISION_ERRORS, not_pending: 409 } as const;

export const approveBalanceTransfer = route({
  name: 'approveBalanceTransfer',
  method: 'POST',
  path: '/balance-transfers/{id}/approve',
  summary: 'Approve a transfer that another user requested. It is posted once the required approvals are given',
  access: needs('Disbursements', 'approve', { users_only: true }),
  requires_active: 'payouts',
  step_up: true,
  params: z.object({ id: idSchema('balance_transfer') }),
  body: z.strictObject({ remark: remark.optional().describe('Stored with the transfer') }),
  idempotency_key: 'required',
  output: z.object({ data: balanceTransfer }),
  errors: { ...decisionErrors, insufficient_balance: 422 },
});

export const rejectBalanceTransfer = route({
  name: 'rejectBalanceTransfer',
  method: 'POST',
  path: '/balance-transfers/{id}/reject',
  summary: 'Reject a transfer',
  access: needs('Disbursements', 'approve', { users_only: true }),
  step_up: true,
  params: z.object({ id: idSchema('balance_transfer') }),
  body: z.strictObject({ remark: remark.min(1).describe('Reason; shown to the requester') }),
  output: z.object({ data: balanceTransfer }),
  errors: decisionErrors,
});
