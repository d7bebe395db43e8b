/** Decisions about virtual accounts: status transitions, payments, inquiries and expiry. Pure. */
import * as duration from '@dasbor/contract/duration';
import { formatRupiah } from '@dasbor/contract/format';
import { type VaBank, getVaBank } from '@dasbor/contract/bank';
import { type MerchantActivity, findInactiveReason } from '@dasbor/contract/merchant-activity';
import type { Rupiah } from '@dasbor/contract/money';
import type { SnapResponseKind } from '@dasbor/contract/snap';
import type { VaAmountType, VaMatch, VaStatus, VaType } from '@dasbor/contract/virtual-account-fields';
import type { VaOtherTerms } from '../db/column-types.ts';
import type { PaymentAllowance } from '../merchant/limit-queries.ts';
import { VA_DETAILS, VA_INQUIRY_RESPONSES } from '@dasbor/contract/payment-reasons';

/**
 * The state machine (domain 1.9). Only single-use numbers become `paid`; from `expired` and `inactive` by a late payment
 * only, because money that a bank received is always recorded.
 */
export const VA_TRANSITIONS: Record<VaStatus, readonly VaStatus[]> = {
  pending: ['active', 'failed', 'expired'],
  active: ['paid', 'expired', 'inactive'],
  paid: [],
  expired: ['paid'],
  inactive: ['paid'],
  failed: [],
};

/** Whether a transition is valid. */
export function canTransitionVa(from: VaStatus, to: VaStatus, type: VaType, is_late = false): boolean {
  if (to === 'paid' && type !== 'single') return false;
  if ((from === 'expired' || from === 'inactive') && !is_late) return false;
  return VA_TRANSITIONS[from].includes(to);
}

/** The valid transitions between two statuses; through `active` when the payment precedes the bank's response. */
export function buildVaPath(from: VaStatus, to: VaStatus, type: VaType, is_late = false): VaStatus[] {
  if (canTransitionVa(from, to, type, is_late)) return [to];
  if (canTransitionVa(from, 'active', type) && canTransitionVa('active', to, type)) return ['active', to];
  return [];
}

/** Columns of a number that the rules need. */
export interface VaState {
  bank: VaBank;
  type: VaType;
  amount_type: VaAmountType;
  expected_amount: Rupiah | null;
  amount_min: Rupiah | null;
  amount_max: Rupiah | null;
  status: VaStatus;
  payments_count: number;
  expires_at: string | null;
  other_terms: VaOtherTerms;
}

/** Decision about a payment that the bank reports. */
export type PaymentDecision =
  | { do: 'record'; match: 'ok' | 'duplicate'; late_payment: boolean; path: VaStatus[]; detail: string | null }
  /** No money moves; the attempt is recorded. */
  | { do: 'reject'; match: Exclude<VaMatch, 'ok' | 'duplicate'>; response: SnapResponseKind; detail: string };

/** Decides about a payment that is not recorded yet. */
export function decidePayment(va: VaState, money: { amount: Rupiah; paid_at: Date }): PaymentDecision {
  if (va.status === 'failed') {
    return { do: 'reject', match: 'refused', response: 'invalid_bill', detail: VA_DETAILS.not_opened };
  }
  const { min, max } = calculateLimits(va);
  const is_within = money.amount >= min && money.amount <= max;
  const other = is_within ? null : findOtherTerms(va, money);
  if (!is_within && other === null) {
    const match = money.amount < min ? 'underpaid' : 'overpaid';
    return { do: 'reject', match, response: 'invalid_amount', detail: formatMismatch(money.amount, min, max) };
  }
  const is_late = va.expires_at !== null && money.paid_at.getTime() > Date.parse(va.expires_at);
  if (va.type === 'single' && va.payments_count > 0) {
    return { do: 'record', match: 'duplicate', late_payment: is_late, path: [], detail: VA_DETAILS.duplicate };
  }
  const late_payment = is_late || va.status === 'expired' || va.status === 'inactive';
  return {
    do: 'record',
    match: 'ok',
    late_payment,
    path: buildPaymentPath(va, late_payment),
    detail: formatLateDetail(va, late_payment) ?? other,
  };
}

/** The detail of a payment that fits other terms of the number at the time of payment; null when none fits. */
function findOtherTerms(va: VaState, { amount, paid_at }: { amount: Rupiah; paid_at: Date }): string | null {
  const held = va.other_terms.find(({ from, until, ...amounts }) => {
    const { min, max } = calculateLimits({ bank: va.bank, ...amounts });
    if (amount < min || amount > max) return false;
    // The bank reports whole seconds.
    const is_after = from === null || paid_at.getTime() > Date.parse(from) - duration.seconds(1);
    return is_after && (until === null || paid_at.getTime() <= Date.parse(until));
  });
  if (held === undefined) return null;
  return held.from === null ? VA_DETAILS.before_change : VA_DETAILS.unconfirmed_change;
}

type Amounts = Pick<VaState, 'expected_amount' | 'amount_min' | 'amount_max'>;
const toAmounts = ({ expected_amount, amount_min, amount_max }: Amounts): Amounts => ({
  expected_amount,
  amount_min,
  amount_max,
});

/** More changes than a person makes within the days in which a bank reports a payment. */
const OTHER_TERMS_MAX = 50;

/** Adds amounts that the bank is asked to accept: until it answers, they may hold as well as the current ones. */
export const addRequestedTerms = (va: VaState, requested: Amounts, now: Date): VaOtherTerms =>
  [...va.other_terms, { ...toAmounts(requested), from: now.toISOString(), until: null }].slice(-OTHER_TERMS_MAX);

/** Removes requested amounts that the bank declined. */
export const removeRequestedTerms = (va: VaState, requested_at: Date): VaOtherTerms =>
  va.other_terms.filter(({ from, until }) => until !== null || from !== requested_at.toISOString());

/** Ends all former amounts when the bank has accepted a change. A payment made until `now` may still be reported. */
export const endFormerTerms = (va: VaState, now: Date): VaOtherTerms => {
  const until = now.toISOString();
  const ended = va.other_terms.map((terms) => ({ ...terms, until: terms.until ?? until }));
  return [...ended, { ...toAmounts(va), from: null, until }].slice(-OTHER_TERMS_MAX);
};

function buildPaymentPath({ type, status }: VaState, late_payment: boolean): VaStatus[] {
  if (type === 'single') return buildVaPath(status, 'paid', type, late_payment);
  return status === 'pending' ? ['active'] : [];
}

function formatLateDetail({ status }: VaState, late_payment: boolean): string | null {
  if (!late_payment) return null;
  return status === 'inactive' ? VA_DETAILS.late_after_deactivation : VA_DETAILS.late_after_expiry;
}

/** Limits of one payment: the exact amount, the configured limits, or the bank's. */
export function calculateLimits(va: Pick<VaState, 'bank' | 'expected_amount' | 'amount_min' | 'amount_max'>): {
  min: Rupiah;
  max: Rupiah;
} {
  const bank = getVaBank(va.bank);
  return {
    min: va.expected_amount ?? va.amount_min ?? bank.amount_min,
    max: va.expected_amount ?? va.amount_max ?? bank.amount_max,
  };
}

function formatMismatch(paid: Rupiah, min: Rupiah, max: Rupiah): string {
  const expected = min === max ? formatRupiah(min) : `${formatRupiah(min)} to ${formatRupiah(max)}`;
  return `${formatRupiah(paid)} instead of ${expected}`;
}

/** The reason why a number cannot be paid at `now`; null when it can. */
export function findInquiryRejection(
  va: VaState,
  now: Date,
): { response: SnapResponseKind; description: string } | null {
  if (va.type === 'single' && va.payments_count > 0)
    return { response: 'bill_paid', description: VA_INQUIRY_RESPONSES.paid };
  if (va.status === 'expired' || isOverdue(va, now))
    return { response: 'invalid_bill', description: VA_INQUIRY_RESPONSES.expired };
  if (va.status === 'inactive') return { response: 'invalid_bill', description: VA_INQUIRY_RESPONSES.deactivated };
  return va.status === 'failed' ? { response: 'invalid_bill', description: VA_INQUIRY_RESPONSES.not_opened } : null;
}

/** The bank rejects payers of a merchant that may not accept payments; money that arrives anyway is booked. */
export const findMerchantRejection = (
  merchant: MerchantActivity,
): { response: SnapResponseKind; description: string } | null =>
  findInactiveReason('payments', merchant) === null
    ? null
    : { response: 'invalid_bill', description: VA_INQUIRY_RESPONSES.merchant_not_active };

/** The inquiry of a number whose payment does not exist yet: refused, or payable up to an amount. */
export type InquiryDecision =
  | { rejection: { response: SnapResponseKind; description: string } }
  /** `amount_max`: the most that can be paid now; null when only the terms of the number apply. */
  | { rejection: null; amount_max: Rupiah | null };

/**
 * Applies what the provider allows the merchant. The payment of a single-use closed number exists since its creation and was
 * counted then, so it stays payable; that of a payment link counts when it is paid, so the limits apply now.
 */
export function decideInquiry(
  va: Pick<VaState, 'bank' | 'expected_amount' | 'amount_min' | 'amount_max'> & {
    transaction_id: string | null;
    payment_link_id: string | null;
  },
  { is_disabled, largest_amount }: PaymentAllowance,
): InquiryDecision {
  const exists = va.transaction_id !== null;
  if (exists && va.payment_link_id === null) return { rejection: null, amount_max: null };
  if (is_disabled && !exists) {
    return { rejection: { response: 'feature_not_allowed', description: VA_INQUIRY_RESPONSES.channel_disabled } };
  }
  const { min, max } = calculateLimits(va);
  if (largest_amount === null || largest_amount >= max) return { rejection: null, amount_max: null };
  if (largest_amount < min) {
    return { rejection: { response: 'amount_limit', description: VA_INQUIRY_RESPONSES.limit_exceeded } };
  }
  return { rejection: null, amount_max: largest_amount };
}

/** Whether it was due at `now`. */
export const isOverdue = ({ expires_at }: Pick<VaState, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now.getTime();

/** Grace period after expiry while the bank does not respond. */
export const VA_EXPIRY_GRACE_MS = duration.hours(1);

/** Whether a number expires now. `was_answered`: the bank reported its payments. */
export function isExpiryDue(va: Pick<VaState, 'status' | 'expires_at'>, was_answered: boolean, now: Date): boolean {
  if (va.status !== 'pending' && va.status !== 'active') return false;
  // A number that was never opened cannot have been paid.
  const grace_ms = was_answered || va.status === 'pending' ? 0 : VA_EXPIRY_GRACE_MS;
  return va.expires_at !== null && now.getTime() - Date.parse(va.expires_at) >= grace_ms;
}
