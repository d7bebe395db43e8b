/** Fees of a payment, calculated independently in BigInt from the published rules. */
export interface Fees {
  fee: bigint;
  vat: bigint;
}

/** MDR of 0.7% (small business, UKE) for QRIS; Rp 4.000 per virtual account payment, Rp 4.500 at BCA; VAT of 12% on 11/12. */
export function calculateFees(payment: { method: string; channel: string | null; amount: bigint }): Fees {
  const { method, channel, amount } = payment;
  if (method === 'qris') return addVat(divideHalfUp(amount * 7n, 1_000n));
  if (method === 'virtual_account') return addVat(channel === 'BCA' ? 4_500n : 4_000n);
  throw new Error(`No fee defined for ${method}`);
}

const addVat = (fee: bigint): Fees => ({ fee, vat: divideHalfUp(fee * 12n * 11n, 100n * 12n) });

const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);
