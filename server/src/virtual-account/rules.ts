/** Decisions about virtual accounts: which state may follow which, and what becomes of a payment or a question. Pure. */
import { type VaBank, getVaBank } from '@dasbor/contract/bank';
import type { Rupiah } from '@dasbor/contract/money';
import type { SnapResponseKind } from '@dasbor/contract/snap';
import type { VaAmountType, VaMatch, VaStatus, VaType } from '@dasbor/contract/virtual-account-fields';

/**
 * The state machine (domain 1.9). A number that the bank never opened may also run out of time. Only a number for one
 * payment is ever `paid`; out of `expired` and `inactive` it gets there by a late payment alone, for money that a bank
 * took is never lost. What is not listed never happens.
 */
export const VA_TRANSITIONS: Record<VaStatus, readonly VaStatus[]> = {
  pending: ['active', 'failed', 'expired'],
  active: ['paid', 'expired', 'inactive'],
  paid: [],
  expired: ['paid'],
  inactive: ['paid'],
  failed: [],
};

/** Whether a number may go from one state to another. */
export function canTransitionVa(from: VaStatus, to: VaStatus, type: VaType, is_late = false): boolean {
  if (to === 'paid' && type !== 'single') return false;
  if ((from === 'expired' || from === 'inactive') && !is_late) return false;
  return VA_TRANSITIONS[from].includes(to);
}

/** The legal moves that lead from one state to another; through `active` when the payer was faster than the bank's answer. */
export function findVaPath(from: VaStatus, to: VaStatus, type: VaType, is_late = false): VaStatus[] {
  if (canTransitionVa(from, to, type, is_late)) return [to];
  if (canTransitionVa(from, 'active', type) && canTransitionVa('active', to, type)) return ['active', to];
  return [];
}

/** What the rules need to know of a number. */
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
}

/** What to do about a payment that the bank says it took. */
export type PaymentDecision =
  | { do: 'take'; match: 'ok' | 'duplicate'; late_payment: boolean; path: VaStatus[]; detail: string | null }
  /** No money moves; the attempt is kept. */
  | { do: 'refuse'; match: Exclude<VaMatch, 'ok' | 'duplicate'>; response: SnapResponseKind; detail: string };

const rupiahText = (amount: Rupiah): string => `Rp ${amount.toLocaleString('id-ID')}`;

/** What to do about a payment. A repeat of one that is known does not come here. */
export function decidePayment(va: VaState, money: { amount: Rupiah; paid_at: Date }): PaymentDecision {
  if (va.status === 'failed') {
    return { do: 'refuse', match: 'refused', response: 'invalid_bill', detail: 'The bank had not opened this number' };
  }
  const { least, most } = getLimits(va);
  if (money.amount < least || money.amount > most) {
    const match = money.amount < least ? 'underpaid' : 'overpaid';
    return { do: 'refuse', match, response: 'invalid_amount', detail: formatMismatch(money.amount, least, most) };
  }
  const is_late = va.expires_at !== null && money.paid_at.getTime() > Date.parse(va.expires_at);
  if (va.type === 'single' && va.payments_count > 0) {
    const detail = 'A second payment to a number for one payment: to be given back';
    return { do: 'take', match: 'duplicate', late_payment: is_late, path: [], detail };
  }
  const late_payment = is_late || va.status === 'expired' || va.status === 'inactive';
  return {
    do: 'take',
    match: 'ok',
    late_payment,
    path: findPaymentPath(va, late_payment),
    detail: formatLateDetail(va, late_payment),
  };
}

function findPaymentPath({ type, status }: VaState, late_payment: boolean): VaStatus[] {
  if (type === 'single') return findVaPath(status, 'paid', type, late_payment);
  return status === 'pending' ? ['active'] : [];
}

function formatLateDetail({ status }: VaState, late_payment: boolean): string | null {
  if (!late_payment) return null;
  return status === 'inactive' ? 'Paid after it was deactivated' : 'Paid after it had expired';
}

/** What one payment must be: the exact amount, the agreed limits, or what the bank takes. */
export function getLimits(va: Pick<VaState, 'bank' | 'expected_amount' | 'amount_min' | 'amount_max'>): {
  least: Rupiah;
  most: Rupiah;
} {
  const facts = getVaBank(va.bank);
  return {
    least: va.expected_amount ?? va.amount_min ?? facts.amount_min,
    most: va.expected_amount ?? va.amount_max ?? facts.amount_max,
  };
}

function formatMismatch(paid: Rupiah, least: Rupiah, most: Rupiah): string {
  const wanted = least === most ? rupiahText(least) : `${rupiahText(least)} to ${rupiahText(most)}`;
  return `${rupiahText(paid)} instead of ${wanted}`;
}

/** Why a number cannot be paid at `now`, for a bank that asks; null when it can. */
export function findInquiryRejection(va: VaState, now: Date): { response: SnapResponseKind; answer: string } | null {
  if (va.type === 'single' && va.payments_count > 0) return { response: 'bill_paid', answer: 'Paid already' };
  if (va.status === 'expired' || isOverdue(va, now)) return { response: 'invalid_bill', answer: 'Expired' };
  if (va.status === 'inactive') return { response: 'invalid_bill', answer: 'Deactivated' };
  return va.status === 'failed' ? { response: 'invalid_bill', answer: 'Never opened' } : null;
}

/** Whether its time was over at `now`. */
export const isOverdue = ({ expires_at }: Pick<VaState, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now.getTime();

/** How long after its end a number is left waiting while the bank cannot be asked. */
export const VA_EXPIRY_GRACE_MS = 3_600_000;

/** Whether a number ends now. `was_answered`: the bank could be asked which payments it had. */
export function isExpiryDue(va: Pick<VaState, 'status' | 'expires_at'>, was_answered: boolean, now: Date): boolean {
  if (va.status !== 'pending' && va.status !== 'active') return false;
  // One that was never opened cannot have been paid.
  const patience_ms = was_answered || va.status === 'pending' ? 0 : VA_EXPIRY_GRACE_MS;
  return va.expires_at !== null && now.getTime() - Date.parse(va.expires_at) >= patience_ms;
}
