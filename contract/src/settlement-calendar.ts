/** Settlement terms by dated versions, and bank holidays. Managed by the provider (domain 4.5). */
import { z } from 'zod';
import { needs } from './access.ts';
import { VA_BANK_CHANNELS } from './bank.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { business_day, instant } from './time.ts';
import { TRANSACTION_METHODS } from './transaction.ts';
import { VALIDITY_STATES } from './validity.ts';

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

/** Settlement days that a change of holidays moves. */
export const movedSettlement = z.object({
  days: z.int().describe('Settlement delay in business days (T+n)'),
  paid_day: business_day.describe('Day of the payments (WIB)'),
  before: business_day.describe('Their settlement day now'),
  after: business_day.describe('Their settlement day after the change'),
});
export type MovedSettlement = z.infer<typeof movedSettlement>;

const moved = z
  .array(movedSettlement)
  .describe('Settlement days of standard and agreed terms in business days that move, by day of the payments');

export const previewHoliday = route({
  name: 'previewHoliday',
  method: 'GET',
  path: '/holidays/preview',
  summary: 'List the settlement days that adding or removing a bank holiday would move',
  access: needs('Merchants', 'view', { users_only: true }),
  query: z.object({
    day: business_day.describe('Day (WIB)'),
    change: z.enum(['add', 'remove']).describe('Whether it becomes a holiday or stops being one'),
  }),
  output: z.object({ data: z.object({ moved }) }),
});

export const importHolidays = route({
  name: 'importHolidays',
  method: 'POST',
  path: '/holidays/import',
  summary: 'Import bank holidays from CSV, all or none. Existing days are replaced; only future days are accepted',
  idempotency_key: 'optional',
  access: needs('Merchant finance', 'manage', { users_only: true }),
  body: z.strictObject({
    csv: z
      .string()
      .min(1)
      .max(20_000)
      .describe('Lines of `day,name,type` with a header; `type`: `national` or `joint_leave`')
      .meta({ examples: ['day,name,type\n2027-01-01,Tahun Baru,national'] }),
    is_preview: z.boolean().describe('true: nothing is stored'),
  }),
  output: z.object({
    data: z.object({
      holidays: z.array(holiday).describe('Holidays of the file, by day'),
      is_stored: z.boolean().describe('Whether they were stored'),
      moved,
    }),
  }),
  errors: { holiday_file_invalid: 422 },
});

const termInput = z.strictObject({
  method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
  channel_code: z.enum(VA_BANK_CHANNELS).optional().describe('Bank; when absent, every bank without its own term'),
  days: z.int().min(0).max(30).describe('Settlement delay in business days (T+n)'),
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

export const settlementTermVersion = z.object({
  ...settlementTerm.shape,
  effective_to: business_day
    .nullable()
    .describe('Last payment day (WIB) it applies to; null: no newer version of the term exists'),
  state: z.enum(VALIDITY_STATES).describe('Whether it will apply, applies or has ended'),
  created_by: z.string().nullable().describe('Who added it; null: it came with the installation'),
  created_at: instant.nullable().describe('When it was added; null: it came with the installation'),
});
export type SettlementTermVersion = z.infer<typeof settlementTermVersion>;

const errors = { term_backdated: 422, duplicate_term: 409 } as const;

export const listSettlementTerms = route({
  name: 'listSettlementTerms',
  method: 'GET',
  path: '/settlement-terms',
  summary: 'List standard settlement terms, all versions',
  access: needs('Merchants', 'view'),
  output: z.object({ data: z.array(settlementTermVersion) }),
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
  output: z.object({ data: z.array(settlementTermVersion) }),
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

/** Only terms that have not begun: payments were scheduled by the others. */
const in_force = { term_in_force: 409 } as const;

export const withdrawSettlementTerm = route({
  name: 'withdrawSettlementTerm',
  method: 'DELETE',
  path: '/settlement-terms/{id}',
  summary: 'Withdraw a version of a standard settlement term that has not begun',
  access: needs('Merchant finance', 'manage'),
  params: z.object({ id: idSchema('settlement_term') }),
  status: 204,
  errors: in_force,
});

export const withdrawMerchantSettlementTerm = route({
  name: 'withdrawMerchantSettlementTerm',
  method: 'DELETE',
  path: '/merchants/{merchant_id}/settlement-terms/{id}',
  summary: 'Withdraw a settlement term of a merchant that has not begun',
  access: needs('Merchant finance', 'manage'),
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('settlement_term') }),
  status: 204,
  errors: in_force,
});
