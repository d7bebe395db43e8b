/** What the steps of a simulation share: the world, the dice, and the book of what the outside knows. */
import type { Clock } from '../../server/src/db/clock.ts';
import type { World } from '../world.ts';

/** A payment that a bank took: the payer's money is gone, so it must arrive, once. */
export interface Paid {
  method: 'qris' | 'virtual_account';
  /** Bank of the number; null for QRIS. */
  channel: string | null;
  amount: number;
  paid_at: Date;
  /** How it is found among the merchant's payments. */
  found_by: { transaction_id: string } | { rrn: string } | { provider_reference: string };
  /** The bank took another amount than was asked for: it must never be counted as that payment. */
  is_wrong: boolean;
}

export interface Code {
  id: string;
  transaction_id: string;
  qr_content: string;
  amount: number;
}

export interface VaNumber {
  id: string;
  va_number: string;
  channel: string;
  amount_type: 'closed' | 'open' | 'min_max';
  expected_amount: number | null;
}

export interface Book {
  paid: Paid[];
  /** QRIS codes that somebody may pay. */
  codes: Code[];
  /** Virtual accounts that were asked for. */
  numbers: VaNumber[];
  /** Ids of refunds that were asked for. */
  refunds: string[];
  /** Faults that a step itself noticed. */
  faults: string[];
  /** How often each step was taken, and refused by the bank or the product. */
  taken: Record<string, number>;
}

export interface Scene {
  world: World;
  clock: Clock & { advance: (by_ms: number) => void };
  book: Book;
  /** A number in [0, 1). */
  random: () => number;
  /** A whole number, both ends included. */
  between: (least: number, greatest: number) => number;
  /** One of some, or undefined of none. */
  pick: <T>(from: readonly T[]) => T | undefined;
  /** Fresh text that names the step, for references and keys. */
  name: () => string;
}

export interface Step {
  name: string;
  /** How often it is taken, beside the others. */
  weight: number;
  run: (scene: Scene) => Promise<void>;
}

/** A wrong answer of the product: kept, with what was asked. */
export function expectStatus(
  { book }: Scene,
  what: string,
  answer: { status: number; text: string },
  allowed: readonly number[],
): boolean {
  if (allowed.includes(answer.status)) return answer.status < 400;
  book.faults.push(`${what} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return false;
}
