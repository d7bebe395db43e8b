/**
 * Money is whole rupiah in a safe integer (currency IDR, exponent 0). All arithmetic on amounts is here; it throws instead
 * of rounding what a number cannot hold.
 */
import { z } from 'zod';

export type Rupiah = number;

/** Maximum amount of one transfer: ten trillion rupiah, far above the limits of all rails. */
export const AMOUNT_CAP: Rupiah = 10_000_000_000_000;

export const rupiah = z.int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
/** An amount of a payment: positive and at most the cap. */
export const amount = z.int().min(1).max(AMOUNT_CAP);
export const currency = z.literal('IDR').describe('Currency of the amounts; whole rupiah, no decimals');

export class AmountError extends RangeError {}

function assertSafe(value: number): Rupiah {
  if (!Number.isSafeInteger(value)) throw new AmountError(`Not a whole, safe amount of rupiah: ${value}`);
  return value;
}

/** Sum; throws when a value is not a safe integer. */
export const add = (...amounts: Rupiah[]): Rupiah =>
  amounts.reduce((sum, next) => assertSafe(sum + assertSafe(next)), 0);

export const subtract = (from: Rupiah, ...amounts: Rupiah[]): Rupiah => assertSafe(assertSafe(from) - add(...amounts));

/**
 * `amount × numerator ÷ denominator`, rounded half up to whole rupiah: the only rounding rule. Integer arithmetic, so the
 * result is exact for any product.
 */
export function prorate(amount: Rupiah, numerator: number, denominator: number): Rupiah {
  const [a, n, d] = [BigInt(assertSafe(amount)), BigInt(assertSafe(numerator)), BigInt(assertSafe(denominator))];
  if (a < 0n || n < 0n || d <= 0n) throw new AmountError('Only amounts of zero or more can be prorated');
  return assertSafe(Number((2n * a * n + d) / (2n * d)));
}

/** Whole rupiah of a SNAP BI value such as `10000.00`; throws when it has cents. */
export function fromSnapValue(value: string): Rupiah {
  const match = /^(\d{1,16})(?:\.(\d{1,2}))?$/.exec(value);
  if (!match || Number(match[2] ?? 0) !== 0) throw new AmountError(`Not a whole amount of rupiah: ${value}`);
  return assertSafe(Number(match[1]));
}

export const toSnapValue = (amount: Rupiah): string => `${assertSafe(amount)}.00`;
