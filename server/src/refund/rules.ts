/** Decisions about refunds: which state may follow which, what may be given back and how, and what a bank's word means. Pure. */
import { type BankInfo, BANKS } from '@dasbor/contract/bank';
import type { Rupiah } from '@dasbor/contract/money';
import { subtract } from '@dasbor/contract/money';
import type { RefundMethod, RefundRefusal, RefundStatus } from '@dasbor/contract/refund-fields';
import { toBusinessDay } from '@dasbor/contract/time';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { rupiahText } from './format-reason.ts';

/** The refund state machine (domain 1.6). What is not listed never happens; every refund begins as `pending`. */
export const REFUND_TRANSITIONS: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['approved', 'rejected'],
  approved: ['processing'],
  processing: ['succeeded', 'failed'],
  // A transfer that the receiving bank sent back.
  succeeded: ['failed'],
  failed: [],
  rejected: [],
};

export const canTransitionRefund = (from: RefundStatus, to: RefundStatus): boolean =>
  REFUND_TRANSITIONS[from].includes(to);

/** Payments in these states can be given back; a reversed one has gone back by itself. */
export const isRefundable = (status: TransactionStatus): boolean =>
  status === 'success' || status === 'partially_refunded';

/** A row of refund_rule: days in WIB, `effective_to` exclusive. */
export interface DatedRefundRule {
  method: string;
  channel_code: string | null;
  issuer: string | null;
  rail: RefundMethod;
  /** Whether the original rail gives back a part; else only the whole payment. */
  takes_parts: boolean;
  window_days: number;
  effective_from: string;
  effective_to: string | null;
}

/** What the rules need to know of a payment. */
export interface PaymentForRefund {
  status: TransactionStatus;
  method: string;
  channel_code: string | null;
  issuer: string | null;
  amount: Rupiah;
  refunded_amount: Rupiah;
  /** Held by refunds that are not decided yet. */
  open_amount: Rupiah;
  paid_at: string | null;
}

/**
 * The rule in force on the business day (WIB) that a payment was paid; one for its issuer stands before one for its
 * channel, that before one for any, a newer one before an older one. null: this method takes nothing back.
 */
export function findRefundRule(
  rules: readonly DatedRefundRule[],
  payment: Pick<PaymentForRefund, 'method' | 'channel_code' | 'issuer' | 'paid_at'>,
): DatedRefundRule | null {
  const { method, channel_code, issuer, paid_at } = payment;
  if (paid_at === null) return null;
  const day = toBusinessDay(new Date(paid_at));
  const [rule] = rules
    .filter(
      (candidate) =>
        candidate.method === method &&
        (candidate.channel_code === null || candidate.channel_code === channel_code) &&
        (candidate.issuer === null || matchesIssuer(candidate.issuer, issuer)) &&
        candidate.effective_from <= day &&
        (candidate.effective_to === null || day < candidate.effective_to),
    )
    .toSorted(
      (a, b) =>
        Number(a.issuer === null) - Number(b.issuer === null) ||
        Number(a.channel_code === null) - Number(b.channel_code === null) ||
        b.effective_from.localeCompare(a.effective_from),
    );
  return rule ?? null;
}

/** Whether the words of a rule stand in the name of an issuer, as whole words: `BRI` is in `Bank BRI`, not in `BRIDGE`. */
function matchesIssuer(words: string, issuer: string | null): boolean {
  const name = (issuer ?? '').toUpperCase().replaceAll(/[^A-Z0-9]+/g, ' ');
  return ` ${name} `.includes(` ${words} `);
}

const DAY_MS = 24 * 3_600_000;

/** The instant from which a payment can no longer be given back. */
export const getWindowEnd = (paid_at: string, rule: Pick<DatedRefundRule, 'window_days'>): Date =>
  new Date(Date.parse(paid_at) + rule.window_days * DAY_MS);

/** Ways that are open to a payment, the usual one first. A transfer is always possible where the original rail is. */
export const listRefundMethods = (rule: DatedRefundRule | null): RefundMethod[] =>
  rule === null ? [] : rule.rail === 'original' ? ['original', 'transfer'] : ['transfer'];

export interface Refusal {
  code: RefundRefusal;
  detail: string;
}

export const getRefundableAmount = (payment: PaymentForRefund): Rupiah =>
  subtract(payment.amount, payment.refunded_amount, payment.open_amount);

/** Why nothing of a payment can be given back at `now`, whatever the amount; null when something can. */
export function findPaymentRefusal(payment: PaymentForRefund, rule: DatedRefundRule | null, now: Date): Refusal | null {
  if (payment.status === 'refunded') {
    return { code: 'refund_exceeds_remaining', detail: 'All of this payment was given back already.' };
  }
  if (!isRefundable(payment.status) || payment.paid_at === null) {
    const detail =
      payment.status === 'reversed'
        ? 'The bank took this payment back; there is nothing to give back.'
        : 'Only a payment that was paid can be given back.';
    return { code: 'payment_not_refundable', detail };
  }
  if (rule === null) {
    return { code: 'channel_not_refundable', detail: 'Payments of this method cannot be given back from here.' };
  }
  if (now >= getWindowEnd(payment.paid_at, rule)) {
    const detail = `This payment could be given back for ${rule.window_days} days after it was paid; they are over.`;
    return { code: 'refund_window_closed', detail };
  }
  if (getRefundableAmount(payment) === 0) {
    const detail = 'Everything that is left of this payment is being given back by a refund that is under way.';
    return { code: 'already_refunding', detail };
  }
  return null;
}

/**
 * What of a refund must come out of the available balance, when it holds `held` and `waiting` is what waits for
 * settlement above its floor: whatever is not covered there, and never what is missing there already.
 */
export const calculateCover = (held: Rupiah, waiting: Rupiah): Rupiah =>
  subtract(held, Math.min(held, Math.max(waiting, 0)));

/** Why a wish is refused at `now`; null when it is not. The balance and the account are looked at elsewhere. */
export function findRefusal(
  payment: PaymentForRefund,
  rule: DatedRefundRule | null,
  wish: { amount: Rupiah; method: RefundMethod },
  now: Date,
): Refusal | null {
  const closed = findPaymentRefusal(payment, rule, now);
  if (closed !== null) return closed;
  if (!listRefundMethods(rule).includes(wish.method)) {
    return { code: 'channel_not_refundable', detail: formatMethodNote(payment) };
  }
  if (wish.method === 'original' && rule?.takes_parts === false && wish.amount < payment.amount) {
    const detail = `${payment.issuer ?? 'This channel'} gives back only whole payments: give it all back, or a part by transfer.`;
    return { code: 'channel_not_refundable', detail };
  }
  const remaining = getRefundableAmount(payment);
  if (wish.amount > remaining) {
    const detail = `At most ${rupiahText(remaining)} of this payment can still be given back.`;
    return { code: 'refund_exceeds_remaining', detail };
  }
  return null;
}

/** Why the original way is not open, in words. */
export const formatMethodNote = (payment: Pick<PaymentForRefund, 'method' | 'issuer'>): string =>
  payment.method === 'qris'
    ? `${payment.issuer ?? "The payer's bank"} takes no refunds over QRIS: give it back by transfer to a bank account.`
    : 'A virtual account has no way back: give it back by transfer to a bank account.';

/** Greatest amount of one transfer by rail, with the day (WIB) from which it holds (domain 4.4). */
const TRANSFER_LIMITS: { rail: 'intrabank' | 'bi_fast' | 'online'; amount_max: Rupiah; effective_from: string }[] = [
  { rail: 'intrabank', amount_max: 9_999_999_999, effective_from: '2020-01-01' },
  { rail: 'bi_fast', amount_max: 250_000_000, effective_from: '2021-12-21' },
  { rail: 'online', amount_max: 50_000_000, effective_from: '2020-01-01' },
];

/** What one transfer to a bank can carry on a business day. */
export function getTransferLimit(bank: BankInfo, is_own_bank: boolean, day: string): Rupiah {
  const rail = is_own_bank ? 'intrabank' : bank.bi_fast ? 'bi_fast' : 'online';
  const [limit] = TRANSFER_LIMITS.filter((row) => row.rail === rail && row.effective_from <= day).toSorted((a, b) =>
    b.effective_from.localeCompare(a.effective_from),
  );
  return limit?.amount_max ?? 0;
}

export function getBank(code: string): BankInfo {
  const found = BANKS.find((bank) => bank.code === code);
  if (found === undefined) throw new Error(`No bank ${code}`);
  return found;
}

/** Who asked for a refund. `owner`: the person's id, or the name of the person who made the API key. */
export interface Requester {
  requested_by_type: string;
  requested_by_id: string;
  requested_by_owner: string;
}

/** Whether somebody who decides is the one who asked, in person or through an API key of theirs. */
export const isSamePerson = (asked: Requester, decider: { id: string; name: string }): boolean =>
  asked.requested_by_id === decider.id ||
  (asked.requested_by_type === 'api_key' && asked.requested_by_owner === decider.name);
