/** The arithmetic of a fee as a person can follow it; the amounts themselves are the server's. */
import type { FeeRule } from '@dasbor/contract/fee-rule';
import { formatAmount } from './amount.tsx';
import { formatDay } from './instant.tsx';

type Terms = Pick<FeeRule, 'rate_bps' | 'flat_amount'>;
type Vat = Pick<FeeRule, 'vat_rate_bps' | 'vat_base_numerator' | 'vat_base_denominator'>;

/** `70` (hundredths of a percent) → `0.7%`. */
export const formatRate = (rate_bps: number): string => `${rate_bps / 100}%`;

/** `0.7% of Rp 100.000`, with the fixed part where there is one. */
export function wordsOfFee(rule: Terms, amount: number): string {
  const rate = `${formatRate(rule.rate_bps)} of ${formatAmount(amount)}`;
  if (rule.flat_amount === 0) return rate;
  return rule.rate_bps === 0
    ? `${formatAmount(rule.flat_amount)} a payment`
    : `${rate} + ${formatAmount(rule.flat_amount)}`;
}

/** `12% × 11/12 of Rp 700`. */
export function wordsOfVat(rule: Vat, fee_amount: number): string {
  const { vat_rate_bps, vat_base_numerator: over, vat_base_denominator: under } = rule;
  const base = over === under ? '' : ` × ${over}/${under}`;
  return `${formatRate(vat_rate_bps)}${base} of ${formatAmount(fee_amount)}`;
}

/** `0.7% + Rp 250`, `Rp 4.000`, `Free`. */
export function wordsOfPrice({ rate_bps, flat_amount }: Terms): string {
  const parts = [rate_bps === 0 ? '' : formatRate(rate_bps), flat_amount === 0 ? '' : formatAmount(flat_amount)];
  return parts.filter((part) => part !== '').join(' + ') || 'Free';
}

/** `at least Rp 100, at most Rp 5.000`; undefined when there is no limit. */
export function wordsOfLimits({ fee_min, fee_max }: Pick<FeeRule, 'fee_min' | 'fee_max'>): string | undefined {
  const least = fee_min === null ? '' : `at least ${formatAmount(fee_min)}`;
  const most = fee_max === null ? '' : `at most ${formatAmount(fee_max)}`;
  return [least, most].filter((part) => part !== '').join(', ') || undefined;
}

/** `up to Rp 500.000`, `from Rp 500.001`; undefined for any amount. */
export function wordsOfBand({
  amount_from,
  amount_to,
}: Pick<FeeRule, 'amount_from' | 'amount_to'>): string | undefined {
  if (amount_to !== null && amount_from > 0) return `${formatAmount(amount_from)} – ${formatAmount(amount_to)}`;
  if (amount_to !== null) return `up to ${formatAmount(amount_to)}`;
  return amount_from > 0 ? `from ${formatAmount(amount_from)}` : undefined;
}

const dayOf = (day: string): string => formatDay(`${day}T00:00:00+07:00`);

/** `since 1 Jan 2025`, `1 Jan 2025 – 31 Dec 2025`, `from 1 Dec 2026`. The last day is the last on which it applies. */
export function wordsOfDays(rule: Pick<FeeRule, 'effective_from' | 'effective_to'>): string {
  if (rule.effective_to === null) return `since ${dayOf(rule.effective_from)}`;
  const last = new Date(Date.parse(`${rule.effective_to}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return `${dayOf(rule.effective_from)} – ${dayOf(last)}`;
}
