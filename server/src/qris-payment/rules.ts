/** Decisions about QRIS payments: how a status reported by the bank changes a payment. Pure. */
import * as duration from '@dasbor/contract/duration';
import { formatRupiah } from '@dasbor/contract/format';
import { QRIS_CODE_ERRORS, QRIS_REASONS } from '@dasbor/contract/payment-reasons';
import type { Rupiah } from '@dasbor/contract/money';
import type { QrisStatus } from '@dasbor/contract/qris-payment';
import { parseQris } from '@dasbor/contract/qris';
import { validateQris } from '@dasbor/contract/qris-validation';
import { type QrisTip, isPayable } from '@dasbor/contract/qris-tip';
import { SNAP_STATUSES, type SnapResponseKind } from '@dasbor/contract/snap';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { isPaid, buildTransitionPath } from '../transaction/rules.ts';

/** The status of a dynamic code follows its payment. */
export const QRIS_STATUS_BY_TRANSACTION: Record<TransactionStatus, QrisStatus> = {
  created: 'issuing',
  pending: 'active',
  success: 'paid',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
  partially_refunded: 'paid',
  refunded: 'paid',
  reversed: 'paid',
};

/** Valid transitions of a dynamic code (domain 1.10). It is paid while `issuing` when the callback precedes the response. */
export const QRIS_TRANSITIONS: Record<QrisStatus, readonly QrisStatus[]> = {
  issuing: ['active', 'paid', 'failed', 'expired', 'cancelled'],
  active: ['paid', 'expired', 'cancelled', 'failed'],
  // Late payments only.
  expired: ['paid'],
  paid: [],
  cancelled: [],
  failed: [],
  inactive: [],
};

/** Columns of a payment that the rules need. */
export interface QrisState extends QrisTip {
  status: TransactionStatus;
  /** Amount requested, without the tip. */
  amount: Rupiah;
  expires_at: string;
  provider_reference: string | null;
  rrn: string | null;
}

/** Response code of the bank for a code that it does not have. */
export const NOT_FOUND_CODE = /^404..01$/;

/** Status of a code or payment as the bank reports it, in a callback, a query or the payment history. */
export interface QrisBankStatus {
  /** latestTransactionStatus, 00 to 07. */
  latest: string;
  /** The bank's own reference. */
  reference_no: string | null;
  /** Gross, tip included; null for an amount with cents. */
  amount: Rupiah | null;
  /** Tip within the amount; null when the bank does not report it. */
  tip_amount: Rupiah | null;
  issuer: string | null;
  issuer_code: string | null;
  payer_name: string | null;
  approval_code: string | null;
  rrn: string | null;
  paid_at: Date | null;
}

export type QrisDecision =
  /** Record the payment; `amount` includes the tip. */
  | { do: 'pay'; path: TransactionStatus[]; amount: Rupiah; late_payment: boolean; paid_at: Date }
  /**
   * Record it as a transaction of its own and flag it, because the original one was cancelled or reported as failed, or was
   * paid before (`is_duplicate`).
   */
  | { do: 'record_extra'; amount: Rupiah; paid_at: Date; is_duplicate: boolean }
  /** The payment ends unpaid. */
  | { do: 'end'; path: TransactionStatus[]; reason: string }
  | { do: 'ignore' }
  /** Inconsistent with what we know: reject it and leave the payment unchanged. */
  | { do: 'reject'; response: SnapResponseKind; reason: string };

/** Grace period after expiry while the bank reports a payment in progress or does not respond. */
export const EXPIRY_GRACE_MS = duration.hours(1);

/** Decides how a reported status changes a payment. */
export function decideQrisPayment(payment: QrisState, bank_status: QrisBankStatus, now: Date): QrisDecision {
  const { provider_reference } = payment;
  if (
    provider_reference !== null &&
    bank_status.reference_no !== null &&
    bank_status.reference_no !== provider_reference &&
    !isSecondPayment(payment, bank_status)
  ) {
    return reject('inconsistent_request', `The bank reported another reference, ${bank_status.reference_no}`);
  }
  if (bank_status.latest === SNAP_STATUSES.success) return decideSuccess(payment, bank_status, now);
  if (payment.status !== 'created' && payment.status !== 'pending') return { do: 'ignore' };

  const overdue_ms = now.getTime() - Date.parse(payment.expires_at);
  const is_moving = bank_status.latest === SNAP_STATUSES.paying || bank_status.latest === SNAP_STATUSES.pending;
  if (overdue_ms >= (is_moving ? EXPIRY_GRACE_MS : 0)) return buildExpiry(payment.status);
  if (bank_status.latest === SNAP_STATUSES.cancelled) {
    return {
      do: 'end',
      path: buildTransitionPath(payment.status, 'cancelled'),
      reason: QRIS_REASONS.cancelled_at_bank,
    };
  }
  if (bank_status.latest === SNAP_STATUSES.failed) {
    return { do: 'end', path: buildTransitionPath(payment.status, 'failed'), reason: QRIS_REASONS.declined };
  }
  return { do: 'ignore' };
}

/** Decides about a due code while the bank does not respond. */
export function decideOnBankTimeout(payment: QrisState, now: Date): QrisDecision {
  if (payment.status !== 'created' && payment.status !== 'pending') return { do: 'ignore' };
  const overdue_ms = now.getTime() - Date.parse(payment.expires_at);
  // A code that was never issued cannot have been paid.
  return overdue_ms >= (payment.status === 'created' ? 0 : EXPIRY_GRACE_MS)
    ? buildExpiry(payment.status)
    : { do: 'ignore' };
}

const buildExpiry = (from: TransactionStatus): QrisDecision => ({
  do: 'end',
  path: buildTransitionPath(from, 'expired'),
  reason: QRIS_REASONS.unpaid,
});

/** Whether a report is about another payment of a code that was paid: it has another RRN. */
const isSecondPayment = (payment: QrisState, { latest, rrn }: QrisBankStatus): boolean =>
  latest === SNAP_STATUSES.success &&
  isPaid(payment.status) &&
  rrn !== null &&
  payment.rrn !== null &&
  rrn !== payment.rrn;

function decideSuccess(payment: QrisState, bank_status: QrisBankStatus, now: Date): QrisDecision {
  const { amount } = bank_status;
  if (amount === null || !isPayable(payment.amount, payment, amount)) {
    return reject(
      'invalid_amount',
      `The bank reported ${amount === null ? 'an amount with cents' : formatRupiah(amount)} instead of ${formatPayable(payment)}`,
    );
  }
  const paid_at = bank_status.paid_at ?? now;
  // A repeat of the same payment is ignored.
  if (isPaid(payment.status)) {
    return isSecondPayment(payment, bank_status)
      ? { do: 'record_extra', amount, paid_at, is_duplicate: true }
      : { do: 'ignore' };
  }
  if (payment.status === 'cancelled' || payment.status === 'failed') {
    return { do: 'record_extra', amount, paid_at, is_duplicate: false };
  }
  const late_payment = payment.status === 'expired' || paid_at.getTime() > Date.parse(payment.expires_at);
  const path = buildTransitionPath(payment.status, 'success', late_payment);
  if (path.length === 0) {
    return reject('inconsistent_request', `The bank reported a payment of a code that is ${payment.status}`);
  }
  return { do: 'pay', path, amount, late_payment, paid_at };
}

const TIP_TEXTS = {
  none: '',
  prompt: ' plus tip',
  fixed: ' plus the fixed tip',
  percent: ' plus the percentage tip',
} as const;
const formatPayable = ({ amount, tip_mode }: QrisState): string => `${formatRupiah(amount)}${TIP_TEXTS[tip_mode]}`;

const reject = (response: SnapResponseKind, reason: string): QrisDecision => ({ do: 'reject', response, reason });

/** Required content of a payload issued by the bank. */
export interface ExpectedCode extends QrisTip {
  /** null for a static code. */
  amount: Rupiah | null;
  nmid: string;
}

/** The reason why a payload cannot be shown to payers; null when it is valid. */
export function findPayloadError(payload: string, expected: ExpectedCode): string | null {
  const [error] = validateQris(payload);
  if (error) return `The bank issued an invalid code: ${error.detail.en}`;
  const { is_dynamic, amount, nmid, tip } = parseQris(payload);
  if (is_dynamic !== (expected.amount !== null)) {
    return is_dynamic ? QRIS_CODE_ERRORS.not_static : QRIS_CODE_ERRORS.not_dynamic;
  }
  if (amount !== expected.amount) return QRIS_CODE_ERRORS.amount;
  if (tip.tip_mode !== expected.tip_mode || tip.tip_value !== expected.tip_value) return QRIS_CODE_ERRORS.tip;
  if (nmid !== expected.nmid) return QRIS_CODE_ERRORS.merchant;
  return null;
}
