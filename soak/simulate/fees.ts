/** What a payment costs, worked out a second time in BigInt from the published rules, not from the product's tables. */
export interface Fees {
  fee: bigint;
  vat: bigint;
}

/** Fee of 0.7 % (a small merchant, UKE) on QRIS; Rp 4.000 a virtual account, Rp 4.500 at BCA; VAT 12 % of 11/12. */
export function calculateFees(payment: { method: string; channel: string | null; amount: bigint }): Fees {
  const { method, channel, amount } = payment;
  if (method === 'qris') return addVat(divideHalfUp(amount * 7n, 1_000n));
  if (method === 'virtual_account') return addVat(channel === 'BCA' ? 4_500n : 4_000n);
  throw new Error(`No price of ${method} is known here`);
}

const addVat = (fee: bigint): Fees => ({ fee, vat: divideHalfUp(fee * 12n * 11n, 100n * 12n) });

const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);
