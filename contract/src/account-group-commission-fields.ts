/** Fields of commission rules of account groups (domain 1.19). */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { validationMessage } from './language.ts';
import { rupiah } from './money.ts';
import { business_day, instant } from './time.ts';

export const COMMISSION_METHODS = ['qris', 'virtual_account', 'e_wallet', 'card', 'retail', 'direct_debit'] as const;
export type CommissionMethod = (typeof COMMISSION_METHODS)[number];

/**
 * Base of a commission. `percent_of_gross`: the payment; `percent_of_fee`: its fee before VAT; `flat`: a fixed
 * amount per payment; `markup_over_base`: what the fee exceeds a base price.
 */
export const COMMISSION_BASES = ['percent_of_gross', 'percent_of_fee', 'flat', 'markup_over_base'] as const;
export type CommissionBasis = (typeof COMMISSION_BASES)[number];

export const COMMISSION_BEARERS = ['from_platform_fee', 'from_merchant_net'] as const;
export type CommissionBearer = (typeof COMMISSION_BEARERS)[number];

export const COMMISSION_CYCLES = ['daily', 'weekly', 'monthly'] as const;
export type CommissionCycle = (typeof COMMISSION_CYCLES)[number];

/** superseded: a newer version has replaced it; ended: its period is over. Both keep what they earned. */
export const COMMISSION_RULE_STATUSES = ['draft', 'pending_approval', 'active', 'superseded', 'ended'] as const;
export type CommissionRuleStatus = (typeof COMMISSION_RULE_STATUSES)[number];

/** Parts of a rate: one percent. */
export const PPM_PER_PERCENT = 10_000;
const RATE_MAX = 100 * PPM_PER_PERCENT;
const AMOUNT_MAX = 1_000_000_000;
export const COMMISSION_TIERS_MAX = 10;

const rate_ppm = z
  .int()
  .min(0)
  .max(RATE_MAX)
  .describe('Rate in parts per million, which is four decimals of a percent (2500 = 0.25%)');
const flat_amount = z.int().min(0).max(AMOUNT_MAX).describe('Fixed amount per payment, whole rupiah');
const tax_rate_ppm = rate_ppm.describe(
  'Income tax (PPh) withheld from the commission when it is paid, in parts per million (20000 = 2%); 0: none',
);
const bound = z.int().min(0).max(AMOUNT_MAX).nullable();

export const commissionTier = z.strictObject({
  volume_from: z
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .describe(
      'Applies from the day after the volume of the month, by the day of payment, has reached this amount, whole rupiah',
    ),
  rate_ppm,
  flat_amount,
});
export type CommissionTier = z.infer<typeof commissionTier>;

const isAscending = (tiers: readonly CommissionTier[]): boolean =>
  tiers.every(({ volume_from }, index) => index === 0 || volume_from > (tiers[index - 1]?.volume_from ?? 0));
const TIERS_ASCENDING = validationMessage(
  'Each tier starts at a higher volume than the one before.',
  'Setiap tingkat dimulai dari volume yang lebih tinggi dari tingkat sebelumnya.',
);

/** Calculation of the commission of one payment. */
export const commissionTerms = z.strictObject({
  basis: z.enum(COMMISSION_BASES).describe('What the commission is a share of'),
  rate_ppm,
  flat_amount: flat_amount.describe(
    'Fixed amount per payment, whole rupiah, added to the rate; of `markup_over_base`: the fixed part of the base price',
  ),
  commission_min: bound.describe('Minimum commission per payment, whole rupiah; null: none'),
  commission_max: bound.describe('Maximum commission per payment, whole rupiah; null: none'),
  tiers: z
    .array(commissionTier)
    .max(COMMISSION_TIERS_MAX)
    .refine(isAscending, TIERS_ASCENDING)
    .meta({ examples: [[{ volume_from: 1_000_000_000, rate_ppm: 3_000, flat_amount: 0 }]] })
    .describe('Other rates by the volume of the month, ascending; empty: one rate'),
  bearer: z
    .enum(COMMISSION_BEARERS)
    .describe('Who pays it: the provider from its fee, or the merchant from the net amount of the payment'),
});
export type CommissionTerms = z.infer<typeof commissionTerms>;

const channel_code = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{1,29}$/)
  .nullable()
  .meta({ examples: ['BCA'] });

/** Which payments a rule is about. */
export const commissionScope = z.strictObject({
  method: z.enum(COMMISSION_METHODS).nullable().describe('Payment method; null: all'),
  channel_code: channel_code.describe('Bank or network of the method, such as BCA; null: all'),
});
export type CommissionScope = z.infer<typeof commissionScope>;

/** Fields that a person enters. */
export const commissionRuleInput = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .meta({ examples: ['Partner share'] })
    .describe('Name of the rule'),
  ...commissionScope.shape,
  ...commissionTerms.shape,
  tax_rate_ppm: tax_rate_ppm.default(0),
  cycle: z.enum(COMMISSION_CYCLES).describe('How often a statement is made'),
  effective_from: business_day.describe('First day (WIB) it applies: today or later when it is submitted and approved'),
  effective_to: business_day.nullable().describe('First day (WIB) it no longer applies; null: open-ended'),
});
export type CommissionRuleInput = z.infer<typeof commissionRuleInput>;

export const commissionRule = z.object({
  id: idSchema('commission_rule'),
  created_at: instant.describe('When it was created'),
  name: z.string().describe('Name of the rule'),
  group_id: idSchema('account_group').describe('Account group whose payments earn it'),
  group_code: z.string().describe('Code of the group'),
  group_name: z.string().describe('Name of the group'),
  beneficiary_id: idSchema('merchant').describe('Merchant that earns it: the owner of the group'),
  beneficiary_name: z.string().describe('Brand name of that merchant'),
  bank_code: z.string().nullable().describe('Bank of the payout account of that merchant; null: it has none yet'),
  account_last4: z.string().nullable().describe('Last four digits of that account'),
  ...commissionScope.shape,
  ...commissionTerms.shape,
  tax_rate_ppm,
  cycle: z.enum(COMMISSION_CYCLES).describe('How often a statement is made'),
  effective_from: business_day.describe('First day (WIB) it applies'),
  effective_to: business_day.nullable().describe('First day (WIB) it no longer applies; null: open-ended'),
  series_id: idSchema('commission_rule').describe('Id of the first version; the same in every version'),
  version: z.int().describe('Version of the rule, from 1'),
  status: z.enum(COMMISSION_RULE_STATUSES).describe('Status of the version'),
  created_by: z.string().describe('Who created it'),
  submitted_by: z.string().nullable().describe('Who submitted it for approval'),
  decided_by: z.string().nullable().describe('Who approved or rejected it'),
  decided_at: instant.nullable().describe('When it was approved or rejected'),
  remark: z.string().nullable().describe('Remark of the approver, or why it is a draft again'),
  approval_id: idSchema('approval_request').nullable().describe('Its open request for approval'),
});
export type CommissionRule = z.infer<typeof commissionRule>;

/** Earnings of one merchant's payments under a rule in one period of its cycle. */
export const commissionEarning = z.object({
  period_from: business_day.describe('First day (WIB) of the period'),
  period_to: business_day.describe('Last day (WIB) of the period'),
  merchant_id: idSchema('merchant').describe('Merchant whose payments earned it'),
  merchant_name: z.string().describe('Brand name of that merchant'),
  transaction_count: z.int().describe('Number of payments'),
  gross_amount: rupiah.describe('Gross amount of these payments, whole rupiah'),
  fee_amount: rupiah.describe('Their fees before VAT, whole rupiah'),
  commission_amount: rupiah.describe('Commission that they earned, whole rupiah'),
  adjustment_amount: rupiah.describe('Reversed for refunds and reversals in the period, whole rupiah; negative'),
  payable_amount: rupiah.describe('Commission and adjustments together, whole rupiah'),
});
export type CommissionEarning = z.infer<typeof commissionEarning>;

/** The calculation of a commission, step by step. */
export const commissionBreakdown = z.object({
  rate_ppm: rate_ppm.describe('Rate that applies at the volume, parts per million'),
  flat_amount: flat_amount.describe('Fixed amount that applies at the volume, whole rupiah'),
  share_amount: rupiah.describe('Rate and fixed amount, before minimum and maximum, whole rupiah'),
  bound: z
    .enum(['commission_min', 'commission_max', 'bearer'])
    .nullable()
    .describe('Limit that applied; `bearer`: the fee, or the net amount, is not larger; null: none'),
  commission_amount: rupiah.describe('Commission, whole rupiah'),
});
export type CommissionBreakdown = z.infer<typeof commissionBreakdown>;
