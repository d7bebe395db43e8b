/**
 * Fee rules by payment method. Rules are dated and versioned, standard or agreed with one merchant. They are immutable:
 * a change is a new version (domain 4.2 and 4.6).
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { AMOUNT_CAP, amount, rupiah } from './money.ts';
import { QRIS_CRITERIA } from './qris-merchant.ts';
import { route } from './route.ts';
import { business_day } from './time.ts';
import { VALIDITY_STATES } from './validity.ts';

/** Methods and services with their own fee. */
export const FEE_METHODS = [
  'qris',
  'virtual_account',
  'e_wallet',
  'card',
  'retail',
  'direct_debit',
  'deposit',
  'refund_transfer',
  'disbursement',
] as const;
export type FeeMethod = (typeof FEE_METHODS)[number];

/** Categories with special rates; the QR code itself says regular. */
export const SPECIAL_FEE_CLASSES = ['EDU', 'SPBU', 'BLU', 'PSO', 'G2P', 'P2G', 'DONATION', 'WORSHIP'] as const;
export const FEE_CLASSES = [...QRIS_CRITERIA, ...SPECIAL_FEE_CLASSES] as const;
export type FeeClass = (typeof FEE_CLASSES)[number];

/** VAT on fees since 1 January 2025: 12 % of 11/12 of the fee (PMK 131/2024). */
export const STANDARD_VAT = { vat_rate_bps: 1_200, vat_base_numerator: 11, vat_base_denominator: 12 } as const;

const rate_bps = z.int().min(0).max(10_000).describe('Rate in basis points of the gross amount (70 = 0.7%)');
const channel = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{1,29}$/)
  .describe('Bank or network, such as BCA; any when absent');

export const feeRule = z.object({
  id: idSchema('fee_rule'),
  name: z.string().describe('Name of the rule'),
  method: z.string().describe('Method or service, such as `qris`, `virtual_account` or `refund_transfer`'),
  channel_code: z.string().nullable().describe('Bank or network; null: any'),
  criteria: z.string().nullable().describe('QRIS category, such as UKE or EDU; null: any'),
  amount_from: rupiah.describe('Minimum gross amount, whole rupiah'),
  amount_to: rupiah.nullable().describe('Maximum gross amount, inclusive; null: no maximum'),
  rate_bps: rate_bps,
  flat_amount: rupiah.describe('Fixed fee, whole rupiah'),
  fee_min: rupiah.nullable().describe('Minimum fee, whole rupiah; null: none'),
  fee_max: rupiah.nullable().describe('Maximum fee, whole rupiah; null: none'),
  vat_rate_bps: z.int().describe('VAT rate in basis points (1200 = 12%)'),
  vat_base_numerator: z.int().describe('Taxable part of the fee: numerator'),
  vat_base_denominator: z.int().describe('Taxable part of the fee: denominator'),
  effective_from: business_day.describe('First day (WIB) it applies'),
  effective_to: business_day.nullable().describe('First day (WIB) it no longer applies; null: open-ended'),
  version: z.int().describe('Version of the rule, from 1'),
  is_own: z.boolean().describe('Whether the rule was agreed with this merchant; otherwise it is standard'),
});
export type FeeRule = z.infer<typeof feeRule>;

export const feeRuleWithState = z.object({
  ...feeRule.shape,
  state: z.enum(VALIDITY_STATES).describe('Whether the rule is upcoming, current or ended today (WIB)'),
});
export type FeeRuleWithState = z.infer<typeof feeRuleWithState>;

/** The calculation of a fee, step by step. */
export const feeBreakdown = z.object({
  rate_amount: rupiah.describe('Percentage fee, rounded half up to whole rupiah'),
  flat_amount: rupiah.describe('Fixed fee, whole rupiah'),
  subtotal_amount: rupiah.describe('Percentage and fixed fee together, before minimum and maximum'),
  bound: z
    .enum(['fee_min', 'fee_max', 'amount'])
    .nullable()
    .describe(
      'Limit that applied; `amount`: fee and VAT are capped at the amount that they are deducted from; null: none',
    ),
  fee_amount: rupiah.describe('Fee, whole rupiah'),
  fee_vat_amount: rupiah.describe('VAT (PPN) on the fee, rounded half up to whole rupiah'),
  net_amount: rupiah.describe('Net amount after fee and VAT, whole rupiah'),
});
export type FeeBreakdown = z.infer<typeof feeBreakdown>;

export const listFeeRules = route({
  name: 'listFeeRules',
  method: 'GET',
  path: '/fee-rules',
  summary: 'List fee rules, standard and own, past, current and future',
  access: needs('Transactions', 'view'),
  output: z.object({
    data: z.array(feeRuleWithState),
    fee_class: z.enum(FEE_CLASSES).describe('QRIS category of the merchant'),
  }),
});

export const previewFee = route({
  name: 'previewFee',
  method: 'POST',
  path: '/fee-rules/preview',
  summary: 'Calculate the fee of a payment',
  access: needs('Transactions', 'view'),
  body: z.strictObject({
    amount: amount.describe('Gross amount, whole rupiah'),
    method: z.enum(FEE_METHODS).describe('Method or service'),
    channel_code: channel.optional(),
    paid_on: business_day.optional().describe('Business day (WIB) of the payment; today when absent'),
  }),
  output: z.object({ data: z.object({ rule: feeRule.describe('Rule that applies'), ...feeBreakdown.shape }) }),
  errors: { no_fee_rule: 422 },
});

export const listMerchantFeeRules = route({
  name: 'listMerchantFeeRules',
  method: 'GET',
  path: '/merchants/{merchant_id}/fee-rules',
  summary: 'List the fee rules of a merchant',
  access: needs('Merchants', 'view'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  output: z.object({
    data: z.array(feeRuleWithState),
    fee_class: z.enum(FEE_CLASSES).describe('QRIS category of the merchant'),
  }),
});

/** A fee above every amount could not be calculated together with its VAT: the rule would stop all payments. */
const feeLimit = z.int().min(0).max(AMOUNT_CAP).optional();

/** Fields of a version of a fee rule. */
export const feeRuleInput = z.strictObject({
  name: z.string().trim().min(1).max(80).describe('Name of the rule, shown to the merchant'),
  method: z.enum(FEE_METHODS).describe('Method or service'),
  channel_code: channel.optional(),
  amount_from: z.int().min(0).max(AMOUNT_CAP).default(0).describe('Minimum gross amount, whole rupiah'),
  amount_to: amount.optional().describe('Maximum gross amount, inclusive; no maximum when absent'),
  rate_bps: rate_bps,
  flat_amount: z.int().min(0).max(10_000_000).default(0).describe('Fixed fee, whole rupiah'),
  fee_min: feeLimit.describe('Minimum fee, whole rupiah'),
  fee_max: feeLimit.describe('Maximum fee, whole rupiah; not below the minimum'),
  effective_from: business_day.describe('First day (WIB) it applies: today or later'),
  effective_to: business_day.optional().describe('First day (WIB) it no longer applies; open-ended when absent'),
});
export type FeeRuleInput = z.infer<typeof feeRuleInput>;

export const createMerchantFeeRule = route({
  name: 'createMerchantFeeRule',
  method: 'POST',
  path: '/merchants/{merchant_id}/fee-rules',
  summary: 'Create a fee rule for a merchant',
  access: needs('Merchant finance', 'manage'),
  params: z.object({ merchant_id: idSchema('merchant') }),
  body: feeRuleInput,
  status: 201,
  output: z.object({ data: feeRuleWithState }),
  errors: { fee_rule_backdated: 422, fee_rule_overlap: 409 },
});

/** Only versions that have not begun: payments refer to the others. */
export const withdrawMerchantFeeRule = route({
  name: 'withdrawMerchantFeeRule',
  method: 'DELETE',
  path: '/merchants/{merchant_id}/fee-rules/{id}',
  summary: 'Withdraw a version of a fee rule of a merchant that has not begun',
  access: needs('Merchant finance', 'manage'),
  params: z.object({ merchant_id: idSchema('merchant'), id: idSchema('fee_rule') }),
  status: 204,
  errors: { fee_rule_in_force: 409 },
});
