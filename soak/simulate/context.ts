/** What the steps of a simulation share: the world, the dice, and the book of what the outside knows. */
import type { Clock } from '../../server/src/db/clock.ts';
import type { SoakEnvironment } from '../environment.ts';

/** A payment that a bank took: the payer's money is gone, so it must arrive, once. */
export interface PaidRecord {
  method: 'qris' | 'virtual_account';
  /** Bank of the number; null for QRIS. */
  channel: string | null;
  amount: number;
  paid_at: Date;
  /** How it is found among the merchant's payments. */
  match: { transaction_id: string } | { rrn: string } | { provider_reference: string };
  /** The bank took another amount than was asked for: it must never be counted as that payment. */
  is_wrong: boolean;
  /** The bank's own number of the payment, where it can be taken back. */
  bank_reference?: string;
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

export interface SimulationRecords {
  paid: PaidRecord[];
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
  violations: string[];
  /** How often each step was taken, and refused by the bank or the product. */
  step_counts: Record<string, number>;
}

export interface SimulationContext {
  environment: SoakEnvironment;
  clock: Clock & { advance: (by_ms: number) => void };
  records: SimulationRecords;
  /** A number in [0, 1). */
  random: () => number;
  /** A whole number, both ends included. */
  between: (least: number, greatest: number) => number;
  /** One of some, or undefined of none. */
  pick: <T>(from: readonly T[]) => T | undefined;
  /** Fresh text that names the step, for references and keys. */
  nextKey: () => string;
}

export interface Step {
  name: string;
  /** How often it is taken, beside the others. */
  weight: number;
  run: (scene: SimulationContext) => Promise<void>;
}

/** Writes down what a bank took for a code. `asked`: null where the payer types the amount. */
export function recordQrisPayment(
  { records: book, clock }: SimulationContext,
  paid: { paid_amount: number; rrn: string; payment_reference_no: string },
  asked: number | null,
): void {
  book.paid.push({
    method: 'qris',
    channel: null,
    amount: paid.paid_amount,
    paid_at: clock.now(),
    match: { rrn: paid.rrn },
    bank_reference: paid.payment_reference_no,
    is_wrong: asked !== null && paid.paid_amount !== asked,
  });
}

/** The same for a number. */
export function recordVaPayment(
  { records: book, clock }: SimulationContext,
  { payment_request_id, paid_amount }: { payment_request_id: string; paid_amount: number },
  channel: string,
  asked: number | null,
): void {
  book.paid.push({
    method: 'virtual_account',
    channel,
    amount: paid_amount,
    paid_at: clock.now(),
    match: { provider_reference: payment_request_id },
    bank_reference: payment_request_id,
    is_wrong: asked !== null && paid_amount !== asked,
  });
}

/** A wrong answer of the product: kept, with what was asked. */
export function expectStatus(
  { records: book }: SimulationContext,
  what: string,
  answer: { status: number; text: string },
  allowed: readonly number[],
): boolean {
  if (allowed.includes(answer.status)) return answer.status < 400;
  book.violations.push(`${what} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return false;
}
