/**
 * Prices: what each way of being paid costs. Rules are dated and versioned, the provider's for everybody or agreed with
 * one merchant; they are never edited, only followed (domain 4.2 and 4.6).
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { amount, rupiah } from './money.ts';
import { route } from './route.ts';
import { business_day } from './time.ts';

/** What has a price of its own. */
export const FEE_METHODS = [
  'qris',
  'virtual_account',
  'e_wallet',
  'card',
  'retail',
  'direct_debit',
  'deposit',
  'refund_transfer',
] as const;
export type FeeMethod = (typeof FEE_METHODS)[number];

/** Sizes of a merchant, as its QRIS code tells them: micro, small, medium, large, regular. */
export const QRIS_SIZES = ['UMI', 'UKE', 'UME', 'UBE', 'URE'] as const;
/** Categories that are priced apart; in the code itself such a merchant is regular. */
export const SPECIAL_FEE_CLASSES = ['EDU', 'SPBU', 'BLU', 'PSO', 'G2P', 'P2G', 'DONATION', 'WORSHIP'] as const;
export const FEE_CLASSES = [...QRIS_SIZES, ...SPECIAL_FEE_CLASSES] as const;
export type FeeClass = (typeof FEE_CLASSES)[number];

/** VAT on fees since 1 January 2025: 12 % of 11/12 of the fee (PMK 131/2024). */
export const STANDARD_VAT = { vat_rate_bps: 1_200, vat_base_numerator: 11, vat_base_denominator: 12 } as const;

const rate_bps = z
  .int()
  .min(0)
  .max(10_000)
  .describe('Rate of the gross amount, in hundredths of a percent (70 = 0.7 %)');
const channel = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{1,29}$/)
  .describe('Bank or network, such as BCA; for any when absent');

export const feeRule = z.object({
  id: idSchema('fee_rule'),
  name: z.string().describe('Name of the rule'),
  method: z.string().describe('What it prices, such as qris, virtual_account or refund_transfer'),
  channel_code: z.string().nullable().describe('Bank or network; null: any'),
  criteria: z.string().nullable().describe('QRIS category, such as UKE or EDU; null: any'),
  amount_from: rupiah.describe('Least gross amount it applies to, whole rupiah'),
  amount_to: rupiah.nullable().describe('Greatest gross amount it applies to, inclusive; null: no limit'),
  rate_bps: rate_bps,
  flat_amount: rupiah.describe('Fixed part, whole rupiah'),
  fee_min: rupiah.nullable().describe('Least fee, whole rupiah; null: none'),
  fee_max: rupiah.nullable().describe('Greatest fee, whole rupiah; null: none'),
  vat_rate_bps: z.int().describe('VAT rate, in hundredths of a percent (1200 = 12 %)'),
  vat_base_numerator: z.int().describe('The taxed part of the fee: numerator'),
  vat_base_denominator: z.int().describe('The taxed part of the fee: denominator'),
  effective_from: business_day.describe('First day (WIB) on which the rule applies'),
  effective_to: business_day.nullable().describe('First day (WIB) on which it no longer applies; null: open'),
  version: z.int().describe('Version of the rule, from 1'),
  is_own: z.boolean().describe('Agreed with this merchant, rather than the rule for everybody'),
});
export type FeeRule = z.infer<typeof feeRule>;

export const feeRuleWithState = z.object({
  ...feeRule.shape,
  state: z.enum(['past', 'present', 'future']).describe('Whether its days are over, are now, or are to come (WIB)'),
});
export type FeeRuleWithState = z.infer<typeof feeRuleWithState>;

/** The arithmetic of a fee, step by step: what a person can follow with a pencil. */
export const feeBreakdown = z.object({
  rate_amount: rupiah.describe('The rate of the gross amount, rounded half up to whole rupiah'),
  flat_amount: rupiah.describe('The fixed part, whole rupiah'),
  worked_amount: rupiah.describe('Both together, before the least and the greatest fee'),
  bound: z.enum(['fee_min', 'fee_max']).nullable().describe('Which limit took hold; null: none'),
  fee_amount: rupiah.describe('The fee, whole rupiah'),
  fee_vat_amount: rupiah.describe('VAT (PPN) on the fee, rounded half up to whole rupiah'),
  net_amount: rupiah.describe('What is left of the gross amount, whole rupiah'),
});
export type FeeBreakdown = z.infer<typeof feeBreakdown>;

export const listFeeRules = route({
  name: 'listFeeRules',
  method: 'GET',
  path: '/fee-rules',
  summary: "The merchant's prices: standard and its own, past, present and future",
  access: needs('Transactions', 'view'),
  output: z.object({
    data: z.array(feeRuleWithState),
    fee_class: z.enum(FEE_CLASSES).describe('The QRIS category that the merchant is priced as'),
  }),
});

export const previewFee = route({
  name: 'previewFee',
  method: 'POST',
  path: '/fee-rules/preview',
  summary: 'What a payment would cost, and by which rule',
  access: needs('Transactions', 'view'),
  body: z.strictObject({
    amount: amount.describe('Gross amount, whole rupiah'),
    method: z.enum(FEE_METHODS).describe('What is priced'),
    channel_code: channel.optional(),
    paid_on: business_day.optional().describe('Business day (WIB) of the payment; today when absent'),
  }),
  output: z.object({ data: z.object({ rule: feeRule.describe('The rule that applies'), ...feeBreakdown.shape }) }),
  errors: { no_fee_rule: 422 },
});

export const listMerchantFeeRules = route({
  name: 'listMerchantFeeRules',
  method: 'GET',
  path: '/merchants/{merchant_id}/fee-rules',
  summary: 'The prices of one merchant, for the provider',
  access: needs('Merchants', 'view'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  output: z.object({
    data: z.array(feeRuleWithState),
    fee_class: z.enum(FEE_CLASSES).describe('The QRIS category that the merchant is priced as'),
  }),
});

export const createMerchantFeeRule = route({
  name: 'createMerchantFeeRule',
  method: 'POST',
  path: '/merchants/{merchant_id}/fee-rules',
  summary: 'Agree on a price with one merchant: a new version from a day on',
  access: needs('Merchants', 'manage'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  body: z.strictObject({
    name: z.string().trim().min(1).max(80).describe('Name of the rule, as the merchant reads it'),
    method: z.enum(FEE_METHODS).describe('What it prices'),
    channel_code: channel.optional(),
    amount_from: z.int().min(0).default(0).describe('Least gross amount it applies to, whole rupiah'),
    amount_to: z.int().min(1).optional().describe('Greatest gross amount, inclusive; no limit when absent'),
    rate_bps: rate_bps,
    flat_amount: z.int().min(0).max(10_000_000).default(0).describe('Fixed part, whole rupiah'),
    fee_min: z.int().min(0).optional().describe('Least fee, whole rupiah'),
    fee_max: z.int().min(0).optional().describe('Greatest fee, whole rupiah; not below the least'),
    effective_from: business_day.describe('First day (WIB) on which it applies: today or later'),
    effective_to: business_day.optional().describe('First day (WIB) on which it no longer applies; open when absent'),
  }),
  status: 201,
  output: z.object({ data: feeRuleWithState }),
  errors: { fee_rule_backdated: 422, fee_rule_overlap: 409 },
});
