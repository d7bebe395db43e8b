/** Decisions about payments, whatever their method: which state may follow which, and what a payment costs. */
import { type Rupiah, add, prorate, subtract } from '@dasbor/contract/money';
import type { FeeRule, FeeBreakdown } from '@dasbor/contract/fee-rule';
import { toBusinessDay } from '@dasbor/contract/time';
import type { TransactionStatus } from '@dasbor/contract/transaction';

/** How a payment begins: asked for, or found paid (a sticker or a number that anybody may pay at any time). */
export const TRANSACTION_INITIAL_STATUSES = ['created', 'success'] as const satisfies readonly TransactionStatus[];

/**
 * The payment state machine (domain 1.5). From `created`, a bank may also refuse to issue (`failed`) or never answer
 * until time is over (`expired`). Out of `refunded` and `partially_refunded` leads the return of a refund's transfer. What
 * is not listed never happens.
 */
export const TRANSACTION_TRANSITIONS: Record<TransactionStatus, readonly TransactionStatus[]> = {
  created: ['pending', 'failed', 'expired'],
  pending: ['success', 'expired', 'cancelled', 'failed'],
  success: ['partially_refunded', 'refunded', 'reversed'],
  expired: ['success'],
  partially_refunded: ['refunded', 'success'],
  failed: [],
  cancelled: [],
  refunded: ['partially_refunded', 'success'],
  reversed: [],
};

/** The legal moves that lead from one state to another; through `pending` when the bank was faster than its answer. */
export function findTransitionPath(
  from: TransactionStatus,
  to: TransactionStatus,
  is_late = false,
): TransactionStatus[] {
  if (canTransition(from, to, is_late)) return [to];
  if (canTransition(from, 'pending', false) && canTransition('pending', to, false)) return ['pending', to];
  return [];
}

/** Whether a payment may go from one state to another; out of `expired` only as a late payment. */
export function canTransition(from: TransactionStatus, to: TransactionStatus, is_late: boolean): boolean {
  if (from === 'expired' && !is_late) return false;
  return TRANSACTION_TRANSITIONS[from].includes(to);
}

/** How the wish to end a waiting payment went. `not_cancellable`: it is paid or over, or its bank cannot take it back. */
export type CancelOutcome = 'cancelled' | 'not_cancellable' | 'unreachable';

/** States in which the merchant was credited. */
const PAID_STATUSES = ['success', 'partially_refunded', 'refunded', 'reversed'] as const;
export const isPaid = (status: TransactionStatus): boolean => (PAID_STATUSES as readonly string[]).includes(status);

/** A rule of either table: rates in hundredths of a percent, days in WIB, `amount_to` inclusive, `effective_to` exclusive. */
export type DatedFeeRule = Omit<FeeRule, 'name'>;

/** What decides on the price of a payment. */
export interface PricedPayment {
  method: string;
  channel_code?: string | null;
  /** The QRIS category that its merchant is priced as. */
  criteria: string;
  amount: Rupiah;
  /** Business day (WIB) of the payment. */
  day: string;
}

/**
 * The rule in force for a payment: of its method, for its bank, its merchant's class and amount, on the business day
 * (WIB) it was paid. The merchant's own rule stands before the one for everybody, a rule for the bank or the class
 * before one for any, a newer one before an older one. Undefined when there is none.
 */
export function findFeeRule<R extends DatedFeeRule>(rules: readonly R[], payment: PricedPayment): R | undefined {
  const { method, channel_code = null, criteria, amount, day } = payment;
  const [rule] = rules
    .filter(
      (candidate) =>
        candidate.method === method &&
        (candidate.channel_code === null || candidate.channel_code === channel_code) &&
        (candidate.criteria === null || candidate.criteria === criteria) &&
        candidate.amount_from <= amount &&
        (candidate.amount_to === null || amount <= candidate.amount_to) &&
        candidate.effective_from <= day &&
        (candidate.effective_to === null || day < candidate.effective_to),
    )
    .toSorted(
      (a, b) =>
        Number(b.is_own) - Number(a.is_own) ||
        Number(a.channel_code === null) - Number(b.channel_code === null) ||
        Number(a.criteria === null) - Number(b.criteria === null) ||
        b.effective_from.localeCompare(a.effective_from) ||
        b.version - a.version,
    );
  return rule;
}

/** The same; throws when there is none: a payment must not be taken without knowing its price. */
export function getFeeRule(rules: readonly DatedFeeRule[], payment: PricedPayment): DatedFeeRule {
  const rule = findFeeRule(rules, payment);
  const { method, criteria, amount, day } = payment;
  if (rule === undefined) throw new Error(`No fee rule for ${method} ${criteria} ${amount} on ${day}`);
  return rule;
}

/** What a payment costs, by the rule in force on the business day it was paid: what it writes when it is taken. */
export function calculatePrice(
  rules: readonly DatedFeeRule[],
  payment: { method: string; channel_code?: string | null; criteria: string; amount: Rupiah; paid_at: Date },
): Fee & { fee_rule_id: string } {
  const rule = getFeeRule(rules, { ...payment, day: toBusinessDay(payment.paid_at) });
  return { ...calculateFee(payment.amount, rule), fee_rule_id: rule.id };
}

export interface Fee {
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
  net_amount: Rupiah;
}

/** Fee, VAT on it and what is left, whole rupiah, each rounded half up per payment (domain 4.6). */
export function calculateFee(amount: Rupiah, rule: FeeTerms): Fee {
  const { fee_amount, fee_vat_amount, net_amount } = calculateFeeSteps(amount, rule);
  return { fee_amount, fee_vat_amount, net_amount };
}

/** What of a rule the arithmetic needs. */
export type FeeTerms = Pick<
  DatedFeeRule,
  'rate_bps' | 'flat_amount' | 'fee_min' | 'fee_max' | 'vat_rate_bps' | 'vat_base_numerator' | 'vat_base_denominator'
>;

/** The same step by step, as people are shown it. */
export function calculateFeeSteps(amount: Rupiah, rule: FeeTerms): FeeBreakdown {
  const rate_amount = prorate(amount, rule.rate_bps, 10_000);
  const worked_amount = add(rate_amount, rule.flat_amount);
  const bound = findBound(worked_amount, rule);
  const fee_amount = bound === null ? worked_amount : (rule[bound] ?? worked_amount);
  const fee_vat_amount = prorate(
    fee_amount,
    rule.vat_rate_bps * rule.vat_base_numerator,
    10_000 * rule.vat_base_denominator,
  );
  return {
    rate_amount,
    flat_amount: rule.flat_amount,
    worked_amount,
    bound,
    fee_amount,
    fee_vat_amount,
    net_amount: subtract(amount, fee_amount, fee_vat_amount),
  };
}

function findBound(worked: Rupiah, { fee_min, fee_max }: FeeTerms): FeeBreakdown['bound'] {
  if (fee_min !== null && worked < fee_min) return 'fee_min';
  return fee_max !== null && worked > fee_max ? 'fee_max' : null;
}

/** Whether there is something to give a receipt of: money that came and was not taken back by the bank. */
export const hasReceipt = (status: TransactionStatus): boolean => isPaid(status) && status !== 'reversed';

/** Only what a person asks for while nobody has paid may be cancelled. */
export const isCancellable = (status: TransactionStatus): boolean => status === 'pending';
