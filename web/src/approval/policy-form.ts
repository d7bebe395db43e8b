/** The form of an approval policy. */
import type { ApprovalTier } from '@dasbor/contract/approval';

export interface TierForm {
  key: number;
  /** null while empty. */
  amount_from: number | null;
  approvals_required: number;
  roles: string[];
  user_ids: string[];
}

let keys = 0;
export const toTierForm = (tier: Omit<TierForm, 'key'>): TierForm => ({ key: ++keys, ...tier });

export const toTiers = (tiers: readonly TierForm[]): ApprovalTier[] =>
  tiers.map(({ amount_from, approvals_required, roles, user_ids }) => ({
    amount_from: amount_from ?? 0,
    approvals_required,
    roles,
    user_ids,
  }));

/** What is wrong with each tier: its amount is not above the previous one, or it names too few people. */
export const findTierErrors = (tiers: readonly TierForm[]): ('ascending' | 'enough' | null)[] =>
  tiers.map((tier, index) => {
    const previous = tiers[index - 1];
    if (previous !== undefined && (tier.amount_from ?? 0) <= (previous.amount_from ?? 0)) return 'ascending';
    const { roles, user_ids, approvals_required } = tier;
    return roles.length === 0 && user_ids.length > 0 && user_ids.length < approvals_required ? 'enough' : null;
  });

export const findHoursError = (hours: string): 'range' | null =>
  Number(hours) >= 1 && Number(hours) <= 720 ? null : 'range';
