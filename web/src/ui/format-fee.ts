/** Formats how a fee is calculated; the amounts themselves come from the server. */
import { addDays } from '@dasbor/contract/time';
import type { FeeBreakdown, FeeRule } from '@dasbor/contract/fee-rule';
import * as format from '@dasbor/contract/format';
import { formatRupiah } from './amount.tsx';
import { currentLanguage } from './define-messages.ts';
import { formatDay } from './instant.tsx';
import { messages } from './messages.ts';

type Terms = Pick<FeeRule, 'rate_bps' | 'flat_amount'>;
type Vat = Pick<FeeRule, 'vat_rate_bps' | 'vat_base_numerator' | 'vat_base_denominator'>;

/** `70` (basis points) → `0.7%`. */
export const formatRate = (rate_bps: number): string => format.formatRate(rate_bps, currentLanguage());

/** `0.7% of Rp 100.000`, plus the flat part where there is one. */
export function formatFeeCalculation(rule: Terms, amount: number): string {
  const t = messages().fee;
  const rate = t.of(formatRate(rule.rate_bps), formatRupiah(amount));
  if (rule.flat_amount === 0) return rate;
  return rule.rate_bps === 0 ? t.flat(formatRupiah(rule.flat_amount)) : `${rate} + ${formatRupiah(rule.flat_amount)}`;
}

/** `12% × 11/12 of Rp 700`. */
export function formatVatCalculation(rule: Vat, fee_amount: number): string {
  const { vat_rate_bps, vat_base_numerator: numerator, vat_base_denominator: denominator } = rule;
  const base = numerator === denominator ? '' : ` × ${numerator}/${denominator}`;
  return messages().fee.of(`${formatRate(vat_rate_bps)}${base}`, formatRupiah(fee_amount));
}

/** `0.7% + Rp 250`, `Rp 4.000`, `Free`. */
export function formatPrice({ rate_bps, flat_amount }: Terms): string {
  const parts = [rate_bps === 0 ? '' : formatRate(rate_bps), flat_amount === 0 ? '' : formatRupiah(flat_amount)];
  return parts.filter((part) => part !== '').join(' + ') || messages().fee.free;
}

/** The limit that applied to a fee. */
export const formatAppliedLimit = (
  rule: Pick<FeeRule, 'fee_min' | 'fee_max'>,
  bound: FeeBreakdown['bound'],
): string | undefined => (bound === 'amount' ? messages().fee.capped : formatFeeLimits(rule));

/** `at least Rp 100, at most Rp 5.000`; undefined when there is no limit. */
export function formatFeeLimits({ fee_min, fee_max }: Pick<FeeRule, 'fee_min' | 'fee_max'>): string | undefined {
  const t = messages().fee;
  const min = fee_min === null ? '' : t.at_least(formatRupiah(fee_min));
  const max = fee_max === null ? '' : t.at_most(formatRupiah(fee_max));
  return [min, max].filter((part) => part !== '').join(', ') || undefined;
}

/** `up to Rp 500.000`, `from Rp 500.001`; undefined for any amount. */
export function formatAmountBand({
  amount_from,
  amount_to,
}: Pick<FeeRule, 'amount_from' | 'amount_to'>): string | undefined {
  const t = messages().fee;
  if (amount_to !== null && amount_from > 0) return `${formatRupiah(amount_from)} – ${formatRupiah(amount_to)}`;
  if (amount_to !== null) return t.up_to(formatRupiah(amount_to));
  return amount_from > 0 ? t.from(formatRupiah(amount_from)) : undefined;
}

/** `since 1 Jan 2025`, `1 Jan 2025 – 31 Dec 2025`. `effective_to` is exclusive, the day shown is the last one included. */
export function formatValidity(rule: Pick<FeeRule, 'effective_from' | 'effective_to'>): string {
  if (rule.effective_to === null) return messages().fee.since(formatDay(rule.effective_from));
  return `${formatDay(rule.effective_from)} – ${formatDay(addDays(rule.effective_to, -1))}`;
}
