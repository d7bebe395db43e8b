/** Virtual accounts: numbers at a bank that a customer transfers to, each a payment or a place for many (domain 1.9, 4.3). */
import { z } from 'zod';
import { needs } from './access.ts';
import { VA_BANK_CHANNELS } from './bank.ts';
import { idSchema } from './id.ts';
import { metadata } from './metadata.ts';
import { amount, rupiah } from './money.ts';
import { fileColumns, oneOrMany, page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';
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

/** Life of a number in seconds: 24 hours unless said, 20 seconds to 180 days; reusable ones may live for ever. */
export const VA_EXPIRY_DEFAULT_S = 86_400;
export const VA_EXPIRY_MIN_S = 20;
export const VA_EXPIRY_MAX_S = 180 * 86_400;

const expires_in_s = z
  .int()
  .min(VA_EXPIRY_MIN_S)
  .max(VA_EXPIRY_MAX_S)
  .nullable()
  .describe('Life in seconds from now, 20 seconds to 180 days; null: for ever, for reusable numbers only');

const plain_reference = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\x20-\x7e]+$/, 'Use plain letters, digits and signs');

/** What is asked for. Rules that need more than one field, or the bank: faultsOfVaWish in virtual-account-rules.ts. */
export const createVaInput = z.strictObject({
  bank: z.enum(VA_BANK_CHANNELS).describe('Bank that issues the number'),
  holder_name: z
    .string()
    .trim()
    .toUpperCase()
    .min(1)
    .max(40)
    .regex(/^[A-Z0-9]+( [A-Z0-9]+)*$/, 'Use letters A to Z, digits and single spaces')
    .describe("Name that the payer sees, at most as long as the bank's limit"),
  type: z.enum(VA_TYPES).default('single').describe('single: one payment; reusable: any number of payments'),
  amount_type: z
    .enum(VA_AMOUNT_TYPES)
    .default('closed')
    .describe('closed: one exact amount; open: any amount; min_max: within limits'),
  expected_amount: amount.optional().describe('Exact amount of a payment, whole rupiah; for closed only'),
  amount_min: amount.optional().describe('Least amount of a payment, whole rupiah; for min_max only'),
  amount_max: amount.optional().describe('Greatest amount of a payment, whole rupiah; for min_max only'),
  suffix: z
    .string()
    .regex(/^\d{1,8}$/, 'Use digits')
    .optional()
    .describe(
      "Last digits of the number, exactly as many as the bank's; a free one when absent; zeros only are reserved",
    ),
  expires_in_s: expires_in_s.default(VA_EXPIRY_DEFAULT_S),
  merchant_reference: plain_reference.optional().describe("The merchant's own reference; unique for ever per merchant"),
  description: z.string().trim().max(140).optional().describe('What is being paid'),
  customer_name: z.string().trim().max(100).optional().describe('Name of the customer'),
  customer_email: z.email().max(254).optional().describe('E-mail of the customer'),
  customer_phone: z
    .string()
    .trim()
    .regex(/^\+?\d{8,15}$/, 'Use digits, with + for another country')
    .optional()
    .describe('Phone of the customer'),
  metadata: metadata.optional(),
});
export type CreateVaInput = z.infer<typeof createVaInput>;

export const createVirtualAccount = route({
  name: 'createVirtualAccount',
  method: 'POST',
  path: '/virtual-accounts',
  summary: 'Open a virtual account number at a bank',
  access: needs('Virtual Accounts', 'manage'),
  idempotent: true,
  body: createVaInput,
  status: 201,
  output: z.object({ data: virtualAccount }),
  errors: { duplicate_reference: 409, number_taken: 409, bank_refused: 422, merchant_not_active: 422 },
});

export const virtualAccountFilter = {
  date_field: z
    .enum(['created_at', 'expires_at'])
    .default('created_at')
    .describe('Which time `from` and `to` are about'),
  from: instant.optional().describe('First instant of the range'),
  to: instant.optional().describe('Last instant of the range, exclusive; at most 180 days after `from`'),
  expires_from: instant.optional().describe('Expires at or after; may be asked beside a range of creation'),
  expires_to: instant.optional().describe('Expires before'),
  bank: oneOrMany(VA_BANK_CHANNELS).optional().describe('One or more banks'),
  status: oneOrMany(VA_STATUSES).optional().describe('One or more states'),
  type: oneOrMany(VA_TYPES).optional().describe('Single use, reusable, or both'),
  amount_type: oneOrMany(VA_AMOUNT_TYPES).optional().describe('One or more kinds of amount'),
  mismatch: oneOrMany(['yes', 'no'])
    .optional()
    .describe('Whether a payment to it did not match: wrong amount, second payment, or refused'),
  q: z.string().trim().max(100).optional().describe('Contained in number, merchant reference, name or id'),
};
export const VA_SORTS = ['-created_at', 'created_at'] as const;

export const listVirtualAccounts = route({
  name: 'listVirtualAccounts',
  method: 'GET',
  path: '/virtual-accounts',
  summary: 'Virtual accounts, newest first; a CSV or XLSX file of the same filter by `Accept`',
  access: needs('Virtual Accounts', 'view'),
  query: z.object({
    ...pageQuery,
    ...virtualAccountFilter,
    sort: z.enum(VA_SORTS).default('-created_at').describe('Order; a leading minus is descending'),
    columns: fileColumns,
  }),
  output: page(virtualAccount),
  csv: true,
  xlsx: true,
  errors: { range_too_long: 422, too_many_rows: 422 },
});

export const summariseVirtualAccounts = route({
  name: 'summariseVirtualAccounts',
  method: 'GET',
  path: '/virtual-accounts/summary',
  summary: 'Count and paid sum per state of a filter',
  access: needs('Virtual Accounts', 'view'),
  query: z.object(virtualAccountFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(VA_STATUSES).describe('State'),
        count: z.int().describe('Virtual accounts in that state'),
        amount: rupiah.describe('Sum of what was paid to them, whole rupiah'),
      }),
    ),
  }),
  errors: { range_too_long: 422 },
});

export const getVirtualAccountFigures = route({
  name: 'getVirtualAccountFigures',
  method: 'GET',
  path: '/virtual-accounts/figures',
  summary: 'The figures above the list: active, paid today, expiring soon',
  access: needs('Virtual Accounts', 'view'),
  output: z.object({
    data: z.object({
      active_count: z.int().describe('Numbers that can be paid now'),
      paid_today_count: z.int().describe('Payments taken on this business day (WIB)'),
      paid_today_amount: rupiah.describe('Their sum, whole rupiah'),
      expiring_count: z.int().describe('Active numbers that expire within 24 hours'),
      mismatches_count: z.int().describe('Payments of the last 7 days that did not match'),
      as_of: instant.describe('When this was worked out'),
    }),
  }),
});

const params = z.object({ id: idSchema('virtual_account') });

export const getVirtualAccount = route({
  name: 'getVirtualAccount',
  method: 'GET',
  path: '/virtual-accounts/{id}',
  summary: 'One virtual account with its payments, inquiries, timeline and messages of the bank',
  access: needs('Virtual Accounts', 'view'),
  params,
  output: z.object({
    data: z.object({
      ...virtualAccount.shape,
      payments: z.array(vaPayment).describe('The newest 100 payments, newest first; their own list has all'),
      inquiries: z.array(vaInquiry).describe("The bank's newest 100 questions, newest first"),
      events: z.array(vaEvent).describe('Timeline, the newest 200, oldest first'),
      rail_log: z.array(railLogEntry).describe('The newest 100 messages to and from the bank, oldest first'),
      simulator_url: z
        .string()
        .nullable()
        .describe('Page of the sandbox bank on which this number can be paid; null outside the sandbox'),
    }),
  }),
});

export const updateVirtualAccount = route({
  name: 'updateVirtualAccount',
  method: 'PATCH',
  path: '/virtual-accounts/{id}',
  summary: 'Change the amount or the expiry of an active virtual account, here and at the bank',
  access: needs('Virtual Accounts', 'manage'),
  params,
  body: z.strictObject({
    expected_amount: amount.optional().describe('New exact amount, whole rupiah; for closed only'),
    amount_min: amount.optional().describe('New least amount, whole rupiah; for min_max only'),
    amount_max: amount.optional().describe('New greatest amount, whole rupiah; for min_max only'),
    expires_in_s: expires_in_s.optional(),
  }),
  output: z.object({ data: virtualAccount }),
  errors: { not_active: 409, bank_refused: 422, bank_unreachable: 502 },
});

export const deactivateVirtualAccount = route({
  name: 'deactivateVirtualAccount',
  method: 'POST',
  path: '/virtual-accounts/{id}/deactivate',
  summary: 'Close an active virtual account at the bank; a payment that waits for it is cancelled',
  access: needs('Virtual Accounts', 'manage'),
  params,
  output: z.object({ data: virtualAccount }),
  errors: { not_active: 409, bank_refused: 422, bank_unreachable: 502 },
});

export const syncVirtualAccount = route({
  name: 'syncVirtualAccount',
  method: 'POST',
  path: '/virtual-accounts/{id}/sync',
  summary: 'Ask the bank which payments the number had, and take over what is not known yet',
  access: needs('Virtual Accounts', 'manage'),
  params,
  output: z.object({ data: virtualAccount }),
  errors: { bank_unreachable: 502 },
});

export const sendVirtualAccountInstructions = route({
  name: 'sendVirtualAccountInstructions',
  method: 'POST',
  path: '/virtual-accounts/{id}/send-instructions',
  summary: 'Send a customer the number and how to pay it, by e-mail',
  access: needs('Virtual Accounts', 'manage'),
  params,
  body: z.strictObject({ email: z.email().max(254).describe('Where to send the instructions') }),
  output: z.object({ data: z.object({ email: z.string().describe('Where they were sent') }) }),
  errors: { not_active: 409, mail_failed: 502 },
});
