/** Ledger postings of a payment (domain 3, posting examples). */
import type { Rupiah } from '@dasbor/contract/money';
import { newId } from '../db/new-id.ts';
import type { Journal, NewTransfer } from './posting.ts';

/** Account ids of a merchant by account type. */
export type AccountIds = Record<string, string>;

/** The postings that a paid transaction requires: kind, debit and credit account type, amount. Zero amounts are not posted. */
export function buildPaymentMovements(payment: {
  amount: Rupiah;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
}): { kind: string; debit: string; credit: string; amount: Rupiah }[] {
  return [
    { kind: 'payment', debit: 'provider_receivable', credit: 'pending_settlement', amount: payment.amount },
    { kind: 'payment_fee', debit: 'pending_settlement', credit: 'fees_paid', amount: payment.fee_amount },
    { kind: 'payment_fee_vat', debit: 'pending_settlement', credit: 'vat_paid', amount: payment.fee_vat_amount },
  ].filter((movement) => movement.amount > 0);
}

/** The journal of a payment: the gross amount is credited to pending settlement, fee and VAT are debited from it. */
export function buildPaymentJournal(
  payment: { transaction_id: string; amount: Rupiah; fee_amount: Rupiah; fee_vat_amount: Rupiah },
  accounts: AccountIds,
  posted_at: Date,
): Journal & { id: string } {
  const transfers = buildPaymentMovements(payment).map(({ kind, debit, credit, amount }): NewTransfer => ({
    kind,
    amount,
    debit_account: getAccountId(accounts, debit),
    credit_account: getAccountId(accounts, credit),
    reference_type: 'transaction',
    reference_id: payment.transaction_id,
  }));
  return { id: newId('journal', posted_at), posted_at, transfers };
}

/** Returns the account id of a type. Throws when the merchant has no such account. */
export function getAccountId(accounts: AccountIds, type: string): string {
  const id = accounts[type];
  if (id === undefined) throw new Error(`The merchant has no ledger account of type ${type}`);
  return id;
}
