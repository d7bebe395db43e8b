/** Settlement terms by dated versions, and bank holidays. Managed by the provider (domain 4.5). */
import { z } from 'zod';
import { needs } from './access.ts';
import { VA_BANK_CHANNELS } from './bank.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { business_day } from './time.ts';
import { TRANSACTION_METHODS } from './transaction.ts';

export const HOLIDAY_TYPES = ['national', 'joint_leave'] as const;

export const holiday = z.object({
  day: business_day.describe('Bank holiday (WIB)'),
  name: z.string().trim().min(1).max(80).describe('Name of the holiday'),
  type: z.enum(HOLIDAY_TYPES).describe('`national`: public holiday; `joint_leave`: cuti bersama'),
});
export type Holiday = z.infer<typeof holiday>;

export const listHolidays = route({
  name: 'listHolidays',
  method: 'GET',
  path: '/holidays',
  summary: 'List bank holidays',
  access: needs('Merchants', 'view'),
  query: z.object({
    year: z.coerce.number().int().min(2000).max(2100).optional().describe('Calendar year; all years when absent'),
  }),
  output: z.object({ data: z.array(holiday) }),
});

export const setHoliday = route({
  name: 'setHoliday',
  method: 'PUT',
  path: '/holidays/{day}',
  summary: 'Set a bank holiday. Past days cannot be changed',
  access: needs('Merchant finance', 'manage'),
  params: z.object({ day: business_day.describe('Day (WIB)') }),
  body: z.strictObject({ name: holiday.shape.name, type: holiday.shape.type }),
  output: z.object({ data: holiday }),
  errors: { day_is_past: 422 },
});

export const removeHoliday = route({
  name: 'removeHoliday',
  method: 'DELETE',
  path: '/holidays/{day}',
  summary: 'Remove a bank holiday. Past days cannot be changed',
  access: needs('Merchant finance', 'manage'),
  params: z.object({ day: business_day.describe('Day (WIB)') }),
  status: 204,
  errors: { day_is_past: 422 },
});

const termInput = z.strictObject({
  method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
  channel_code: z.enum(VA_BANK_CHANNELS).optional().describe('Bank; when absent, every bank without its own term'),
  days: z.int().min(0).max(30).describe('The n of T+n'),
  basis: z.enum(['calendar', 'business']).describe('Whether days are calendar days or business days'),
  cut_off_hour: z
    .int()
    .min(1)
    .max(24)
    .default(24)
    .describe('Cut-off hour (WIB): later payments count for the next day; 24: no cut-off'),
  effective_from: business_day.describe('First payment day (WIB) it applies to: tomorrow or later'),
});
export type SettlementTermInput = z.infer<typeof termInput>;

export const settlementTerm = z.object({
  id: idSchema('settlement_term'),
  ...termInput.shape,
  channel_code: z.string().nullable().describe('Bank; null: every bank without its own term'),
  cut_off_hour: z.int().describe('Cut-off hour (WIB): later payments count for the next day; 24: no cut-off'),
  effective_from: business_day.describe('First payment day (WIB) it applies to, until a newer term replaces it'),
  is_own: z.boolean().describe('Whether the term was agreed with one merchant; otherwise it is a standard term'),
});
export type SettlementTerm = z.infer<typeof settlementTerm>;

const errors = { term_backdated: 422, duplicate_term: 409 } as const;

export const listSettlementTerms = route({
  name: 'listSettlementTerms',
  method: 'GET',
  path: '/settlement-terms',
  summary: 'List standard settlement terms, all versions',
  access: needs('Merchants', 'view'),
  output: z.object({ data: z.array(settlementTerm) }),
});

export const addSettlementTerm = route({
  name: 'addSettlementTerm',
  method: 'POST',
  path: '/settlement-terms',
  summary: 'Add a version of a standard settlement term',
  access: needs('Merchant finance', 'manage'),
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
  summary: 'List the settlement terms of a merchant, own and standard, all versions',
  access: needs('Merchants', 'view'),
  params,
  output: z.object({ data: z.array(settlementTerm) }),
});

export const addMerchantSettlementTerm = route({
  name: 'addMerchantSettlementTerm',
  method: 'POST',
  path: '/merchants/{merchant_id}/settlement-terms',
  summary: 'Add a settlement term for a merchant',
  access: needs('Merchant finance', 'manage'),
  params,
  body: termInput,
  status: 201,
  output: z.object({ data: settlementTerm }),
  errors,
});
