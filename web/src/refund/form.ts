/** The refund form: values, validation and request body. */
import type { RefundMethod, RefundReason, RefundTerms } from '@dasbor/contract/refund-fields';
import { formatRupiah } from '../ui/amount.tsx';
import type { RefundBody } from './mutations.ts';
import { messages } from './messages.ts';

/** A beneficiary account whose name the bank has checked. */
export interface CheckedAccount {
  id: string;
  bank: string;
  account_last4: string;
  verified_name: string;
}

export interface RefundForm {
  amount: number | null;
  method: RefundMethod;
  account: CheckedAccount | null;
  reason: RefundReason | null;
  reason_text: string;
  note: string;
}

/** Initial values: the refundable amount by the default method. */
export const buildEmptyForm = (terms: RefundTerms, reason: RefundReason | null): RefundForm => ({
  amount: terms.remaining_amount,
  method: terms.methods[0] ?? 'original',
  account: null,
  reason,
  reason_text: '',
  note: '',
});

export type RefundField = 'amount' | 'account' | 'reason' | 'reason_text';

/** Validation errors by field, in the order of the fields. */
export function validateForm(form: RefundForm, terms: RefundTerms): Partial<Record<RefundField, string>> {
  const t = messages().form;
  const errors: Partial<Record<RefundField, string>> = {};
  const amount = validateAmount(form, terms);
  if (amount !== null) errors.amount = amount;
  if (form.method === 'transfer' && form.account === null) errors.account = t.account_missing;
  if (form.reason === null) errors.reason = t.reason_missing;
  if (form.reason === 'other' && form.reason_text.trim() === '') errors.reason_text = t.reason_text_missing;
  return errors;
}

function validateAmount({ amount, method }: RefundForm, terms: RefundTerms): string | null {
  const t = messages().form;
  if (amount === null || amount < 1) return t.amount_missing;
  if (amount > terms.remaining_amount) return t.amount_max(formatRupiah(terms.remaining_amount));
  if (method === 'original' && !terms.allows_partial && amount < terms.amount) {
    return t.full_only(formatRupiah(terms.amount));
  }
  return null;
}

/** Request body of a valid form. */
export function toRefundBody(form: RefundForm): RefundBody {
  const { amount, method, account, reason, reason_text, note } = form;
  if (amount === null || reason === null) throw new Error('The form has validation errors');
  return {
    amount,
    reason,
    method,
    ...(reason === 'other' ? { reason_text: reason_text.trim() } : {}),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
    ...(method === 'transfer' && account !== null ? { account_check_id: account.id } : {}),
  };
}
