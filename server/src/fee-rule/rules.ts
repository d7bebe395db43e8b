/** Rules about fee rules: their state on a day, and conflicts of a new one. Pure. */
import type { FeeRule } from '@dasbor/contract/fee-rule';
import type { ValidityState } from '@dasbor/contract/validity';

/** The state of a rule on a business day. */
export function toRuleState(rule: Pick<FeeRule, 'effective_from' | 'effective_to'>, today: string): ValidityState {
  if (today < rule.effective_from) return 'upcoming';
  return rule.effective_to === null || today < rule.effective_to ? 'current' : 'ended';
}

/** The fields of a rule that define where and when it applies. */
export type FeeScope = Pick<
  FeeRule,
  'method' | 'channel_code' | 'criteria' | 'amount_from' | 'amount_to' | 'effective_from' | 'effective_to'
>;

/** Why a rule cannot be created; null when it can. */
export type FeeRuleConflict = 'fee_rule_backdated' | 'fee_rule_overlap' | null;

/**
 * Finds the conflict of a new rule with the other own rules of a merchant. A rule starts today or later and takes
 * precedence over older, possibly open-ended rules. It must not start on the same day as another rule for overlapping
 * amounts, nor extend past the start of a later one, because precedence would be ambiguous. A future rule can be
 * replaced by one with exactly the same amounts and start day.
 */
export function findConflict(rule: FeeScope, own: readonly FeeScope[], today: string): FeeRuleConflict {
  if (rule.effective_from < today) return 'fee_rule_backdated';
  const clashes = own.some(
    (other) =>
      other.method === rule.method &&
      other.channel_code === rule.channel_code &&
      other.criteria === rule.criteria &&
      other.effective_from >= rule.effective_from &&
      hasCommonAmounts(other, rule) &&
      hasCommonDays(other, rule) &&
      !isReplacedBy(rule, other, today),
  );
  return clashes ? 'fee_rule_overlap' : null;
}

const hasCommonAmounts = (a: FeeScope, b: FeeScope): boolean =>
  (a.amount_to === null || b.amount_from <= a.amount_to) && (b.amount_to === null || a.amount_from <= b.amount_to);

const hasCommonDays = (a: FeeScope, b: FeeScope): boolean =>
  (a.effective_to === null || b.effective_from < a.effective_to) &&
  (b.effective_to === null || a.effective_from < b.effective_to);

const isReplacedBy = (rule: FeeScope, other: FeeScope, today: string): boolean =>
  other.effective_from > today &&
  other.effective_from === rule.effective_from &&
  other.amount_from === rule.amount_from &&
  other.amount_to === rule.amount_to;
