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
  /** The bank's own number of the payment, where it can be taken back. */
  bank_no?: string;
  /** The bank has taken it back. */
  is_reversed?: boolean;
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
  stickers: { id: string; qr_content: string }[];
  links: { id: string; slug: string; is_open: boolean }[];
  deposit_vas: { id: string; va_number: string }[];
  /** Deposits that a bank took. */
  deposits: { payment_request_id: string; amount: number }[];
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

/** Writes down what a bank took for a code. `asked`: null where the payer types the amount. */
export function takeQrisPayment(
  { book, clock }: Scene,
  paid: { paid_amount: number; rrn: string; payment_reference_no: string },
  asked: number | null,
): void {
  book.paid.push({
    method: 'qris',
    channel: null,
    amount: paid.paid_amount,
    paid_at: clock.now(),
    found_by: { rrn: paid.rrn },
    bank_no: paid.payment_reference_no,
    is_wrong: asked !== null && paid.paid_amount !== asked,
  });
}

/** The same for a number. */
export function takeVaPayment(
  { book, clock }: Scene,
  { payment_request_id, paid_amount }: { payment_request_id: string; paid_amount: number },
  channel: string,
  asked: number | null,
): void {
  book.paid.push({
    method: 'virtual_account',
    channel,
    amount: paid_amount,
    paid_at: clock.now(),
    found_by: { provider_reference: payment_request_id },
    bank_no: payment_request_id,
    is_wrong: asked !== null && paid_amount !== asked,
  });
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
