/** Decisions about QRIS payments: what a bank's word means for a payment in its present state. Pure. */
import type { Rupiah } from '@dasbor/contract/money';
import type { QrisStatus } from '@dasbor/contract/qris-payment';
import { validateQris, parseQris } from '@dasbor/contract/qris';
import { type QrisTip, isPayable } from '@dasbor/contract/qris-tip';
import { SNAP_STATUSES, type SnapResponseKind } from '@dasbor/contract/snap';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { isPaid, findTransitionPath } from '../transaction/rules.ts';

/** The code's state follows that of its payment. */
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

/** Moves of a dynamic code (domain 1.10); it goes from `issuing` to `paid` when its payment is faster than the bank's answer. */
export const QRIS_TRANSITIONS: Record<QrisStatus, readonly QrisStatus[]> = {
  issuing: ['active', 'paid', 'failed', 'expired', 'cancelled'],
  active: ['paid', 'expired', 'cancelled', 'failed'],
  // Only by a late payment.
  expired: ['paid'],
  paid: [],
  cancelled: [],
  failed: [],
  inactive: [],
};

/** What the rules need to know of a payment. */
export interface QrisState extends QrisTip {
  status: TransactionStatus;
  /** Asked for, without the tip. */
  amount: Rupiah;
  expires_at: string;
  provider_reference: string | null;
  rrn: string | null;
}

/** What the bank says of a code: told by a notification, or answered to a query. */
export interface BankStatus {
  /** latestTransactionStatus, 00 to 07. */
  latest: string;
  /** The bank's own number. */
  reference_no: string | null;
  /** Gross, the tip included; null when it is no whole amount. */
  amount: Rupiah | null;
  /** The part of it on top, where the bank says so. */
  tip_amount: Rupiah | null;
  issuer: string | null;
  issuer_code: string | null;
  payer_name: string | null;
  approval_code: string | null;
  rrn: string | null;
  paid_at: Date | null;
}

export type Decision =
  /** Take the payment of `amount`, tip included, by way of `path`. */
  | { do: 'settle'; path: TransactionStatus[]; amount: Rupiah; late_payment: boolean; paid_at: Date }
  /** Take it beside the payment that has ended: money that came is never lost. */
  | { do: 'add'; amount: Rupiah; paid_at: Date }
  /** It ends without money. */
  | { do: 'end'; path: TransactionStatus[]; reason: string }
  /** Nothing new. */
  | { do: 'keep' }
  /** Do not believe it; a person must look. */
  | { do: 'refuse'; response: SnapResponseKind; reason: string };

/** How long after its end a code is left waiting while the bank says that somebody is paying, or says nothing. */
export const EXPIRY_GRACE_MS = 3_600_000;

/** What to do about the bank's word at `now`. */
export function decide(payment: QrisState, word: BankStatus, now: Date): Decision {
  const { provider_reference } = payment;
  if (provider_reference !== null && word.reference_no !== null && word.reference_no !== provider_reference) {
    return reject('inconsistent_request', `The bank named another reference number, ${word.reference_no}`);
  }
  if (word.latest === SNAP_STATUSES.success) return decideSuccess(payment, word, now);
  if (payment.status !== 'created' && payment.status !== 'pending') return { do: 'keep' };

  const overdue_ms = now.getTime() - Date.parse(payment.expires_at);
  const is_moving = word.latest === SNAP_STATUSES.paying || word.latest === SNAP_STATUSES.pending;
  if (overdue_ms >= (is_moving ? EXPIRY_GRACE_MS : 0)) return buildExpiry(payment.status);
  if (word.latest === SNAP_STATUSES.cancelled) {
    return { do: 'end', path: findTransitionPath(payment.status, 'cancelled'), reason: 'Cancelled at the bank' };
  }
  if (word.latest === SNAP_STATUSES.failed) {
    return { do: 'end', path: findTransitionPath(payment.status, 'failed'), reason: 'The bank refused the payment' };
  }
  return { do: 'keep' };
}

/** What to do about a code whose time is over while the bank does not answer. */
export function decideUnanswered(payment: QrisState, now: Date): Decision {
  if (payment.status !== 'created' && payment.status !== 'pending') return { do: 'keep' };
  const overdue_ms = now.getTime() - Date.parse(payment.expires_at);
  // A code that was never issued cannot have been paid.
  return overdue_ms >= (payment.status === 'created' ? 0 : EXPIRY_GRACE_MS)
    ? buildExpiry(payment.status)
    : { do: 'keep' };
}

const buildExpiry = (from: TransactionStatus): Decision => ({
  do: 'end',
  path: findTransitionPath(from, 'expired'),
  reason: 'Not paid in time',
});

function decideSuccess(payment: QrisState, word: BankStatus, now: Date): Decision {
  const { amount } = word;
  if (amount === null || !isPayable(payment.amount, payment, amount)) {
    return reject('invalid_amount', `The bank reports Rp ${amount ?? '?'} instead of ${formatPayable(payment)}`);
  }
  if (isPaid(payment.status)) {
    // The same news again, however often, changes nothing; a second payment of the same code is another matter.
    if (word.rrn === null || payment.rrn === null || word.rrn === payment.rrn) return { do: 'keep' };
    return reject('bill_paid', `The bank reports a second payment, RRN ${word.rrn}`);
  }
  const paid_at = word.paid_at ?? now;
  if (payment.status === 'cancelled') return { do: 'add', amount, paid_at };
  const late_payment = payment.status === 'expired' || paid_at.getTime() > Date.parse(payment.expires_at);
  const path = findTransitionPath(payment.status, 'success', late_payment);
  if (path.length === 0) {
    return reject('inconsistent_request', `The bank reports a payment of a code that is ${payment.status}`);
  }
  return { do: 'settle', path, amount, late_payment, paid_at };
}

const TIP_TEXTS = {
  none: '',
  prompt: ' and a tip',
  fixed: ' and the fixed tip',
  percent: ' and the tip in percent',
} as const;
const formatPayable = ({ amount, tip_mode }: QrisState): string => `Rp ${amount}${TIP_TEXTS[tip_mode]}`;

const reject = (response: SnapResponseKind, reason: string): Decision => ({ do: 'refuse', response, reason });

/** What a code must say that we asked for. */
export interface ExpectedCode extends QrisTip {
  /** null: static. */
  amount: Rupiah | null;
  nmid: string;
}

/** Why a payload that the bank issued cannot be shown to a payer of this code; null when it can. */
export function findPayloadError(payload: string, wanted: ExpectedCode): string | null {
  const [fault] = validateQris(payload);
  if (fault) return `The bank's code is faulty: ${fault.detail}`;
  const { is_dynamic, amount, nmid, tip } = parseQris(payload);
  if (is_dynamic !== (wanted.amount !== null)) return `The bank's code is ${is_dynamic ? 'not static' : 'not dynamic'}`;
  if (amount !== wanted.amount) return "The bank's code asks for another amount";
  if (tip.tip_mode !== wanted.tip_mode || tip.tip_value !== wanted.tip_value) {
    return "The bank's code asks for another tip";
  }
  if (nmid !== wanted.nmid) return "The bank's code pays another merchant";
  return null;
}
