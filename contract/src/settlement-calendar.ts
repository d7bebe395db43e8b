/** When payments settle: terms by dated versions, and the days on which banks do not work. Kept by the provider (domain 4.5). */
import { z } from 'zod';
import { needs } from './access.ts';
import { VA_BANK_CHANNELS } from './bank.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { business_day } from './time.ts';
import { TRANSACTION_METHODS } from './transaction.ts';

export const HOLIDAY_TYPES = ['national', 'joint_leave'] as const;

export const holiday = z.object({
  day: business_day.describe('Day (WIB) on which banks do not work'),
  name: z.string().trim().min(1).max(80).describe('What is celebrated'),
  type: z.enum(HOLIDAY_TYPES).describe('national holiday, or joint leave (cuti bersama)'),
});
export type Holiday = z.infer<typeof holiday>;

export const listHolidays = route({
  name: 'listHolidays',
  method: 'GET',
  path: '/holidays',
  summary: 'Days besides Saturdays and Sundays on which banks do not work, in their order (provider)',
  access: needs('Merchants', 'view'),
  query: z.object({
    year: z.coerce.number().int().min(2000).max(2100).optional().describe('Only this year; every year when absent'),
  }),
  output: z.object({ data: z.array(holiday) }),
});

export const setHoliday = route({
  name: 'setHoliday',
  method: 'PUT',
  path: '/holidays/{day}',
  summary: 'Announce a holiday or a joint leave, or change its name and kind: today or later (provider)',
  access: needs('Merchants', 'manage'),
  params: z.object({ day: business_day.describe('Day (WIB)') }),
  body: z.strictObject({ name: holiday.shape.name, type: holiday.shape.type }),
  output: z.object({ data: holiday }),
  errors: { day_is_past: 422 },
});

export const removeHoliday = route({
  name: 'removeHoliday',
  method: 'DELETE',
  path: '/holidays/{day}',
  summary: 'Take a day back on which banks do work after all: today or later (provider)',
  access: needs('Merchants', 'manage'),
  params: z.object({ day: business_day.describe('Day (WIB)') }),
  status: 204,
  errors: { day_is_past: 422 },
});

const termInput = z.strictObject({
  method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
  channel_code: z.enum(VA_BANK_CHANNELS).optional().describe('Bank; every other when absent'),
  days: z.int().min(0).max(30).describe('The n of T+n'),
  basis: z.enum(['calendar', 'business']).describe('What kind of days'),
  cut_off_hour: z
    .int()
    .min(1)
    .max(24)
    .default(24)
    .describe('Payments from this hour on (WIB) count for the next day; 24: none'),
  effective_from: business_day.describe('First day (WIB) of payment for which it holds: tomorrow or later'),
});
export type SettlementTermInput = z.infer<typeof termInput>;

export const settlementTerm = z.object({
  id: idSchema('settlement_term'),
  ...termInput.shape,
  channel_code: z.string().nullable().describe('Bank; null: every other'),
  cut_off_hour: z.int().describe('Payments from this hour on (WIB) count for the next day; 24: none'),
  effective_from: business_day.describe('First day (WIB) of payment for which it holds, until a newer one does'),
  is_own: z.boolean().describe('Agreed with one merchant, rather than for everybody'),
});
export type SettlementTerm = z.infer<typeof settlementTerm>;

const errors = { term_backdated: 422, duplicate_term: 409 } as const;

export const listSettlementTerms = route({
  name: 'listSettlementTerms',
  method: 'GET',
  path: '/settlement-terms',
  summary: 'Terms for everybody, every version, by method and bank (provider)',
  access: needs('Merchants', 'view'),
  output: z.object({ data: z.array(settlementTerm) }),
});

export const addSettlementTerm = route({
  name: 'addSettlementTerm',
  method: 'POST',
  path: '/settlement-terms',
  summary: 'A new version of a term for everybody, from a day of payment on (provider)',
  access: needs('Merchants', 'manage'),
  body: termInput,
  status: 201,
  output: z.object({ data: settlementTerm }),
  errors,
});

const params = z.object({ merchant_id: idSchema('merchant') });

export const listMerchantSettlementTerms = route({
  name: 'listMerchantSettlementTerms',
  method: 'GET',
  path: '/merchants/{merchant_id}/settlement-terms',
  summary: 'Terms that hold for one merchant, its own and those for everybody, every version (provider)',
  access: needs('Merchants', 'view'),
  params,
  output: z.object({ data: z.array(settlementTerm) }),
});

export const addMerchantSettlementTerm = route({
  name: 'addMerchantSettlementTerm',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlement-terms',
  summary: 'Agree on a term with one merchant: a new version from a day of payment on (provider)',
  access: needs('Merchants', 'manage'),
  params,
  body: termInput,
  status: 201,
  output: z.object({ data: settlementTerm }),
  errors,
});
