/** The form of a refund: its values, what is wrong with them, and the body that they make. */
import type { RefundMethod, RefundReason, RefundTerms } from '@dasbor/contract/refund-fields';
import { formatRupiah } from '../ui/amount.tsx';
import type { RefundBody } from './mutations.ts';

/** An account whose holder the bank has named. */
export interface CheckedAccount {
  id: string;
  bank: string;
  account: string;
  account_name: string;
}

export interface RefundForm {
  amount: number | null;
  method: RefundMethod;
  account: CheckedAccount | null;
  reason: RefundReason | null;
  reason_text: string;
  note: string;
}

/** What a dialog opens with: everything that remains, the usual way. */
export const emptyForm = (terms: RefundTerms, reason: RefundReason | null): RefundForm => ({
  amount: terms.remaining_amount,
  method: terms.methods[0] ?? 'original',
  account: null,
  reason,
  reason_text: '',
  note: '',
});

export type RefundField = 'amount' | 'account' | 'reason' | 'reason_text';

/** What is wrong with a form, by field, in the order of the fields. */
export function validateForm(form: RefundForm, terms: RefundTerms): Partial<Record<RefundField, string>> {
  const faults: Partial<Record<RefundField, string>> = {};
  const amount = validateAmount(form, terms);
  if (amount !== null) faults.amount = amount;
  if (form.method === 'transfer' && form.account === null) faults.account = 'Check the name of an account first.';
  if (form.reason === null) faults.reason = 'Choose a reason.';
  if (form.reason === 'other' && form.reason_text.trim() === '') faults.reason_text = 'Say why in a few words.';
  return faults;
}

function validateAmount({ amount, method }: RefundForm, terms: RefundTerms): string | null {
  if (amount === null || amount < 1) return 'Enter an amount.';
  if (amount > terms.remaining_amount) return `At most ${formatRupiah(terms.remaining_amount)} can be given back.`;
  if (method === 'original' && !terms.takes_parts && amount < terms.amount) {
    return `This wallet gives back only the whole ${formatRupiah(terms.amount)}.`;
  }
  return null;
}

/** The body of a form without faults. */
export function toRefundBody(form: RefundForm): RefundBody {
  const { amount, method, account, reason, reason_text, note } = form;
  if (amount === null || reason === null) throw new Error('This form has faults');
  return {
    amount,
    reason,
    method,
    ...(reason === 'other' ? { reason_text: reason_text.trim() } : {}),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
    ...(method === 'transfer' && account !== null ? { account_check_id: account.id } : {}),
  };
}
