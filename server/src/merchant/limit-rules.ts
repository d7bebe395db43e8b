/** Limits of a merchant on the payments that it creates. */
import type { MerchantLimits } from '@dasbor/contract/merchant-fields';
import type { Rupiah } from '@dasbor/contract/money';

/** Payments that may use up the limits of a day and a month: those that are paid, or still can be. */
export const OPEN_OR_PAID = ['created', 'pending', 'success', 'partially_refunded', 'refunded'] as const;

export type LimitName = Exclude<keyof MerchantLimits, 'limit_per_payout'>;

export interface ExceededLimit {
  limit: LimitName;
  maximum: Rupiah;
  /** Remainder of the limit; never negative. */
  remaining: Rupiah;
}

/** Whether a limit of a day or a month applies, so that the volume must be counted. */
export const needsVolume = ({ limit_per_day, limit_per_month }: MerchantLimits): boolean =>
  limit_per_day !== null || limit_per_month !== null;

/** The first limit that a payment would exceed; null when it is within all of them. */
export function findExceededLimit(
  limits: Pick<MerchantLimits, LimitName>,
  amount: Rupiah,
  used: { day_amount: Rupiah; month_amount: Rupiah },
): ExceededLimit | null {
  const checks: readonly (readonly [LimitName, Rupiah | null, Rupiah])[] = [
    ['limit_per_payment', limits.limit_per_payment, 0],
    ['limit_per_day', limits.limit_per_day, used.day_amount],
    ['limit_per_month', limits.limit_per_month, used.month_amount],
  ];
  for (const [limit, maximum, so_far] of checks) {
    if (maximum !== null && so_far + amount > maximum) {
      return { limit, maximum, remaining: Math.max(0, maximum - so_far) };
    }
  }
  return null;
}

/** The largest payment that every limit still allows, never negative; null without a limit. */
export function calculateLargestPayment(
  limits: MerchantLimits,
  used: { day_amount: Rupiah; month_amount: Rupiah },
): Rupiah | null {
  const { limit_per_payment, limit_per_day, limit_per_month } = limits;
  const remaining = [
    limit_per_payment,
    limit_per_day === null ? null : limit_per_day - used.day_amount,
    limit_per_month === null ? null : limit_per_month - used.month_amount,
  ].filter((each) => each !== null);
  return remaining.length === 0 ? null : Math.max(0, Math.min(...remaining));
}
