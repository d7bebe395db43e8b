/** Virtual accounts: bank account numbers that customers pay to, for one payment or many (domain 1.9, 4.3). */
import { z } from 'zod';
import { needs } from './access.ts';
import { VA_BANK_CHANNELS } from './bank.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { metadata } from './metadata.ts';
import { amount, rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant, rangeEnd, rangeStart } from './time.ts';
import { railLogEntry } from './transaction.ts';
import {
  VA_AMOUNT_TYPES,
  VA_STATUSES,
  VA_TYPES,
  vaEvent,
  vaInquiry,
  vaPayment,
  virtualAccount,
} from './virtual-account-fields.ts';

/** Lifetime in seconds: 20 seconds to 180 days, 24 hours by default. Reusable numbers may have no expiry. */
export const VA_EXPIRY_DEFAULT_S = 86_400;
export const VA_EXPIRY_MIN_S = 20;
export const VA_EXPIRY_MAX_S = 180 * 86_400;

const expires_in_s = z
  .int()
  .min(VA_EXPIRY_MIN_S)
  .max(VA_EXPIRY_MAX_S)
  .nullable()
  .describe('Lifetime in seconds from now, 20 seconds to 180 days; null: no expiry, for reusable only');

const plain_reference = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(
    /^[\x20-\x7e]+$/,
    validationMessage(
      'Use letters, digits and symbols without accents.',
      'Gunakan huruf, angka, dan simbol tanpa aksen.',
    ),
  );

/** Rules that depend on several fields or on the bank are in virtual-account-rules.ts. */
export const createVaInput = z.strictObject({
  bank: z.enum(VA_BANK_CHANNELS).describe('Bank that issues the number'),
  holder_name: z
    .string()
    .trim()
    .toUpperCase()
    .min(1)
    .max(40)
    .regex(
      /^[A-Z0-9]+( [A-Z0-9]+)*$/,
      validationMessage(
        'Use letters A to Z, digits and single spaces.',
        'Gunakan huruf A sampai Z, angka, dan spasi tunggal.',
      ),
    )
    .describe('Holder name shown to the payer, up to the limit of the bank'),
  type: z.enum(VA_TYPES).default('single').describe('single: one payment; reusable: any number of payments'),
  amount_type: z
    .enum(VA_AMOUNT_TYPES)
    .default('closed')
    .describe('closed: one exact amount; open: any amount; min_max: within limits'),
  expected_amount: amount.optional().describe('Exact amount, whole rupiah; for closed only'),
  amount_min: amount.optional().describe('Minimum amount, whole rupiah; for min_max only'),
  amount_max: amount.optional().describe('Maximum amount, whole rupiah; for min_max only'),
  suffix: z
    .string()
    .regex(/^\d{1,8}$/, validationMessage('Use digits.', 'Gunakan angka.'))
    .optional()
    .describe(
      'Last digits of the number, with the exact length of the bank; generated when absent; all zeros is reserved',
    ),
  expires_in_s: expires_in_s.default(VA_EXPIRY_DEFAULT_S),
  merchant_reference: plain_reference
    .optional()
    .describe("The merchant's own reference; unique per merchant, permanently"),
  description: z.string().trim().max(140).optional().describe('Description of the purchase'),
  customer_name: z.string().trim().max(100).optional().describe('Customer name'),
  customer_email: z.email().max(254).optional().describe('Customer email'),
  customer_phone: z
    .string()
    .trim()
    .regex(
      /^\+?\d{8,15}$/,
      validationMessage('Use digits, with + for a country code.', 'Gunakan angka, dengan + untuk kode negara.'),
    )
    .optional()
    .describe('Customer phone'),
  metadata: metadata.optional(),
});
export type CreateVaInput = z.infer<typeof createVaInput>;

export const createVirtualAccount = route({
  name: 'createVirtualAccount',
  method: 'POST',
  path: '/virtual-accounts',
  summary: 'Create a virtual account',
  access: needs('Virtual Accounts', 'manage'),
  requires_active: 'payments',
  idempotency_key: 'required',
  body: createVaInput,
  status: 201,
  output: z.object({ data: virtualAccount }),
  errors: {
    duplicate_reference: 409,
    number_taken: 409,
    channel_disabled: 409,
    limit_exceeded: 422,
    bank_refused: 422,
  },
});

export const virtualAccountFilter = {
  date_field: z
    .enum(['created_at', 'expires_at'])
    .default('created_at')
    .describe('Timestamp that `from` and `to` filter by'),
  from: rangeStart.optional().describe('Start of the range, inclusive'),
  to: rangeEnd.optional().describe('End of the range, exclusive; at most 180 days after `from`'),
  expires_from: rangeStart.optional().describe('Expires at or after; can be combined with `from` and `to`'),
  expires_to: rangeEnd.optional().describe('Expires before'),
  bank: oneOrMany(VA_BANK_CHANNELS).optional().describe('One or more banks'),
  status: oneOrMany(VA_STATUSES).optional().describe('One or more statuses'),
  type: oneOrMany(VA_TYPES).optional().describe('Single use, reusable, or both'),
  amount_type: oneOrMany(VA_AMOUNT_TYPES).optional().describe('One or more amount types'),
  mismatch: oneOrMany(['yes', 'no']).optional().describe('Whether it has mismatched payments'),
  q: z.string().trim().max(100).optional().describe('Search in number, merchant reference, name and ID'),
};
export const VA_SORTS = ['-created_at', 'created_at'] as const;

export const listVirtualAccounts = route({
  name: 'listVirtualAccounts',
  method: 'GET',
  path: '/virtual-accounts',
  summary: 'List virtual accounts',
  access: needs('Virtual Accounts', 'view'),
  query: z.object({
    ...pageQuery,
    ...virtualAccountFilter,
    sort: z.enum(VA_SORTS).default('-created_at').describe('Sort order; a leading minus is descending'),
    columns: fileColumns,
  }),
  output: page(virtualAccount),
  files: true,
  errors: { range_too_long: 422, too_many_rows: 422 },
});

export const summariseVirtualAccounts = route({
  name: 'summariseVirtualAccounts',
  method: 'GET',
  path: '/virtual-accounts/summary',
  summary: 'Summarise virtual accounts by status',
  access: needs('Virtual Accounts', 'view'),
  query: z.object(virtualAccountFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(VA_STATUSES).describe('Status'),
        count: z.int().describe('Virtual accounts with this status'),
        amount: rupiah.describe('Sum paid to them, whole rupiah'),
      }),
    ),
  }),
  errors: { range_too_long: 422 },
});

export const getVirtualAccountMetrics = route({
  name: 'getVirtualAccountMetrics',
  method: 'GET',
  path: '/virtual-accounts/metrics',
  summary: 'Retrieve the key metrics of virtual accounts',
  access: needs('Virtual Accounts', 'view'),
  output: z.object({
    data: z.object({
      active_count: z.int().describe('Active virtual accounts'),
      paid_today_count: z.int().describe('Payments accepted on this business day (WIB)'),
      paid_today_amount: rupiah.describe('Their sum, whole rupiah'),
      expiring_count: z.int().describe('Active virtual accounts that expire within 24 hours'),
      mismatches_count: z.int().describe('Mismatched payments of the last 7 days'),
      as_of: instant.describe('When the metrics were calculated'),
    }),
  }),
});

const params = z.object({ id: idSchema('virtual_account') });

export const getVirtualAccount = route({
  name: 'getVirtualAccount',
  method: 'GET',
  path: '/virtual-accounts/{id}',
  summary: 'Retrieve a virtual account',
  access: needs('Virtual Accounts', 'view'),
  params,
  output: z.object({
    data: z.object({
      ...virtualAccount.shape,
      payments: z.array(vaPayment).describe('The last 100 payments, newest first'),
      inquiries: z.array(vaInquiry).describe("The bank's last 100 inquiries, newest first"),
      events: z.array(vaEvent).describe('The last 200 timeline events, oldest first'),
      rail_log: z.array(railLogEntry).describe('The last 100 provider log entries, oldest first'),
      simulator_url: z
        .string()
        .nullable()
        .describe('Page of the sandbox bank to simulate a payment; null outside the sandbox'),
    }),
  }),
});

export const updateVirtualAccount = route({
  name: 'updateVirtualAccount',
  method: 'PATCH',
  path: '/virtual-accounts/{id}',
  summary: 'Update a virtual account',
  access: needs('Virtual Accounts', 'manage'),
  params,
  body: z.strictObject({
    expected_amount: amount.optional().describe('New exact amount, whole rupiah; for closed only'),
    amount_min: amount.optional().describe('New minimum amount, whole rupiah; for min_max only'),
    amount_max: amount.optional().describe('New maximum amount, whole rupiah; for min_max only'),
    expires_in_s: expires_in_s.optional(),
  }),
  output: z.object({ data: virtualAccount }),
  errors: { status_conflict: 409, bank_refused: 422, bank_unreachable: 502 },
});

export const deactivateVirtualAccount = route({
  name: 'deactivateVirtualAccount',
  method: 'POST',
  path: '/virtual-accounts/{id}/deactivate',
  summary: 'Deactivate a virtual account',
  access: needs('Virtual Accounts', 'manage'),
  params,
  output: z.object({ data: virtualAccount }),
  errors: { status_conflict: 409, bank_refused: 422, bank_unreachable: 502 },
});

export const syncVirtualAccount = route({
  name: 'syncVirtualAccount',
  method: 'POST',
  path: '/virtual-accounts/{id}/sync',
  summary: 'Sync a virtual account with the bank',
  access: needs('Virtual Accounts', 'manage'),
  params,
  output: z.object({ data: virtualAccount }),
  errors: { bank_unreachable: 502 },
});

export const sendVirtualAccountInstructions = route({
  name: 'sendVirtualAccountInstructions',
  method: 'POST',
  path: '/virtual-accounts/{id}/send-instructions',
  summary: 'Email payment instructions to a customer',
  idempotency_key: 'optional',
  access: needs('Virtual Accounts', 'manage'),
  params,
  body: z.strictObject({ email: z.email().max(254).describe('Recipient') }),
  output: z.object({ data: z.object({ email: z.string().describe('Recipient') }) }),
  errors: { status_conflict: 409, email_limit_reached: 429, email_failed: 502 },
});
