/** Settlement settings of the merchant, and provider actions on settlements. */
import { z } from 'zod';
import { needs } from './access.ts';
import { DECISION_ERRORS } from './approval-fields.ts';
import { BANKS } from './bank.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { route } from './route.ts';
import { SETTLEMENT_DESTINATIONS, settlementBatch } from './settlement-fields.ts';
import { instant } from './time.ts';
import { TRANSACTION_METHODS } from './transaction.ts';

export const settlementBankAccount = z.object({
  id: z.string().describe('Id of the account'),
  bank_code: z.string().describe('Bank code of Bank Indonesia, three digits'),
  account_last4: z.string().describe('Last four digits of the account number'),
  holder_name: z.string().describe('Account holder, as confirmed by the bank'),
  verified_at: instant.describe('When the bank confirmed the holder'),
  usable_from: instant
    .nullable()
    .describe('When batches are bound to it: 24 hours after its approval; null until it is approved'),
  group_name: z
    .string()
    .nullable()
    .describe("Account group with consolidated settlement whose owner has this account; null: the merchant's own"),
});
export type SettlementBankAccount = z.infer<typeof settlementBankAccount>;

/** A new account that does not receive payouts yet. */
export const pendingBankAccount = z.object({
  ...settlementBankAccount.shape,
  status: z
    .enum(['pending', 'cooling_off'])
    .describe('`pending`: waits for a second person or the provider; `cooling_off`: approved, not in use yet'),
  requested_by: z.string().describe('Name of the user who requested it'),
  requested_at: instant.describe('When it was requested'),
  is_own: z.boolean().describe('Whether you requested it, so that another user must approve it'),
  may_decide: z.boolean().describe('Whether it waits for you'),
  approvals_missing: z.int().nullable().describe('Approvals that are still missing; null once it is approved'),
});

export const settlementSetting = z.object({
  destination: z
    .enum(SETTLEMENT_DESTINATIONS)
    .describe('`bank`: bank transfer; `balance`: credited to the available balance'),
  approval: z.enum(['auto', 'manual']).describe('`auto`: paid out automatically; `manual`: each payout needs approval'),
  schedule: z.enum(['daily', 'weekly', 'monthly']).describe('Settlement schedule'),
  weekday: z.int().min(1).max(5).nullable().describe('1 (Monday) to 5 (Friday), for weekly schedules'),
  month_day: z.int().min(1).max(28).nullable().describe('Day of the month, for monthly schedules'),
  minimum_amount: rupiah.describe('Minimum payout, whole rupiah; smaller amounts wait for the next settlement'),
});

export const getSettlementSetting = route({
  name: 'getSettlementSetting',
  method: 'GET',
  path: '/settlement-setting',
  summary: 'Retrieve settlement settings',
  access: needs('Reports', 'view'),
  output: z.object({
    data: z.object({
      ...settlementSetting.shape,
      is_held: z.boolean().describe('Whether the provider holds all settlements of the merchant'),
      held_reason: z.string().nullable().describe('Reason of the hold'),
      bank_account: settlementBankAccount.nullable().describe('Settlement bank account in use'),
      pending_bank_account: pendingBankAccount
        .nullable()
        .describe('New account that waits for approval or for the end of its cooling-off period'),
      terms: z
        .array(
          z.object({
            method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
            channel_code: z.string().nullable().describe('Bank; null: every bank without its own term'),
            days: z.int().describe('Settlement delay in business days (T+n)'),
            basis: z.enum(['calendar', 'business']).describe('Whether days are calendar days or business days'),
            cut_off_hour: z.int().describe('Cut-off hour (WIB): later payments count for the next day; 24: no cut-off'),
          }),
        )
        .describe('Current settlement terms'),
    }),
  }),
});

export const setSettlementSetting = route({
  name: 'setSettlementSetting',
  method: 'PUT',
  path: '/settlement-setting',
  summary: 'Update settlement settings. Requires a signed-in user',
  access: needs('Reports', 'manage', { users_only: true }),
  body: z.strictObject({
    destination: settlementSetting.shape.destination,
    approval: settlementSetting.shape.approval,
    schedule: settlementSetting.shape.schedule,
    weekday: settlementSetting.shape.weekday,
    month_day: settlementSetting.shape.month_day,
    minimum_amount: z.int().min(0).max(1_000_000_000).describe('Minimum payout, whole rupiah'),
  }),
  output: getSettlementSetting.output,
  errors: { no_bank_account: 422 },
});

const bankAccountInput = z.strictObject({
  bank_code: z
    .enum(BANKS.map(({ code }) => code) as [string, ...string[]])
    .describe('Bank code of Bank Indonesia, three digits'),
  account_no: z
    .string()
    .trim()
    .regex(/^\d{5,20}$/)
    .meta({ examples: ['8010000001'] })
    .describe('Account number, digits only'),
});

export const setSettlementBankAccount = route({
  name: 'setSettlementBankAccount',
  method: 'PUT',
  path: '/settlement-setting/bank-account',
  summary:
    'Request a new settlement bank account. The bank confirms the holder; a second user or the provider approves it, and it is used 24 hours later',
  access: needs('Business profile', 'manage', { users_only: true }),
  step_up: true,
  body: bankAccountInput,
  output: getSettlementSetting.output,
  errors: { account_not_found: 422, paid_to_group: 409, bank_unreachable: 502 },
});

const decisionErrors = { ...DECISION_ERRORS, not_pending: 409 } as const;

export const approveBankAccount = route({
  name: 'approveBankAccount',
  method: 'POST',
  path: '/settlement-setting/bank-accounts/{id}/approve',
  summary: 'Approve a settlement bank account that another user requested; it is used 24 hours later',
  access: needs('Disbursements', 'approve', { users_only: true }),
  step_up: true,
  params: z.object({ id: idSchema('bank_account') }),
  output: getSettlementSetting.output,
  errors: decisionErrors,
});

export const rejectBankAccount = route({
  name: 'rejectBankAccount',
  method: 'POST',
  path: '/settlement-setting/bank-accounts/{id}/reject',
  summary: 'Reject a settlement bank account, also while it is cooling off',
  access: needs('Disbursements', 'approve', { users_only: true }),
  step_up: true,
  params: z.object({ id: idSchema('bank_account') }),
  output: getSettlementSetting.output,
  errors: decisionErrors,
});

export const setMerchantBankAccount = route({
  name: 'setMerchantBankAccount',
  method: 'PUT',
  path: '/merchants/{merchant_id}/bank-account',
  summary:
    'Request a new settlement bank account of a merchant. The bank confirms the holder; a second person approves it, and it is used 24 hours later',
  access: needs('Merchants', 'manage', { users_only: true }),
  step_up: true,
  params: z.object({ merchant_id: idSchema('merchant') }),
  body: bankAccountInput,
  output: getSettlementSetting.output,
  errors: { account_not_found: 422, paid_to_group: 409, bank_unreachable: 502 },
});

export const approveMerchantBankAccount = route({
  name: 'approveMerchantBankAccount',
  method: 'POST',
  path: '/merchants/{merchant_id}/bank-accounts/{id}/approve',
  summary: 'Approve the requested settlement bank account of a merchant',
  access: needs('Merchants', 'manage'),
  step_up: true,
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('bank_account') }),
  output: getSettlementSetting.output,
  errors: decisionErrors,
});

export const rejectMerchantBankAccount = route({
  name: 'rejectMerchantBankAccount',
  method: 'POST',
  path: '/merchants/{merchant_id}/bank-accounts/{id}/reject',
  summary: 'Reject the requested settlement bank account of a merchant',
  access: needs('Merchants', 'manage'),
  step_up: true,
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('bank_account') }),
  output: getSettlementSetting.output,
  errors: decisionErrors,
});

export const rebindSettlement = route({
  name: 'rebindSettlement',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/{id}/rebind',
  summary: 'Change an unsent settlement to the merchant’s current bank account',
  access: needs('Merchant finance', 'manage'),
  step_up: true,
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('settlement_batch') }),
  output: z.object({ data: settlementBatch }),
  errors: { status_conflict: 409, no_bank_account: 422 },
});

export const holdSettlement = route({
  name: 'holdSettlement',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/{id}/hold',
  summary: 'Hold a settlement that is not sent to the bank yet',
  access: needs('Merchant finance', 'manage'),
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('settlement_batch') }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(200).describe('Reason, shown to the merchant') }),
  output: z.object({ data: settlementBatch }),
  errors: { status_conflict: 409 },
});

export const releaseSettlement = route({
  name: 'releaseSettlement',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/{id}/release',
  summary: 'Release a settlement that is on hold. With automatic approval its payout starts',
  access: needs('Merchant finance', 'manage'),
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('settlement_batch') }),
  output: z.object({ data: settlementBatch }),
  errors: { status_conflict: 409, merchant_not_active: 409 },
});

export const retrySettlement = route({
  name: 'retrySettlement',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/{id}/retry',
  summary: 'Retry a failed or returned payout',
  access: needs('Merchant finance', 'manage'),
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('settlement_batch') }),
  output: z.object({ data: settlementBatch }),
  errors: { status_conflict: 409, merchant_not_active: 409 },
});

export const settleEarly = route({
  name: 'settleEarly',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/early',
  summary: 'Settle all paid transactions of a merchant before they are due',
  access: needs('Merchant finance', 'manage'),
  step_up: true,
  idempotency_key: 'required',
  params: z.object({ merchant_id: idSchema('merchant') }),
  output: z.object({ data: settlementBatch }),
  errors: { nothing_to_settle: 422, settlement_in_progress: 409 },
});

export const holdMerchantSettlements = route({
  name: 'holdMerchantSettlements',
  method: 'PUT',
  path: '/merchants/{merchant_id}/settlement-hold',
  summary: 'Hold or release all future settlements of a merchant',
  access: needs('Merchant finance', 'manage'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  body: z.strictObject({
    is_held: z.boolean().describe('Whether new settlements are held'),
    reason: z.string().trim().min(1).max(200).nullable().describe('Reason, shown to the merchant'),
  }),
  output: z.object({
    data: z.object({
      is_held: z.boolean().describe('Whether new settlements are held'),
      reason: z.string().nullable().describe('Reason of the hold'),
    }),
  }),
});
