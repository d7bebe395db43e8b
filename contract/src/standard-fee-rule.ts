/** Standard fee rules, which apply to every merchant without its own: versions from a day on, managed by the provider. */
import { z } from 'zod';
import { needs } from './access.ts';
import { FEE_CLASSES, feeBreakdown, feeRuleInput, feeRuleWithState } from './fee-rule.ts';
import { idSchema } from './id.ts';
import { amount } from './money.ts';
import { route } from './route.ts';
import { business_day } from './time.ts';

const standardInput = feeRuleInput.extend({
  criteria: z.enum(FEE_CLASSES).optional().describe('QRIS category, such as UKE or EDU; any when absent'),
  effective_from: business_day.describe('First day (WIB) it applies: tomorrow or later'),
});
export type StandardFeeRuleInput = z.infer<typeof standardInput>;

export const listStandardFeeRules = route({
  name: 'listStandardFeeRules',
  method: 'GET',
  path: '/standard-fee-rules',
  summary: 'List standard fee rules, all versions',
  access: needs('Merchants', 'view', { users_only: true }),
  output: z.object({ data: z.array(feeRuleWithState) }),
});

export const addStandardFeeRule = route({
  name: 'addStandardFeeRule',
  method: 'POST',
  path: '/standard-fee-rules',
  summary: 'Add a version of a standard fee rule. Earlier payments keep their fee',
  access: needs('Merchant finance', 'manage', { users_only: true }),
  body: standardInput,
  status: 201,
  output: z.object({ data: feeRuleWithState }),
  errors: { fee_rule_backdated: 422, fee_rule_overlap: 409 },
});

export const withdrawStandardFeeRule = route({
  name: 'withdrawStandardFeeRule',
  method: 'DELETE',
  path: '/standard-fee-rules/{id}',
  summary: 'Withdraw a version of a standard fee rule that has not begun',
  access: needs('Merchant finance', 'manage', { users_only: true }),
  params: z.object({ id: idSchema('fee_rule') }),
  status: 204,
  errors: { fee_rule_in_force: 409 },
});

export const calculateDraftFee = route({
  name: 'calculateDraftFee',
  method: 'POST',
  path: '/standard-fee-rules/calculate',
  summary: 'Calculate the fee of an amount by a version that is not saved',
  access: needs('Merchants', 'view', { users_only: true }),
  body: feeRuleInput
    .pick({ method: true, rate_bps: true, flat_amount: true, fee_min: true, fee_max: true })
    .extend({ amount: amount.describe('Gross amount, whole rupiah') }),
  output: z.object({ data: feeBreakdown }),
});
