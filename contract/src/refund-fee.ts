/** The fee that a refund reverses. One calculation, used for the preview and for the posting. */
import { type Rupiah, prorate, subtract } from './money.ts';

export interface FeePart {
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
}

/**
 * Fee and VAT reversed by a refund to the original payment method. Rounding applies to the sum of all such refunds, less
 * what was reversed before, so any sequence of partial refunds reverses exactly the whole fee and never more.
 * `previous`: the other refunds of this payment to its original method, with the fees that they reverse.
 */
export function calculateReversedFee(
  payment: { amount: Rupiah } & FeePart,
  previous: { amount: Rupiah } & FeePart,
  amount: Rupiah,
): FeePart {
  const refunded = previous.amount + amount;
  const whole = (fee: Rupiah): Rupiah => prorate(fee, refunded, payment.amount);
  return {
    fee_amount: Math.max(subtract(whole(payment.fee_amount), previous.fee_amount), 0),
    fee_vat_amount: Math.max(subtract(whole(payment.fee_vat_amount), previous.fee_vat_amount), 0),
  };
}
