/**
 * Outages of banks and rails, planned and current: shown to merchants and their customers, and transfers of disbursements
 * wait for their end (domain 1.12).
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { BANKS } from './bank.ts';
import { idSchema } from './id.ts';
import { type Localized, localized, validationMessage } from './language.ts';
import { page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { instant } from './time.ts';
import { TRANSFER_RAILS, type TransferRail, railLabel } from './transfer-rail.ts';
import { VALIDITY_STATES } from './validity.ts';

export const OUTAGE_METHODS = ['disbursement', 'virtual_account', 'qris'] as const;
export type OutageMethod = (typeof OUTAGE_METHODS)[number];
export const OUTAGE_TEXT_MAX = 300;
/** Merchants see a planned outage so long before it begins. */
export const OUTAGE_NOTICE_HOURS = 48;

/** A text for an outage that begins now, which its author completes. */
export function suggestOutageText(method: OutageMethod, rail: TransferRail | null): Localized {
  if (method === 'qris') {
    return localized(
      'QRIS payments are currently disrupted. Please try again later.',
      'Pembayaran QRIS sedang terganggu. Silakan coba lagi nanti.',
    );
  }
  if (method === 'virtual_account') {
    return localized(
      'Virtual account payments are currently disrupted. Please try again later.',
      'Pembayaran virtual account sedang terganggu. Silakan coba lagi nanti.',
    );
  }
  const choice = rail ?? 'auto';
  return localized(
    `Transfers (${railLabel(choice, 'en')}) are currently disrupted. Disbursements wait until the outage ends.`,
    `Transfer (${railLabel(choice, 'id')}) sedang terganggu. Disbursement menunggu sampai gangguan selesai.`,
  );
}

const bank_code = z
  .string()
  .refine((code) => BANKS.some((bank) => bank.code === code), validationMessage('Choose a bank.', 'Pilih bank.'))
  .describe('Three digits of Bank Indonesia; the bank of the beneficiary or of the virtual account');
const fields = {
  methods: z
    .array(z.enum(OUTAGE_METHODS))
    .min(1)
    .max(OUTAGE_METHODS.length)
    .describe('What does not work: `disbursement` transfers wait for the end; payments are only warned about'),
  text_en: z.string().trim().min(1).max(OUTAGE_TEXT_MAX).describe('What merchants and customers read, in English'),
  text_id: z.string().trim().min(1).max(OUTAGE_TEXT_MAX).describe('What merchants and customers read, in Indonesian'),
  starts_at: instant.describe('When it begins'),
  ends_at: instant.describe('When it is expected to end, exclusive'),
};

const input = z
  .strictObject({
    ...fields,
    methods: fields.methods.meta({ examples: [['virtual_account']] }),
    bank_code: bank_code.optional(),
    rail: z.enum(TRANSFER_RAILS).optional().describe('Rail that accepts no transfers; every rail when absent'),
    starts_at: fields.starts_at.meta({ examples: ['2026-11-21T14:00:00.000Z'] }),
    ends_at: fields.ends_at.meta({ examples: ['2026-11-21T20:00:00.000Z'] }),
  })
  .refine(({ starts_at, ends_at }) => Date.parse(ends_at) > Date.parse(starts_at), {
    path: ['ends_at'],
    message: validationMessage('The end must be after the start.', 'Waktu selesai harus setelah waktu mulai.'),
  })
  .refine(({ methods, bank_code: bank }) => bank === undefined || !methods.includes('qris'), {
    path: ['bank_code'],
    message: validationMessage(
      'QRIS has no bank. Enter it separately.',
      'QRIS tidak memiliki bank. Isi secara terpisah.',
    ),
  })
  .refine(({ methods, rail }) => rail === undefined || methods.every((method) => method === 'disbursement'), {
    path: ['rail'],
    message: validationMessage(
      'Only disbursements have a transfer method.',
      'Hanya disbursement yang memiliki layanan transfer.',
    ),
  })
  .refine(
    ({ methods, bank_code: bank, rail }) =>
      !methods.includes('disbursement') || bank !== undefined || rail !== undefined,
    {
      path: ['bank_code'],
      message: validationMessage('Choose the bank or the transfer method.', 'Pilih bank atau layanan transfernya.'),
    },
  );
export type OutageInput = z.input<typeof input>;

export const outage = z.object({
  id: idSchema('transfer_outage'),
  ...fields,
  text_en: z.string().nullable().describe('What merchants and customers read, in English; null: not shown to them'),
  text_id: z.string().nullable().describe('What merchants and customers read, in Indonesian; null: not shown to them'),
  bank_code: z.string().nullable().describe('Three digits of Bank Indonesia; null: every bank'),
  rail: z.enum(TRANSFER_RAILS).nullable().describe('Rail that accepts no transfers; null: every rail'),
  state: z.enum(VALIDITY_STATES).describe('Whether it is planned, applies now or has ended'),
  created_by: z.string().nullable().describe('Name of the author'),
  created_at: instant.describe('When it was entered'),
});
export type Outage = z.infer<typeof outage>;

export const listOutages = route({
  name: 'listOutages',
  method: 'GET',
  path: '/transfer-outages',
  summary: 'List outages, the latest first',
  access: needs('Operations', 'view', { users_only: true }),
  query: z.object(pageQuery),
  output: page(outage),
});

const params = z.object({ id: idSchema('transfer_outage') });
const one = z.object({ data: outage });

export const addOutage = route({
  name: 'addOutage',
  method: 'POST',
  path: '/transfer-outages',
  summary: 'Add a planned or current outage',
  access: needs('Operations', 'manage', { users_only: true }),
  body: input,
  status: 201,
  output: one,
  errors: { outage_is_over: 422 },
});

export const updateOutage = route({
  name: 'updateOutage',
  method: 'PUT',
  path: '/transfer-outages/{id}',
  summary: 'Change an outage that is not over',
  access: needs('Operations', 'manage', { users_only: true }),
  params,
  body: input,
  output: one,
  errors: { outage_is_over: 422 },
});

export const endOutage = route({
  name: 'endOutage',
  method: 'POST',
  path: '/transfer-outages/{id}/end',
  summary: 'End a current outage now, or remove a planned one. Waiting transfers continue',
  access: needs('Operations', 'manage', { users_only: true }),
  params,
  status: 204,
  errors: { outage_is_over: 422 },
});

export const shownOutage = outage.pick({
  id: true,
  methods: true,
  bank_code: true,
  rail: true,
  starts_at: true,
  ends_at: true,
});

export const listCurrentOutages = route({
  name: 'listCurrentOutages',
  method: 'GET',
  path: '/transfer-outages/current',
  summary: `List outages that apply now or begin within ${OUTAGE_NOTICE_HOURS} hours`,
  access: 'signed-in',
  output: z.object({
    data: z.array(
      shownOutage.extend({
        text_en: z.string().describe('What it means, in English'),
        text_id: z.string().describe('What it means, in Indonesian'),
        is_current: z.boolean().describe('Whether it applies now'),
      }),
    ),
  }),
});
