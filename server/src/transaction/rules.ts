/** Decisions about payments, whatever their method: which state may follow which, and what a payment costs. */
import { type Rupiah, add, share, subtract } from '@dasbor/contract/money';
import type { TransactionStatus } from '@dasbor/contract/transaction';

/**
 * The payment state machine (domain 1.5). From `created`, a bank may also refuse to issue (`failed`) or never answer
 * until time is over (`expired`). What is not listed never happens.
 */
export const TRANSACTION_MOVES: Record<TransactionStatus, readonly TransactionStatus[]> = {
  created: ['pending', 'failed', 'expired'],
  pending: ['success', 'expired', 'cancelled', 'failed'],
  success: ['partially_refunded', 'refunded', 'reversed'],
  expired: ['success'],
  partially_refunded: ['refunded'],
  failed: [],
  cancelled: [],
  refunded: [],
  reversed: [],
};

/** Whether a payment may go from one state to another; out of `expired` only as a late payment. */
export function mayMove(from: TransactionStatus, to: TransactionStatus, is_late: boolean): boolean {
  if (from === 'expired' && !is_late) return false;
  return TRANSACTION_MOVES[from].includes(to);
}

/** States in which the merchant was credited. */
const PAID_STATUSES = ['success', 'partially_refunded', 'refunded', 'reversed'] as const;
export const isPaid = (status: TransactionStatus): boolean => (PAID_STATUSES as readonly string[]).includes(status);

/** A row of fee_rule: rates in hundredths of a percent, days in WIB, `amount_to` inclusive, `effective_to` exclusive. */
export interface DatedFeeRule {
  id: string;
  method: string;
  criteria: string | null;
  amount_from: Rupiah;
  amount_to: Rupiah | null;
  rate_bps: number;
  flat_amount: Rupiah;
  vat_rate_bps: number;
  vat_base_numerator: number;
  vat_base_denominator: number;
  effective_from: string;
  effective_to: string | null;
}

/**
 * The rule in force for a payment: of its method, for its merchant's class and amount, on the business day (WIB) it
 * was paid. A rule for the class stands before a rule for any class, a newer one before an older one.
 * Throws when there is none: a payment must not be taken without knowing its price.
 */
export function pickFeeRule(
  rules: readonly DatedFeeRule[],
  payment: { method: string; criteria: string; amount: Rupiah; day: string },
): DatedFeeRule {
  const { method, criteria, amount, day } = payment;
  const [rule] = rules
    .filter(
      (candidate) =>
        candidate.method === method &&
        (candidate.criteria === null || candidate.criteria === criteria) &&
        candidate.amount_from <= amount &&
        (candidate.amount_to === null || amount <= candidate.amount_to) &&
        candidate.effective_from <= day &&
        (candidate.effective_to === null || day < candidate.effective_to),
    )
    .toSorted(
      (a, b) =>
        Number(a.criteria === null) - Number(b.criteria === null) || (a.effective_from < b.effective_from ? 1 : -1),
    );
  if (rule === undefined) throw new Error(`No fee rule for ${method} ${criteria} ${amount} on ${day}`);
  return rule;
}

export interface Fee {
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
  net_amount: Rupiah;
}

/** Fee, VAT on it and what is left, whole rupiah, each rounded half up per payment (domain 4.6). */
export function feeOf(amount: Rupiah, rule: DatedFeeRule): Fee {
  const fee_amount = add(share(amount, rule.rate_bps, 10_000), rule.flat_amount);
  const fee_vat_amount = share(
    fee_amount,
    rule.vat_rate_bps * rule.vat_base_numerator,
    10_000 * rule.vat_base_denominator,
  );
  return { fee_amount, fee_vat_amount, net_amount: subtract(amount, fee_amount, fee_vat_amount) };
}
