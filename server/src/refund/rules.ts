/** Rules of refunds: status transitions, refundable amounts, methods, windows and limits. Pure. */
import * as duration from '@dasbor/contract/duration';
import type { Rupiah } from '@dasbor/contract/money';
import { subtract } from '@dasbor/contract/money';
import type { RefundMethod, RefundRefusal, RefundStatus } from '@dasbor/contract/refund-fields';
import { formatRupiah } from '@dasbor/contract/format';
import { type Localized, localized } from '@dasbor/contract/language';
import { toBusinessDay } from '@dasbor/contract/time';
import type { TransactionStatus } from '@dasbor/contract/transaction';

/** Status transitions of a refund (domain 1.6). Every refund starts as `pending`. */
export const REFUND_TRANSITIONS: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['approved', 'rejected'],
  approved: ['processing'],
  processing: ['succeeded', 'failed'],
  // A transfer that the receiving bank returned.
  succeeded: ['failed'],
  // A transfer that the bank executed although it was reported as failed.
  failed: ['succeeded'],
  rejected: [],
};

export const canTransitionRefund = (from: RefundStatus, to: RefundStatus): boolean =>
  REFUND_TRANSITIONS[from].includes(to);

/** A reversed payment is not refundable: the bank has already returned the money to the payer. */
export const isRefundable = (status: TransactionStatus): boolean =>
  status === 'success' || status === 'partially_refunded';

/**
 * Why an approved refund is not sent any more: its payment was reversed, or an earlier refund that was executed late
 * leaves too little of it. null: it is sent.
 */
export function findSendRefusal({
  amount,
  payment,
}: {
  amount: Rupiah;
  payment: Pick<PaymentForRefund, 'status' | 'amount' | 'refunded_amount'>;
}): 'payment_reversed' | 'already_refunded' | null {
  if (payment.status === 'reversed') return 'payment_reversed';
  return amount > subtract(payment.amount, payment.refunded_amount) ? 'already_refunded' : null;
}

/** The share of a payment that is refunded; refunds that were executed late can exceed it. */
export const toRefundShare = (refunded_amount: Rupiah, amount: Rupiah): 'none' | 'partial' | 'full' =>
  refunded_amount === 0 ? 'none' : refunded_amount < amount ? 'partial' : 'full';

/** A row of refund_rule: days in WIB, `effective_to` exclusive. */
export interface DatedRefundRule {
  method: string;
  channel_code: string | null;
  issuer: string | null;
  rail: RefundMethod;
  /** Whether the original payment method accepts partial refunds. */
  allows_partial: boolean;
  window_days: number;
  effective_from: string;
  effective_to: string | null;
}

/** Fields of a payment that decide whether and how it can be refunded. */
export interface PaymentForRefund {
  status: TransactionStatus;
  method: string;
  channel_code: string | null;
  issuer: string | null;
  amount: Rupiah;
  refunded_amount: Rupiah;
  /** Held by open refunds. */
  open_amount: Rupiah;
  paid_at: string | null;
}

/**
 * The rule in force on the business day (WIB) of the payment. Issuer rules take precedence over channel rules, those over
 * general rules, newer over older. null: payments of this method are not refundable.
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

/** Whether the issuer name contains the words of a rule as whole words: `BRI` matches `Bank BRI`, not `BRIDGE`. */
function matchesIssuer(words: string, issuer: string | null): boolean {
  const name = (issuer ?? '').toUpperCase().replaceAll(/[^A-Z0-9]+/g, ' ');
  return ` ${name} `.includes(` ${words} `);
}

/** End of the refund window, exclusive. */
export const calculateWindowEnd = (paid_at: string, rule: Pick<DatedRefundRule, 'window_days'>): Date =>
  new Date(Date.parse(paid_at) + duration.days(rule.window_days));

/** Available refund methods, the default first. A transfer is available wherever the original payment method is. */
export const listRefundMethods = (rule: DatedRefundRule | null): RefundMethod[] =>
  rule === null ? [] : rule.rail === 'original' ? ['original', 'transfer'] : ['transfer'];

export interface Refusal {
  code: RefundRefusal;
  detail: Localized;
}

export const calculateRefundableAmount = (payment: PaymentForRefund): Rupiah =>
  Math.max(subtract(payment.amount, payment.refunded_amount, payment.open_amount), 0);

/** Why a payment is not refundable at `now`, regardless of the amount; null when it is. */
export function findPaymentRefusal(payment: PaymentForRefund, rule: DatedRefundRule | null, now: Date): Refusal | null {
  if (payment.status === 'refunded') {
    const detail = localized(
      'This payment is already fully refunded.',
      'Pembayaran ini sudah dikembalikan seluruhnya.',
    );
    return { code: 'refund_exceeds_remaining', detail };
  }
  if (!isRefundable(payment.status) || payment.paid_at === null) {
    const detail =
      payment.status === 'reversed'
        ? localized(
            'The bank reversed this payment, so it cannot be refunded.',
            'Bank membalik pembayaran ini sehingga tidak dapat dikembalikan.',
          )
        : localized(
            'Only paid payments can be refunded.',
            'Hanya pembayaran yang sudah dibayar yang dapat dikembalikan.',
          );
    return { code: 'payment_not_refundable', detail };
  }
  if (rule === null) {
    const detail = localized(
      'Payments of this method cannot be refunded here.',
      'Pembayaran dengan metode ini tidak dapat dikembalikan di sini.',
    );
    return { code: 'channel_not_refundable', detail };
  }
  if (now >= calculateWindowEnd(payment.paid_at, rule)) {
    const detail = localized(
      `The refund window of ${rule.window_days} days has ended.`,
      `Batas waktu pengembalian dana ${rule.window_days} hari sudah berakhir.`,
    );
    return { code: 'refund_window_closed', detail };
  }
  if (calculateRefundableAmount(payment) === 0) {
    const detail = localized(
      'Open refunds already cover the whole payment. Wait until they complete.',
      'Pengembalian dana yang sedang berjalan sudah mencakup seluruh pembayaran. Tunggu sampai selesai.',
    );
    return { code: 'already_refunding', detail };
  }
  return null;
}

/**
 * The part of a hold that the available balance covers: whatever exceeds `waiting`, the pending balance above its floor.
 * An existing deficit of the pending balance is not covered.
 */
export const calculateCoveredAmount = (held: Rupiah, waiting: Rupiah): Rupiah =>
  subtract(held, Math.min(held, Math.max(waiting, 0)));

/** Why a refund request is refused at `now`; null when it is not. Balance and beneficiary account are checked elsewhere. */
export function findRefusal(
  payment: PaymentForRefund,
  rule: DatedRefundRule | null,
  input: { amount: Rupiah; method: RefundMethod },
  now: Date,
): Refusal | null {
  const closed = findPaymentRefusal(payment, rule, now);
  if (closed !== null) return closed;
  if (!listRefundMethods(rule).includes(input.method)) {
    return { code: 'channel_not_refundable', detail: formatMethodNote(payment) };
  }
  if (input.method === 'original' && rule?.allows_partial === false && input.amount < payment.amount) {
    const detail = localized(
      `${payment.issuer ?? 'This channel'} accepts full refunds only. Refund the whole payment, or use a bank transfer.`,
      `${payment.issuer ?? 'Kanal ini'} hanya menerima pengembalian penuh. Kembalikan seluruh pembayaran, atau gunakan transfer bank.`,
    );
    return { code: 'channel_not_refundable', detail };
  }
  const remaining = calculateRefundableAmount(payment);
  if (input.amount > remaining) {
    const detail = localized(
      `The refundable amount of this payment is ${formatRupiah(remaining)}.`,
      `Jumlah yang dapat dikembalikan dari pembayaran ini adalah ${formatRupiah(remaining)}.`,
    );
    return { code: 'refund_exceeds_remaining', detail };
  }
  return null;
}

/** Why the original payment method is not available. */
export const formatMethodNote = (payment: Pick<PaymentForRefund, 'method' | 'issuer'>): Localized =>
  payment.method === 'qris'
    ? localized(
        `${payment.issuer ?? "The payer's bank"} does not support QRIS refunds. Refund by bank transfer.`,
        `${payment.issuer ?? 'Bank pembayar'} tidak mendukung pengembalian dana QRIS. Gunakan transfer bank.`,
      )
    : localized(
        'Virtual account payments are refunded by bank transfer.',
        'Pembayaran virtual account dikembalikan lewat transfer bank.',
      );

/** Requester of a refund. `owner`: id of the user who requested it, directly or through an API key. */
export interface Requester {
  requested_by_type: 'user' | 'api_key';
  requested_by_id: string;
  requested_by_owner: string;
}

/** Whether the approver is also the requester, directly or through their own API key. */
export const isSamePerson = (requester: Requester, decider: { id: string }): boolean =>
  requester.requested_by_id === decider.id || requester.requested_by_owner === decider.id;
