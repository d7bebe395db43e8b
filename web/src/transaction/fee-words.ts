/** The arithmetic of a fee as a person can follow it; the amounts themselves are the server's. */
import type { getTransaction } from '@dasbor/contract/transaction';
import type { Output } from '@dasbor/contract/route';
import { formatAmount } from '../ui/amount.tsx';

export type TransactionDetail = Output<typeof getTransaction>['data'];
type FeeRule = NonNullable<TransactionDetail['fee_rule']>;

/** `70` (hundredths of a percent) → `0.7%`. */
export const formatRate = (rate_bps: number): string => `${rate_bps / 100}%`;

/** `0.7% of Rp 100.000`, with the fixed part where there is one. */
export function wordsOfFee(rule: FeeRule, amount: number): string {
  const rate = `${formatRate(rule.rate_bps)} of ${formatAmount(amount)}`;
  if (rule.flat_amount === 0) return rate;
  return rule.rate_bps === 0
    ? `${formatAmount(rule.flat_amount)} a payment`
    : `${rate} + ${formatAmount(rule.flat_amount)}`;
}

/** `12% × 11/12 of Rp 700`. */
export function wordsOfVat(rule: FeeRule, fee_amount: number): string {
  const { vat_rate_bps, vat_base_numerator: over, vat_base_denominator: under } = rule;
  const base = over === under ? '' : ` × ${over}/${under}`;
  return `${formatRate(vat_rate_bps)}${base} of ${formatAmount(fee_amount)}`;
}
