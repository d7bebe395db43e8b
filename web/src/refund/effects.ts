/** Amounts that a refund moves, by the same calculation as the server's. */
import { type FeePart, calculateReversedFee } from '@dasbor/contract/refund-fee';
import type { Refund, RefundMethod, RefundTerms } from '@dasbor/contract/refund-fields';

export interface Effects {
  /** Amount that the customer receives, whole rupiah. */
  amount: number;
  /** Payment fee and VAT that are reversed. */
  reversed_fee: FeePart;
  /** Fee and VAT of the transfer. */
  cost: FeePart;
  /** Held from the pending balance and, where that is insufficient, from the available balance. */
  held: number;
}

const NO_FEE: FeePart = { fee_amount: 0, fee_vat_amount: 0 };

/** Effects of a refund that is not created yet. */
export function previewEffects(terms: RefundTerms, method: RefundMethod, amount: number): Effects {
  const reversed_fee = method === 'original' ? calculateReversedFee(terms, terms.previous_refunds, amount) : NO_FEE;
  const cost =
    method === 'transfer'
      ? { fee_amount: terms.transfer_fee_amount, fee_vat_amount: terms.transfer_fee_vat_amount }
      : NO_FEE;
  return buildEffects(amount, reversed_fee, cost);
}

export const getEffects = (refund: Refund): Effects =>
  buildEffects(
    refund.amount,
    { fee_amount: refund.fee_reversed_amount, fee_vat_amount: refund.fee_vat_reversed_amount },
    refund,
  );

function buildEffects(amount: number, reversed_fee: FeePart, { fee_amount, fee_vat_amount }: FeePart): Effects {
  // The payment fee is reversed with the hold, so it reduces the held amount.
  const held = amount + fee_amount + fee_vat_amount - reversed_fee.fee_amount - reversed_fee.fee_vat_amount;
  return { amount, reversed_fee, cost: { fee_amount, fee_vat_amount }, held };
}
