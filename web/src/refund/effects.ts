/** What a refund does to the merchant's money, worked by the same calculation as the server's. */
import { type FeePart, calculateReversedFee } from '@dasbor/contract/refund-fee';
import type { Refund, RefundMethod, RefundTerms } from '@dasbor/contract/refund-fields';

export interface Effects {
  /** What the customer gets, whole rupiah. */
  amount: number;
  /** Fee and VAT of the payment that come back. */
  back: FeePart;
  /** Fee and VAT of the transfer. */
  cost: FeePart;
  /** Held at once, out of what waits for settlement and, where that is not enough, of the available balance. */
  held: number;
}

const NO_FEE: FeePart = { fee_amount: 0, fee_vat_amount: 0 };

/** Of a wish that is not asked for yet. */
export function previewEffects(terms: RefundTerms, method: RefundMethod, amount: number): Effects {
  const back = method === 'original' ? calculateReversedFee(terms, terms.before, amount) : NO_FEE;
  const cost =
    method === 'transfer'
      ? { fee_amount: terms.transfer_fee_amount, fee_vat_amount: terms.transfer_fee_vat_amount }
      : NO_FEE;
  return buildEffects(amount, back, cost);
}

/** Of a refund that was asked for. */
export const getEffects = (refund: Refund): Effects =>
  buildEffects(
    refund.amount,
    { fee_amount: refund.fee_reversed_amount, fee_vat_amount: refund.fee_vat_reversed_amount },
    refund,
  );

function buildEffects(amount: number, back: FeePart, { fee_amount, fee_vat_amount }: FeePart): Effects {
  // The payment's fee comes back with the hold, so both are the same.
  const held = amount + fee_amount + fee_vat_amount - back.fee_amount - back.fee_vat_amount;
  return { amount, back, cost: { fee_amount, fee_vat_amount }, held };
}
