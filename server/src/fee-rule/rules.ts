/** Decisions about prices: which rule stands at which time, and which new one may be agreed on. Pure. */
import type { FeeRule, FeeRuleWithState } from '@dasbor/contract/fee-rule';

/** Where a rule stands on a business day. */
export function getRuleState(
  rule: Pick<FeeRule, 'effective_from' | 'effective_to'>,
  today: string,
): FeeRuleWithState['state'] {
  if (today < rule.effective_from) return 'future';
  return rule.effective_to === null || today < rule.effective_to ? 'present' : 'past';
}

/** What of a rule says where and when it applies. */
export type FeeScope = Pick<
  FeeRule,
  'method' | 'channel_code' | 'amount_from' | 'amount_to' | 'effective_from' | 'effective_to'
>;

/** Why a price cannot be agreed on; null when it can. */
export type FeeRuleConflict = 'fee_rule_backdated' | 'fee_rule_overlap' | null;

/**
 * Whether a new price of a merchant may stand beside its others. It begins today or later. From its first day on it
 * goes before older ones, which may be open-ended; but it may neither begin on the same day as another of the same
 * amounts, nor reach over the beginning of a later one: what holds then would be a guess. Only a price that has not
 * begun yet is replaced by one for exactly its amounts and its first day.
 */
export function findConflict(wish: FeeScope, own: readonly FeeScope[], today: string): FeeRuleConflict {
  if (wish.effective_from < today) return 'fee_rule_backdated';
  const clashes = own.some(
    (other) =>
      other.method === wish.method &&
      other.channel_code === wish.channel_code &&
      other.effective_from >= wish.effective_from &&
      hasCommonAmounts(other, wish) &&
      hasCommonDays(other, wish) &&
      !isReplacedBy(wish, other, today),
  );
  return clashes ? 'fee_rule_overlap' : null;
}

const hasCommonAmounts = (a: FeeScope, b: FeeScope): boolean =>
  (a.amount_to === null || b.amount_from <= a.amount_to) && (b.amount_to === null || a.amount_from <= b.amount_to);

const hasCommonDays = (a: FeeScope, b: FeeScope): boolean =>
  (a.effective_to === null || b.effective_from < a.effective_to) &&
  (b.effective_to === null || a.effective_from < b.effective_to);

const isReplacedBy = (wish: FeeScope, other: FeeScope, today: string): boolean =>
  other.effective_from > today &&
  other.effective_from === wish.effective_from &&
  other.amount_from === wish.amount_from &&
  other.amount_to === wish.amount_to;
