/** What a payment costs, worked out a second time in BigInt from the published rules, not from the product's tables. */
export interface Cost {
  fee: bigint;
  vat: bigint;
}

/** Fee of 0.7 % (a small merchant, UKE) on QRIS; Rp 4.000 a virtual account, Rp 4.500 at BCA; VAT 12 % of 11/12. */
export function costOf(payment: { method: string; channel: string | null; amount: bigint }): Cost {
  const { method, channel, amount } = payment;
  if (method === 'qris') return withVat(halfUp(amount * 7n, 1_000n));
  if (method === 'virtual_account') return withVat(channel === 'BCA' ? 4_500n : 4_000n);
  throw new Error(`No price of ${method} is known here`);
}

const withVat = (fee: bigint): Cost => ({ fee, vat: halfUp(fee * 12n * 11n, 100n * 12n) });

const halfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);
