/** What a refund does to the fee of its payment: the one calculation, shown before a refund and posted after it. */
import { type Rupiah, prorate, subtract } from './money.ts';

export interface FeePart {
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
}

/**
 * Fee and VAT that come back with a refund on the original rail. Rounded on the sum of all such refunds, less what came
 * back before: so a full refund in any number of parts gives back exactly the whole, and never more, even where a part
 * between others failed.
 * `before`: what the other refunds of this payment on its original rail give back, and their fee parts.
 */
export function calculateReversedFee(
  payment: { amount: Rupiah } & FeePart,
  before: { amount: Rupiah } & FeePart,
  amount: Rupiah,
): FeePart {
  const given_back = before.amount + amount;
  const whole = (fee: Rupiah): Rupiah => prorate(fee, given_back, payment.amount);
  return {
    fee_amount: Math.max(subtract(whole(payment.fee_amount), before.fee_amount), 0),
    fee_vat_amount: Math.max(subtract(whole(payment.fee_vat_amount), before.fee_vat_amount), 0),
  };
}
