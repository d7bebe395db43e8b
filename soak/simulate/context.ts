/** Context of the simulation steps: the environment, a random source, and records of external events. */
import type { Clock } from '../../server/src/db/clock.ts';
import type { SoakEnvironment } from '../environment.ts';

/** A payment received by the bank, which must be recorded exactly once. */
export interface PaidRecord {
  method: 'qris' | 'virtual_account';
  /** Bank of the number; null for QRIS. */
  channel: string | null;
  amount: number;
  paid_at: Date;
  /** Identifies the payment of the merchant. */
  match: { transaction_id: string } | { rrn: string } | { provider_reference: string };
  /** The amount was wrong, so the payment must not be recorded. */
  is_wrong: boolean;
  /** The bank's reference, for payments that can be reversed. */
  bank_reference?: string;
  /** Whether the bank has reversed it. */
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
  /** Created QRIS codes. */
  codes: Code[];
  /** Created virtual accounts. */
  numbers: VaNumber[];
  stickers: { id: string; qr_content: string }[];
  links: { id: string; slug: string; is_open: boolean }[];
  deposit_vas: { id: string; va_number: string }[];
  /** Deposits received by the bank. */
  deposits: { payment_request_id: string; amount: number }[];
  /** Ids of requested refunds. */
  refunds: string[];
  /** Blocked beneficiaries by account number, with the transfers that had been sent to each before. */
  blocked: Map<string, { account: { bank_code: string; account_no: string }; id: string; sent: number }>;
  /** API keys with the users behind their generations. */
  keys: { id: string; secret: string; people: string[] }[];
  /** Counts of events that a long run must include. */
  outcomes: Record<string, number>;
  /** Faults that a step itself noticed. */
  violations: string[];
  /** Number of runs per step. */
  step_counts: Record<string, number>;
}

export interface SimulationContext {
  environment: SoakEnvironment;
  clock: Clock & { advance: (by_ms: number) => void };
  records: SimulationRecords;
  /** A number in [0, 1). */
  random: () => number;
  /** A random integer, bounds included. */
  between: (least: number, greatest: number) => number;
  /** A random element; undefined for an empty list. */
  pick: <T>(from: readonly T[]) => T | undefined;
  /** A new unique reference or idempotency key. */
  nextKey: () => string;
}

export interface Step {
  name: string;
  /** Relative probability of the step. */
  weight: number;
  run: (context: SimulationContext) => Promise<void>;
}

/** Records a QRIS payment. `requested` is null when the payer chooses the amount. */
export function recordQrisPayment(
  { records, clock }: SimulationContext,
  paid: { paid_amount: number; rrn: string; payment_reference_no: string },
  requested: number | null,
): void {
  records.paid.push({
    method: 'qris',
    channel: null,
    amount: paid.paid_amount,
    paid_at: clock.now(),
    match: { rrn: paid.rrn },
    bank_reference: paid.payment_reference_no,
    is_wrong: requested !== null && paid.paid_amount !== requested,
  });
}

/** Records a virtual account payment. */
export function recordVaPayment(
  { records, clock }: SimulationContext,
  { payment_request_id, paid_amount }: { payment_request_id: string; paid_amount: number },
  channel: string,
  requested: number | null,
): void {
  records.paid.push({
    method: 'virtual_account',
    channel,
    amount: paid_amount,
    paid_at: clock.now(),
    match: { provider_reference: payment_request_id },
    bank_reference: payment_request_id,
    is_wrong: requested !== null && paid_amount !== requested,
  });
}

/** Counts something that a long run must have seen. */
export function countOutcome({ records }: SimulationContext, outcome: Outcome): void {
  records.outcomes[outcome] = (records.outcomes[outcome] ?? 0) + 1;
}
export const OUTCOMES = ['repeated', 'blocked', 'requested by a key', 'killed', 'ended by two people'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Records a violation unless the status of a response is allowed. Returns whether the request succeeded. */
export function expectStatus(
  { records }: SimulationContext,
  what: string,
  answer: { status: number; text: string },
  allowed: readonly number[],
): boolean {
  if (allowed.includes(answer.status)) return answer.status < 400;
  records.violations.push(`${what} returned ${answer.status}: ${answer.text.slice(0, 300)}`);
  return false;
}
