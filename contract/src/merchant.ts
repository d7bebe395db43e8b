/** The provider's merchants: list, detail, creation, changes, and what the provider allows them (domain 1.17). */
import { z } from 'zod';
import { needs } from './access.ts';
import { addressSection, businessSection, legalSection } from './business-profile-fields.ts';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { agreedTerms } from './agreed-terms.ts';
import { MERCHANT_STATUSES } from './merchant-activity.ts';
import { ENTITY_TYPES, RISK_LEVELS, merchantDetail, merchantRow } from './merchant-fields.ts';
import { merchantFilter } from './merchant-filter.ts';
import { AMOUNT_CAP } from './money.ts';
import { LINK_CHANNELS } from './payment-link-terms.ts';
import { fileColumns, page, pageQuery } from './paging.ts';
import { NMID_PATTERN, QRIS_CRITERIA } from './qris-merchant.ts';
import { route } from './route.ts';
import { business_day } from './time.ts';

export const listMerchants = route({
  name: 'listMerchants',
  method: 'GET',
  path: '/merchants',
  summary: 'List merchants, newest first',
  access: needs('Merchants', 'view'),
  query: z.object({ ...pageQuery, ...merchantFilter, columns: fileColumns }),
  output: page(merchantRow),
  files: true,
});

export const summariseMerchants = route({
  name: 'summariseMerchants',
  method: 'GET',
  path: '/merchants/summary',
  summary: 'Count merchants by status',
  access: needs('Merchants', 'view'),
  query: z.object(merchantFilter),
  output: z.object({
    data: z.array(
      z.object({
        status: z.enum(MERCHANT_STATUSES).describe('Status'),
        count: z.int().describe('Number of merchants'),
      }),
    ),
  }),
});

const target = z.object({ merchant_id: idSchema('merchant') });
const changed = z.object({ data: merchantDetail });

export const getMerchant = route({
  name: 'getMerchant',
  method: 'GET',
  path: '/merchants/{merchant_id}',
  summary: 'Retrieve a merchant with its timeline',
  access: needs('Merchants', 'view'),
  params: target,
  output: changed,
});

const MCC_MESSAGE = validationMessage('An MCC has 4 digits.', 'MCC terdiri dari 4 digit.');
const NMID_MESSAGE = validationMessage('An NMID is ID and 13 digits.', 'NMID terdiri dari ID dan 13 digit.');
const CODE_MESSAGE = validationMessage(
  'Use 3 to 20 characters A–Z and 0–9, beginning with A–Z.',
  'Gunakan 3 hingga 20 karakter A–Z dan 0–9, diawali A–Z.',
);

/** The business data that the provider enters and changes: the business profile, and what the provider assigns. */
export const merchantInput = z.strictObject({
  brand_name: businessSection.shape.brand_name,
  legal_name: businessSection.shape.legal_name,
  entity_type: z.enum(ENTITY_TYPES).describe('Legal form'),
  industry: businessSection.shape.industry,
  description: businessSection.shape.description,
  website: businessSection.shape.website,
  email: businessSection.shape.email,
  phone: businessSection.shape.phone,
  cs_phone: businessSection.shape.cs_phone,
  monthly_volume: businessSection.shape.monthly_volume,
  address_line: addressSection.shape.address_line,
  province_code: addressSection.shape.province_code,
  postal_code: addressSection.shape.postal_code,
  nib: legalSection.shape.nib,
  npwp: legalSection.shape.npwp,
  npwp_name: legalSection.shape.npwp_name,
  mcc: z
    .string()
    .trim()
    .regex(/^[0-9]{4}$/, MCC_MESSAGE)
    .meta({ examples: ['5814'] })
    .describe('Merchant category code (ISO 18245), 4 digits'),
  nmid: z
    .string()
    .trim()
    .regex(NMID_PATTERN, NMID_MESSAGE)
    .meta({ examples: ['ID1020304050607'] })
    .describe('National merchant id: `ID` and 13 digits'),
  qris_criteria: z.enum(QRIS_CRITERIA).describe('QRIS category by size'),
  city: z.string().trim().min(1).max(15).describe('City, as in QR codes'),
  risk_level: z.enum(RISK_LEVELS).nullable().describe('Risk level'),
  // What is absent of these stays as it is.
  cs_email: businessSection.shape.cs_email.optional(),
  regency_code: addressSection.shape.regency_code.optional(),
  district_code: addressSection.shape.district_code.optional(),
  village_code: addressSection.shape.village_code.optional(),
  deed_no: legalSection.shape.deed_no.optional(),
  deed_date: legalSection.shape.deed_date.optional(),
  sk_no: legalSection.shape.sk_no.optional(),
  sk_date: legalSection.shape.sk_date.optional(),
});
export type MerchantInput = z.infer<typeof merchantInput>;

const limit = z.int().min(1).max(AMOUNT_CAP).nullable();
export const limitsInput = z.strictObject({
  limit_per_payment: limit.describe('Largest payment, whole rupiah; null: no limit of its own'),
  limit_per_day: limit.describe('Volume of payments per day (WIB), whole rupiah; null: no limit'),
  limit_per_month: limit.describe('Volume of payments per month (WIB), whole rupiah; null: no limit'),
  limit_per_payout: limit.describe('Largest payout, whole rupiah; null: no limit'),
});

export const createMerchant = route({
  name: 'createMerchant',
  method: 'POST',
  path: '/merchants',
  summary: 'Create a merchant and invite its owner, who becomes its superadmin',
  access: needs('Merchants', 'manage', { users_only: true }),
  step_up: true,
  body: z.strictObject({
    code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z][A-Z0-9]{2,19}$/, CODE_MESSAGE)
      .meta({ examples: ['WARUNG'] })
      .describe('Code of the merchant: 3 to 20 characters A–Z and 0–9, beginning with A–Z; unique and permanent'),
    ...merchantInput.shape,
    limits: limitsInput.optional().describe('Limits; none when absent'),
    disabled_channels: z
      .array(z.enum(LINK_CHANNELS))
      .max(LINK_CHANNELS.length)
      .optional()
      .describe('QRIS and banks through which no payments are created; all channels are on when absent'),
    ...agreedTerms,
    start: z
      .enum(['onboarding', 'active'])
      .describe('`onboarding`: the owner completes the verification; `active`: it was verified before'),
    owner: z
      .strictObject({
        email: z.email().trim().toLowerCase().max(254).describe('Email of the owner, who gets the invitation'),
        language: z.enum(['en', 'id']).default('id').describe('Language of the invitation'),
      })
      .describe('The owner, who is invited as superadmin'),
  }),
  status: 201,
  output: changed,
  errors: { merchant_code_taken: 409, nmid_taken: 409, unknown_region: 422 },
});

export const updateMerchant = route({
  name: 'updateMerchant',
  method: 'PUT',
  path: '/merchants/{merchant_id}',
  summary: 'Change the business data of a merchant, and agree new versions of its prices and settlement terms',
  access: needs('Merchants', 'manage', { users_only: true }),
  params: target,
  body: z.strictObject({
    ...merchantInput.shape,
    ...agreedTerms,
    agreed_from: business_day
      .optional()
      .describe('First payment day (WIB) of the new prices and terms: tomorrow or later; tomorrow when absent'),
  }),
  output: changed,
  errors: { nmid_taken: 409, unknown_region: 422, term_backdated: 422, duplicate_term: 409, fee_rule_overlap: 409 },
});

const reason = z.string().trim().min(1).max(300).describe('Reason, shown to the merchant');
const statusErrors = { status_conflict: 409 } as const;

export const suspendMerchant = route({
  name: 'suspendMerchant',
  method: 'POST',
  path: '/merchants/{merchant_id}/suspend',
  summary:
    'Suspend a merchant: new payments and payouts are refused, settlements to the bank are held, refunds remain possible',
  access: needs('Merchant status', 'manage', { users_only: true }),
  step_up: true,
  params: target,
  body: z.strictObject({ reason }),
  output: changed,
  errors: statusErrors,
});

export const reactivateMerchant = route({
  name: 'reactivateMerchant',
  method: 'POST',
  path: '/merchants/{merchant_id}/reactivate',
  summary: 'Reactivate a suspended merchant. Settlements that were held for the suspension are released',
  access: needs('Merchant status', 'manage', { users_only: true }),
  step_up: true,
  params: target,
  body: z.strictObject({ reason: reason.optional() }),
  output: changed,
  errors: statusErrors,
});

export const closeMerchant = route({
  name: 'closeMerchant',
  method: 'POST',
  path: '/merchants/{merchant_id}/close',
  summary:
    'Close a merchant permanently. All its balances must be zero, its QR codes for one payment expired, and its transfers ended',
  access: needs('Merchant status', 'manage', { users_only: true }),
  step_up: true,
  params: target,
  body: z.strictObject({ reason }),
  output: changed,
  errors: { ...statusErrors, merchant_has_balance: 409, merchant_has_open_payments: 409 },
});

export const setMerchantSwitches = route({
  name: 'setMerchantSwitches',
  method: 'PUT',
  path: '/merchants/{merchant_id}/switches',
  summary:
    'Enable or disable payments and payouts of a merchant. While payouts are disabled, settlements to the bank are held',
  access: needs('Merchant status', 'manage', { users_only: true }),
  step_up: true,
  params: target,
  body: z.strictObject({
    payments_enabled: z.boolean().describe('Whether the merchant may receive payments'),
    payouts_enabled: z.boolean().describe('Whether the merchant may pay out'),
    reason: reason.describe('Reason, shown in the timeline'),
  }),
  output: changed,
});

export const setMerchantLimits = route({
  name: 'setMerchantLimits',
  method: 'PUT',
  path: '/merchants/{merchant_id}/limits',
  summary: 'Set the limits of a merchant. They apply to payments that are created from now on',
  access: needs('Merchant finance', 'manage', { users_only: true }),
  step_up: true,
  params: target,
  body: limitsInput,
  output: changed,
});
