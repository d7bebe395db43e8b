/** The state of the form of a commission rule, its checks, and its conversion from and to the API. */
import {
  type CommissionBasis,
  type CommissionBearer,
  type CommissionCycle,
  type CommissionMethod,
  type CommissionRule,
  type CommissionRuleInput,
  type CommissionTerms,
  PPM_PER_PERCENT,
} from '@dasbor/contract/account-group-commission-fields';
import { type Choice, toGroupChoice } from '../list/lookup-fields.tsx';
import type { Messages } from './messages.ts';

export interface TierRow {
  volume_from: number | null;
  rate_percent: number | null;
  flat_amount: number | null;
}

export interface RuleForm {
  group: Choice | null;
  name: string;
  method: CommissionMethod | null;
  channel_code: string | null;
  basis: CommissionBasis;
  rate_percent: number | null;
  flat_amount: number | null;
  commission_min: number | null;
  commission_max: number | null;
  tiers: TierRow[];
  bearer: CommissionBearer;
  tax_percent: number | null;
  cycle: CommissionCycle;
  effective_from: string;
  effective_to: string;
}

export const buildEmptyForm = (today: string): RuleForm => ({
  group: null,
  name: '',
  method: null,
  channel_code: null,
  basis: 'percent_of_gross',
  rate_percent: null,
  flat_amount: null,
  commission_min: null,
  commission_max: null,
  tiers: [],
  bearer: 'from_platform_fee',
  tax_percent: null,
  cycle: 'monthly',
  effective_from: today,
  effective_to: '',
});

const toPercent = (rate_ppm: number): number | null => (rate_ppm === 0 ? null : rate_ppm / PPM_PER_PERCENT);
const orNull = (amount: number): number | null => (amount === 0 ? null : amount);

export const toForm = (rule: CommissionRule): RuleForm => ({
  ...rule,
  group: toGroupChoice({ id: rule.group_id, name: rule.group_name, code: rule.group_code }),
  rate_percent: toPercent(rule.rate_ppm),
  flat_amount: orNull(rule.flat_amount),
  tax_percent: toPercent(rule.tax_rate_ppm),
  tiers: rule.tiers.map((tier) => ({
    volume_from: tier.volume_from,
    rate_percent: toPercent(tier.rate_ppm),
    flat_amount: orNull(tier.flat_amount),
  })),
  effective_to: rule.effective_to ?? '',
});

/** A percentage of four decimals in whole parts per million. */
const toPpm = (percent: number | null): number => Math.round((percent ?? 0) * PPM_PER_PERCENT);

/** A flat commission has no rate, whatever was typed before the basis was chosen. */
export function toTerms(form: RuleForm): CommissionTerms {
  const { basis, bearer, commission_min, commission_max, tiers } = form;
  const toRate = ({ rate_percent, flat_amount }: Pick<RuleForm, 'rate_percent' | 'flat_amount'>) => ({
    rate_ppm: basis === 'flat' ? 0 : toPpm(rate_percent),
    flat_amount: flat_amount ?? 0,
  });
  const rows = tiers.map((tier) => ({ volume_from: tier.volume_from ?? 0, ...toRate(tier) }));
  return { basis, bearer, commission_min, commission_max, tiers: rows, ...toRate(form) };
}

export const toInput = (form: RuleForm): CommissionRuleInput => ({
  name: form.name.trim(),
  method: form.method,
  channel_code: form.method === 'virtual_account' ? form.channel_code : null,
  ...toTerms(form),
  tax_rate_ppm: toPpm(form.tax_percent),
  cycle: form.cycle,
  effective_from: form.effective_from,
  effective_to: form.effective_to === '' ? null : form.effective_to,
});

export type RuleErrors = Partial<
  Record<'group' | 'name' | 'rate' | 'commission_max' | 'tiers' | 'effective_from' | 'effective_to', string>
>;

/** Errors of the form, by field. */
export function validateForm(form: RuleForm, t: Messages['form'], today: string): RuleErrors {
  const errors: RuleErrors = {};
  const { commission_min, commission_max, effective_from, effective_to } = form;
  if (form.group === null) errors.group = t.missing_group;
  if (form.name.trim() === '') errors.name = t.missing;
  if (!hasRate(form)) errors.rate = t.rate_or_flat;
  if (commission_min !== null && commission_max !== null && commission_max < commission_min)
    errors.commission_max = t.bounds;
  if (!hasAscendingTiers(form.tiers)) errors.tiers = t.tier_order;
  if (effective_from === '') errors.effective_from = t.missing;
  else if (effective_from < today) errors.effective_from = t.past;
  if (effective_to !== '' && effective_to <= effective_from) errors.effective_to = t.period;
  return errors;
}

/** Whether the terms are complete enough to calculate with. */
export const isCalculable = (form: RuleForm): boolean =>
  hasRate(form) &&
  hasAscendingTiers(form.tiers) &&
  (form.commission_min === null || form.commission_max === null || form.commission_max >= form.commission_min);

const hasRate = (form: RuleForm): boolean =>
  form.basis === 'markup_over_base' || [form, ...form.tiers].some((rate) => isPositive(rate, form.basis));
const isPositive = (
  { rate_percent, flat_amount }: Pick<TierRow, 'rate_percent' | 'flat_amount'>,
  basis: CommissionBasis,
): boolean => (flat_amount ?? 0) > 0 || (basis !== 'flat' && toPpm(rate_percent) > 0);

const hasAscendingTiers = (tiers: readonly TierRow[]): boolean =>
  tiers.every(({ volume_from }, index) => (volume_from ?? 0) > (tiers[index - 1]?.volume_from ?? 0));
