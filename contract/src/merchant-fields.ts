/** Fields and states of merchants (domain 1.17 and 3). */
import { z } from 'zod';
import { groupName } from './account-group-fields.ts';
import { idSchema } from './id.ts';
import { INDUSTRIES } from './industry.ts';
import { MERCHANT_STATUSES } from './merchant-activity.ts';
import { rupiah } from './money.ts';
import { LINK_CHANNELS } from './payment-link-terms.ts';
import { QRIS_CRITERIA } from './qris-merchant.ts';
import { regionNames } from './region.ts';
import { business_day, instant } from './time.ts';
import { TRANSACTION_METHODS } from './transaction.ts';

export const VERIFICATION_STATUSES = [
  'draft',
  'submitted',
  'in_review',
  'needs_revision',
  'approved',
  'rejected',
  'under_re_review',
] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const ENTITY_TYPES = [
  'individual',
  'pt',
  'pt_perorangan',
  'cv',
  'pma',
  'foundation',
  'cooperative',
  'government',
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Paid volume of the last thirty days: none, below 10 million, below 100 million, below 1 billion, 1 billion or more. */
export const VOLUME_BANDS = ['none', 'below_10m', 'below_100m', 'below_1b', 'from_1b'] as const;
export type VolumeBand = (typeof VOLUME_BANDS)[number];
/** Lower bound, inclusive, and upper bound, exclusive, whole rupiah; null: none. */
export const VOLUME_BAND_RANGES: Record<Exclude<VolumeBand, 'none'>, readonly [from: number, to: number | null]> = {
  below_10m: [1, 10_000_000],
  below_100m: [10_000_000, 100_000_000],
  below_1b: [100_000_000, 1_000_000_000],
  from_1b: [1_000_000_000, null],
};

/** A settlement term in force. */
export const currentTerm = z.object({
  method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
  channel_code: z.string().nullable().describe('Bank; null: every bank without its own term'),
  days: z.int().describe('Settlement delay in days (T+n), which `basis` counts'),
  basis: z.enum(['calendar', 'business']).describe('calendar: every day counts; business: only business days count'),
  cut_off_hour: z.int().describe('Cut-off hour (WIB): later payments count for the next day; 24: no cut-off'),
});
export type CurrentTerm = z.infer<typeof currentTerm>;

/** A merchant as a row of the provider's list. */
export const merchantRow = z.object({
  id: idSchema('merchant'),
  code: z.string().describe('Code of the merchant, unique'),
  brand_name: z.string().describe('Brand name, which customers see'),
  legal_name: z.string().describe('Legal name'),
  entity_type: z.enum(ENTITY_TYPES).nullable().describe('Legal form; null: not known yet'),
  account_groups: z.array(groupName).describe('Account groups that the merchant is in today (WIB), by name'),
  status: z.enum(MERCHANT_STATUSES).describe('Status of the merchant'),
  verification_status: z.enum(VERIFICATION_STATUSES).describe('Status of the verification'),
  risk_level: z.enum(RISK_LEVELS).nullable().describe('Risk level; null: not assessed'),
  mcc: z.string().nullable().describe('Merchant category code (ISO 18245), 4 digits'),
  province_code: z.string().nullable().describe('Code of the province'),
  volume_amount: rupiah.describe('Paid volume of the last 30 days, whole rupiah'),
  balance_amount: rupiah.describe('Pending, available, reserved and payout balance together, whole rupiah'),
  settlement_terms: z.array(currentTerm).describe('Settlement terms in force, by method'),
  owner_email: z.string().nullable().describe('Email of the first superadmin, or of the invited owner'),
  payments_enabled: z.boolean().describe('Whether the merchant may receive payments'),
  payouts_enabled: z.boolean().describe('Whether the merchant may pay out'),
  holds_settlements: z.boolean().describe('Whether settlements of the merchant are held'),
  created_at: instant.describe('When the merchant was created'),
});
export type MerchantRow = z.infer<typeof merchantRow>;

export const merchantLimits = z.object({
  limit_per_payment: rupiah.nullable().describe('Largest payment, whole rupiah; null: no limit of its own'),
  limit_per_day: rupiah.nullable().describe('Volume of payments per day (WIB), whole rupiah; null: no limit'),
  limit_per_month: rupiah.nullable().describe('Volume of payments per month (WIB), whole rupiah; null: no limit'),
  limit_per_payout: rupiah.nullable().describe('Largest payout, whole rupiah; null: no limit'),
});
export type MerchantLimits = z.infer<typeof merchantLimits>;

export const MERCHANT_EVENT_KINDS = [
  'status',
  'verification',
  'payments',
  'payouts',
  'settlement_hold',
  'limits',
  'channels',
] as const;

export const merchantEvent = z.object({
  seq: z.int().describe('Sequence number, from 1'),
  at: instant.describe('When it happened'),
  kind: z.enum(MERCHANT_EVENT_KINDS).describe('What changed'),
  from_status: z.string().nullable().describe('State before'),
  to_status: z.string().nullable().describe('State after'),
  actor_type: z.enum(['user', 'api_key', 'system', 'provider']).describe('Type of the actor'),
  actor: z.string().nullable().describe('Name of the actor'),
  reason: z.string().nullable().describe('Reason given by a person'),
});
export type MerchantEvent = z.infer<typeof merchantEvent>;

/** A merchant with all fields of the business. */
export const merchantDetail = z.object({
  ...merchantRow.shape,
  ...merchantLimits.shape,
  city: z.string().nullable().describe('City, as in QR codes'),
  nmid: z.string().nullable().describe('National merchant id: `ID` and 13 digits'),
  qris_criteria: z.enum(QRIS_CRITERIA).describe('QRIS category by size'),
  fee_class: z.string().nullable().describe('Special category with its own QRIS prices; null: by size'),
  industry: z.enum(INDUSTRIES).nullable().describe('Industry; some need a licence'),
  email: z.string().nullable().describe('Business email'),
  phone: z.string().nullable().describe('Business phone'),
  cs_email: z.string().nullable().describe('Email of customer service'),
  cs_phone: z.string().nullable().describe('Phone of customer service'),
  website: z.string().nullable().describe('Website'),
  description: z.string().nullable().describe('Description of the business'),
  monthly_volume: rupiah.nullable().describe('Expected volume per month as declared, whole rupiah'),
  address_line: z.string().nullable().describe('Street address'),
  regency_code: z.string().nullable().describe('Code of the regency or city'),
  district_code: z.string().nullable().describe('Code of the district'),
  village_code: z.string().nullable().describe('Code of the village'),
  names: regionNames,
  postal_code: z.string().nullable().describe('Postal code'),
  nib: z.string().nullable().describe('Business identification number (NIB), 13 digits'),
  npwp: z.string().nullable().describe('Tax number (NPWP), 15 or 16 digits'),
  npwp_name: z.string().nullable().describe('Name at the tax office'),
  deed_no: z.string().nullable().describe('Number of the deed'),
  deed_date: business_day.nullable().describe('Date of the deed'),
  sk_no: z.string().nullable().describe('Number of the decree'),
  sk_date: business_day.nullable().describe('Date of the decree'),
  disabled_channels: z
    .array(z.enum(LINK_CHANNELS))
    .describe('QRIS and banks through which no new payments are created'),
  activated_at: instant.nullable().describe('When the merchant was activated'),
  suspended_reason: z.string().nullable().describe('Reason of the suspension'),
  volume_today_amount: rupiah.describe('Payments created today (WIB) that are open or paid, whole rupiah'),
  volume_month_amount: rupiah.describe('Payments created this month (WIB) that are open or paid, whole rupiah'),
  events: z.array(merchantEvent).describe('Timeline, newest first'),
});
export type MerchantDetail = z.infer<typeof merchantDetail>;
