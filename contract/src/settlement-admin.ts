/** How settlements are steered: by the merchant's settings, and by the provider. */
import { z } from 'zod';
import { needs } from './access.ts';
import { BANKS } from './bank.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { route } from './route.ts';
import { SETTLEMENT_DESTINATIONS, settlementBatch } from './settlement-fields.ts';
import { instant } from './time.ts';
import { TRANSACTION_METHODS } from './transaction.ts';

export const settlementBankAccount = z.object({
  id: z.string().describe('Id of the account'),
  bank_code: z.string().describe('Three digits of Bank Indonesia'),
  account_last4: z.string().describe('Last four digits of the number'),
  holder_name: z.string().describe('Name that the bank returned'),
  verified_at: instant.describe('When the bank was asked'),
  usable_from: instant.describe('From when it is paid to: a new account waits 24 hours'),
});

export const settlementSetting = z.object({
  destination: z.enum(SETTLEMENT_DESTINATIONS).describe('bank: paid out; balance: credited to the available balance'),
  approval: z.enum(['auto', 'manual']).describe('manual: a person approves each payout'),
  schedule: z.enum(['daily', 'weekly', 'monthly']).describe('How often a batch is made'),
  weekday: z.int().min(1).max(5).nullable().describe('1 Monday to 5 Friday, for weekly'),
  month_day: z.int().min(1).max(28).nullable().describe('Day of the month, for monthly'),
  minimum_amount: rupiah.describe('Least net amount that is settled, whole rupiah; less waits for more'),
});

export const getSettlementSetting = route({
  name: 'getSettlementSetting',
  method: 'GET',
  path: '/settlement-setting',
  summary: "The merchant's schedule, minimum, bank account and terms",
  access: needs('Reports', 'view'),
  output: z.object({
    data: z.object({
      ...settlementSetting.shape,
      is_held: z.boolean().describe('The provider holds all settlements of the merchant'),
      held_reason: z.string().nullable().describe('Why'),
      bank_account: settlementBankAccount.nullable().describe('Where settlements are paid to'),
      terms: z
        .array(
          z.object({
            method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
            channel_code: z.string().nullable().describe('Bank; null: every other'),
            days: z.int().describe('The n of T+n'),
            basis: z.enum(['calendar', 'business']).describe('What kind of days'),
            cut_off_hour: z.int().describe('Payments from this hour on (WIB) count for the next day; 24: none'),
          }),
        )
        .describe('When payments settle, as it stands today'),
    }),
  }),
});

export const setSettlementSetting = route({
  name: 'setSettlementSetting',
  method: 'PUT',
  path: '/settlement-setting',
  summary: 'Change schedule, minimum, destination and approval',
  access: needs('Reports', 'manage'),
  body: z.strictObject({
    destination: settlementSetting.shape.destination,
    approval: settlementSetting.shape.approval,
    schedule: settlementSetting.shape.schedule,
    weekday: settlementSetting.shape.weekday,
    month_day: settlementSetting.shape.month_day,
    minimum_amount: z.int().min(0).max(1_000_000_000).describe('Least net amount, whole rupiah'),
  }),
  output: getSettlementSetting.output,
  errors: { no_bank_account: 422 },
});

export const setSettlementBankAccount = route({
  name: 'setSettlementBankAccount',
  method: 'PUT',
  path: '/settlement-setting/bank-account',
  summary: 'Change where settlements are paid to; the bank is asked for the name, and a new account waits 24 hours',
  access: needs('Business profile', 'manage'),
  body: z.strictObject({
    bank_code: z
      .enum(BANKS.map(({ code }) => code) as [string, ...string[]])
      .describe('Three digits of Bank Indonesia'),
    account_no: z
      .string()
      .trim()
      .regex(/^\d{5,20}$/)
      .meta({ examples: ['8010000001'] })
      .describe('Number of the account, digits only'),
  }),
  output: getSettlementSetting.output,
  errors: { account_not_found: 422, bank_unreachable: 502 },
});

export const holdSettlement = route({
  name: 'holdSettlement',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/{id}/hold',
  summary: 'Hold a closed batch back (provider)',
  access: needs('Merchants', 'manage'),
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('settlement_batch') }),
  body: z.strictObject({ reason: z.string().trim().min(1).max(200).describe('Why; shown to the merchant') }),
  output: z.object({ data: settlementBatch }),
  errors: { wrong_status: 409 },
});

export const releaseSettlement = route({
  name: 'releaseSettlement',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/{id}/release',
  summary: 'Let a batch go that was on hold (provider)',
  access: needs('Merchants', 'manage'),
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('settlement_batch') }),
  output: z.object({ data: settlementBatch }),
  errors: { wrong_status: 409 },
});

export const retrySettlement = route({
  name: 'retrySettlement',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/{id}/retry',
  summary: 'Pay a batch out again whose payout failed or came back (provider)',
  access: needs('Merchants', 'manage'),
  idempotent: true,
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('settlement_batch') }),
  output: z.object({ data: settlementBatch }),
  errors: { wrong_status: 409 },
});

export const settleEarly = route({
  name: 'settleEarly',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlements/early',
  summary: 'Settle everything that a merchant was paid, before it is due (provider)',
  access: needs('Merchants', 'manage'),
  idempotent: true,
  params: z.object({ merchant_id: idSchema('merchant') }),
  output: z.object({ data: settlementBatch }),
  errors: { nothing_to_settle: 422 },
});

export const holdMerchantSettlements = route({
  name: 'holdMerchantSettlements',
  method: 'PUT',
  path: '/merchants/{merchant_id}/settlement-hold',
  summary: 'Hold back every batch of a merchant from now on, or no longer (provider)',
  access: needs('Merchants', 'manage'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  body: z.strictObject({
    is_held: z.boolean().describe('Whether new batches are held'),
    reason: z.string().trim().min(1).max(200).nullable().describe('Why; shown to the merchant'),
  }),
  output: z.object({
    data: z.object({
      is_held: z.boolean().describe('Whether new batches are held'),
      reason: z.string().nullable().describe('Why'),
    }),
  }),
});
