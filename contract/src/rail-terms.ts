/** Limits, hours and waiting times of transfer rails: versions from a day on, managed by the provider (domain 4.4). */
import { z } from 'zod';
import { needs } from './access.ts';
import { validationMessage } from './language.ts';
import { amount, rupiah } from './money.ts';
import { route } from './route.ts';
import { business_day, instant } from './time.ts';
import { TRANSFER_RAILS } from './transfer-rail.ts';
import { VALIDITY_STATES } from './validity.ts';

const MINUTES_PER_DAY = 1_440;
const WEEK_MINUTES = 10_080;
const DAY_SECONDS = 86_400;

const fields = {
  rail: z.enum(TRANSFER_RAILS).describe('Rail'),
  effective_from: business_day.describe('First day (WIB) on which it applies, until a later version of the rail'),
  opens_at_minute: z
    .int()
    .min(0)
    .max(MINUTES_PER_DAY - 1)
    .describe('Minute of the day (WIB) from which transfers are sent'),
  closes_at_minute: z
    .int()
    .min(1)
    .max(MINUTES_PER_DAY)
    .describe('Minute of the day (WIB) from which transfers wait for the next opening; 1440: none'),
  business_days_only: z.boolean().describe('Whether it is closed on weekends and bank holidays'),
  arrival_minutes: z
    .int()
    .min(0)
    .max(WEEK_MINUTES)
    .describe('Usual time until the beneficiary is credited, in minutes'),
  description_max: z
    .int()
    .min(1)
    .max(140)
    .describe('Maximum length of the description that it transmits, in characters'),
  not_found_after_s: z
    .int()
    .min(60)
    .max(DAY_SECONDS)
    .describe(
      'How long the bank must say that it does not know a transfer before it counts as never received, in seconds',
    ),
};

export const railTerms = z.object({
  ...fields,
  amount_min: rupiah.describe('Minimum amount of one transfer, whole rupiah'),
  amount_max: rupiah.describe('Maximum amount of one transfer, whole rupiah'),
  created_by: z.string().nullable().describe('Who added it; null: it came with the installation'),
  created_at: instant.nullable().describe('When it was added; null: it came with the installation'),
  state: z.enum(VALIDITY_STATES).describe('Whether it is upcoming, current or ended today (WIB)'),
});
export type RailTermsVersion = z.infer<typeof railTerms>;

const HOURS_RULE = validationMessage(
  'The transfer method must close after it opens.',
  'Layanan transfer harus ditutup setelah dibuka.',
);
const LIMITS_RULE = validationMessage(
  'The maximum amount must not be below the minimum.',
  'Jumlah maksimum tidak boleh di bawah minimum.',
);

const railTermsInput = z
  .strictObject({
    ...fields,
    effective_from: business_day.describe('First day (WIB) on which it applies: tomorrow or later'),
    amount_min: amount.describe('Minimum amount of one transfer, whole rupiah'),
    amount_max: amount.describe('Maximum amount of one transfer, whole rupiah'),
  })
  .refine(({ opens_at_minute, closes_at_minute }) => closes_at_minute > opens_at_minute, {
    error: HOURS_RULE,
    path: ['closes_at_minute'],
  })
  .refine(({ amount_min, amount_max }) => amount_max >= amount_min, { error: LIMITS_RULE, path: ['amount_max'] })
  .meta({
    examples: [
      {
        rail: 'skn',
        effective_from: '2027-01-01',
        amount_min: 1,
        amount_max: 1_000_000_000,
        opens_at_minute: 390,
        closes_at_minute: 990,
        business_days_only: true,
        arrival_minutes: 240,
        description_max: 20,
        not_found_after_s: 3_600,
      },
    ],
  });

export const listRailTerms = route({
  name: 'listRailTerms',
  method: 'GET',
  path: '/rail-terms',
  summary: 'List limits, hours and waiting times of the transfer rails, all versions',
  access: needs('Merchants', 'view', { users_only: true }),
  output: z.object({ data: z.array(railTerms) }),
});

export const addRailTerms = route({
  name: 'addRailTerms',
  method: 'POST',
  path: '/rail-terms',
  summary: 'Add a version of the terms of a rail. Transfers that are sent from its first day on follow it',
  access: needs('Merchant finance', 'manage', { users_only: true }),
  body: railTermsInput,
  status: 201,
  output: z.object({ data: railTerms }),
  errors: { rail_terms_backdated: 422, duplicate_rail_terms: 409 },
});

export const withdrawRailTerms = route({
  name: 'withdrawRailTerms',
  method: 'DELETE',
  path: '/rail-terms/{rail}/{effective_from}',
  summary: 'Withdraw a version of the terms of a rail that has not begun',
  access: needs('Merchant finance', 'manage', { users_only: true }),
  params: z.object({ rail: fields.rail, effective_from: business_day.describe('First day (WIB) of the version') }),
  status: 204,
  errors: { rail_terms_in_force: 409 },
});
