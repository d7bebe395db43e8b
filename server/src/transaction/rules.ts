/** Rules of payments of all methods: status transitions and fees. */
import { type Rupiah, add, prorate, subtract } from '@dasbor/contract/money';
import type { FeeRule, FeeBreakdown } from '@dasbor/contract/fee-rule';
import { toBusinessDay } from '@dasbor/contract/time';
import type { Language } from '@dasbor/contract/language';
import { translateReason } from '@dasbor/contract/payment-reasons';
import type { Transaction, TransactionStatus } from '@dasbor/contract/transaction';

/** Initial statuses: `success` for payments on reusable codes and numbers. */
export const TRANSACTION_INITIAL_STATUSES = ['created', 'success'] as const satisfies readonly TransactionStatus[];

/**
 * Status transitions of a payment (domain 1.5). From `created`, the bank can refuse to issue (`failed`) or not respond
 * before expiry (`expired`). A returned refund transfer leads out of `refunded` and `partially_refunded`.
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

/** Transitions from one status to another; through `pending` when the callback arrives before the response. */
export function buildTransitionPath(
  from: TransactionStatus,
  to: TransactionStatus,
  is_late = false,
): TransactionStatus[] {
  if (canTransition(from, to, is_late)) return [to];
  if (canTransition(from, 'pending', false) && canTransition('pending', to, false)) return ['pending', to];
  return [];
}

/** Whether a transition is valid; out of `expired` only for a late payment. */
export function canTransition(from: TransactionStatus, to: TransactionStatus, is_late: boolean): boolean {
  if (from === 'expired' && !is_late) return false;
  return TRANSACTION_TRANSITIONS[from].includes(to);
}

/** Outcome of a cancellation. `not_cancellable`: already final, or the bank does not support it. */
export type CancelOutcome = 'cancelled' | 'not_cancellable' | 'unreachable';

/** Statuses in which the merchant was credited: the payments that count as volume everywhere. */
export const PAID_STATUSES = ['success', 'partially_refunded', 'refunded', 'reversed'] as const;
export const isPaid = (status: TransactionStatus): boolean => (PAID_STATUSES as readonly string[]).includes(status);

/** A rule of either table: rates in basis points, days in WIB, `amount_to` inclusive, `effective_to` exclusive. */
export type DatedFeeRule = Omit<FeeRule, 'name'>;

/** Fields of a payment that determine its fee. */
export interface PricedPayment {
  method: string;
  channel_code?: string | null;
  /** QRIS category that determines the merchant's fee. */
  criteria: string;
  amount: Rupiah;
  /** Business day (WIB) of the payment. */
  day: string;
}

/**
 * The fee rule in force for a payment by method, bank, merchant class and amount on its business day (WIB). Merchant
 * rules take precedence over standard rules, specific over general, newer over older. Undefined when there is none.
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

/** The same; throws when there is none: a payment must not be recorded without knowing its price. */
export function getFeeRule(rules: readonly DatedFeeRule[], payment: PricedPayment): DatedFeeRule {
  const rule = findFeeRule(rules, payment);
  const { method, criteria, amount, day } = payment;
  if (rule === undefined) throw new Error(`No fee rule for ${method} ${criteria} ${amount} on ${day}`);
  return rule;
}

/** Fee of a payment by the rule in force on its business day. */
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

/**
 * Fee, VAT and net amount, each rounded half up to whole rupiah per payment (domain 4.6). Fee and VAT never exceed the
 * amount that they are deducted from.
 */
export function calculateFee(amount: Rupiah, rule: FeeTerms): Fee {
  const { fee_amount, fee_vat_amount, net_amount } = calculateFeeSteps(amount, rule);
  return { fee_amount, fee_vat_amount, net_amount };
}

/** Fields of a rule that the calculation uses. */
export type FeeTerms = Pick<
  DatedFeeRule,
  | 'method'
  | 'rate_bps'
  | 'flat_amount'
  | 'fee_min'
  | 'fee_max'
  | 'vat_rate_bps'
  | 'vat_base_numerator'
  | 'vat_base_denominator'
>;

/** The calculation of the fee, step by step, for display. */
export function calculateFeeSteps(amount: Rupiah, rule: FeeTerms): FeeBreakdown {
  const rate_amount = prorate(amount, rule.rate_bps, 10_000);
  const worked_amount = add(rate_amount, rule.flat_amount);
  const bound = findBound(worked_amount, rule);
  const due_amount = bound === null ? worked_amount : (rule[bound] ?? worked_amount);
  const is_capped = !CHARGED_ON_TOP.has(rule.method) && add(due_amount, calculateVat(due_amount, rule)) > amount;
  const fee_amount = is_capped ? calculateCap(amount, rule) : due_amount;
  const fee_vat_amount = calculateVat(fee_amount, rule);
  return {
    rate_amount,
    flat_amount: rule.flat_amount,
    subtotal_amount: worked_amount,
    bound: is_capped ? 'amount' : bound,
    fee_amount,
    fee_vat_amount,
    net_amount: subtract(amount, fee_amount, fee_vat_amount),
  };
}

/** Fees that are charged in addition to the amount. All others are deducted from it, so they never exceed it. */
const CHARGED_ON_TOP: ReadonlySet<string> = new Set(['refund_transfer', 'disbursement']);

const calculateVat = (fee: Rupiah, rule: FeeTerms): Rupiah =>
  prorate(fee, rule.vat_rate_bps * rule.vat_base_numerator, 10_000 * rule.vat_base_denominator);

/** The highest fee that does not exceed an amount together with its VAT. VAT grows with the fee, so it is bisected. */
function calculateCap(amount: Rupiah, rule: FeeTerms): Rupiah {
  let [low, high] = [0, amount];
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    if (add(middle, calculateVat(middle, rule)) <= amount) low = middle;
    else high = middle - 1;
  }
  return low;
}

function findBound(worked: Rupiah, { fee_min, fee_max }: FeeTerms): 'fee_min' | 'fee_max' | null {
  if (fee_min !== null && worked < fee_min) return 'fee_min';
  return fee_max !== null && worked > fee_max ? 'fee_max' : null;
}

/** A receipt is available for paid payments that the bank did not reverse. */
export const hasReceipt = (status: TransactionStatus): boolean => isPaid(status) && status !== 'reversed';

/** Only pending payments can be cancelled. */
export const isCancellable = (status: TransactionStatus): boolean => status === 'pending';

/** A payment with its failure in the language of the reader. */
export const translateFailure = <Row extends Pick<Transaction, 'failure_message'>>(row: Row, language: Language): Row =>
  row.failure_message === null ? row : { ...row, failure_message: translateReason(row.failure_message, language) };
