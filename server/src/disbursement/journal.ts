/**
 * Ledger entries of a disbursement in two phases: reserved at approval, then paid or released, each exactly once (the
 * ledger accepts one entry per kind and disbursement). What the bank reports later is booked by compensating entries.
 */
import { type Rupiah, add } from '@dasbor/contract/money';
import { type AccountIds, getAccountId } from '../ledger/payment.ts';
import type { Journal, NewTransfer } from '../ledger/posting.ts';

export interface DisbursementAmounts {
  id: string;
  amount: Rupiah;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
}

type Movement = [kind: string, debit: string, credit: string, amount: Rupiah];
type Build = (disbursement: DisbursementAmounts, accounts: AccountIds, at: Date) => Journal;

const buildJournal =
  (list: (disbursement: DisbursementAmounts) => Movement[]): Build =>
  (disbursement, accounts, posted_at) => ({
    posted_at,
    transfers: list(disbursement)
      .filter(([, , , amount]) => amount > 0)
      .map(([kind, debit, credit, amount]) => ({
        kind,
        amount,
        debit_account: getAccountId(accounts, debit),
        credit_account: getAccountId(accounts, credit),
        ...toReference(disbursement.id),
      })),
  });

const toReference = (reference_id: string): Pick<NewTransfer, 'reference_type' | 'reference_id'> => ({
  reference_type: 'disbursement',
  reference_id,
});

/** Reserves the amount with fee and VAT. */
export const buildReserveJournal = buildJournal(({ amount, fee_amount, fee_vat_amount }) => [
  ['disbursement_hold', 'payout', 'payout_reserved', amount],
  ['disbursement_fee_hold', 'payout', 'payout_reserved', add(fee_amount, fee_vat_amount)],
]);

/** Releases what was reserved: cancelled, or not executed. */
export const buildReleaseJournal = buildJournal(({ amount, fee_amount, fee_vat_amount }) => [
  ['disbursement_release', 'payout_reserved', 'payout', amount],
  ['disbursement_fee_release', 'payout_reserved', 'payout', add(fee_amount, fee_vat_amount)],
]);

/** The bank executed the transfer. */
export const buildPaidJournal = buildJournal(({ amount, fee_amount, fee_vat_amount }) => [
  ['disbursement', 'payout_reserved', 'bank_clearing', amount],
  ['disbursement_fee', 'payout_reserved', 'fees_paid', fee_amount],
  ['disbursement_fee_vat', 'payout_reserved', 'vat_paid', fee_vat_amount],
]);

/** The bank executed a transfer that had been reported as failed, whose reserve was released. */
export const buildLateJournal = buildJournal(({ amount, fee_amount, fee_vat_amount }) => [
  ['disbursement_late', 'payout', 'bank_clearing', amount],
  ['disbursement_late_fee', 'payout', 'fees_paid', fee_amount],
  ['disbursement_late_fee_vat', 'payout', 'vat_paid', fee_vat_amount],
]);

/** Entries of a paid transfer and their compensating entries when the receiving bank returns it. */
const REVERSAL_KINDS: Record<string, string> = {
  disbursement: 'disbursement_reversal',
  disbursement_fee: 'disbursement_fee_reversal',
  disbursement_fee_vat: 'disbursement_fee_vat_reversal',
  disbursement_late: 'disbursement_reversal',
  disbursement_late_fee: 'disbursement_fee_reversal',
  disbursement_late_fee_vat: 'disbursement_fee_vat_reversal',
};
export const PAID_KINDS: readonly string[] = Object.keys(REVERSAL_KINDS);

export interface PostedMovement {
  id: string;
  kind: string;
  credit_account: string;
  amount: Rupiah;
}

/** The receiving bank returned the transfer: amount, fee and VAT go back to the payout balance. */
export const buildReversalJournal = (
  id: string,
  posted: readonly PostedMovement[],
  accounts: AccountIds,
  posted_at: Date,
): Journal => ({
  posted_at,
  transfers: posted.map((movement) => ({
    kind: REVERSAL_KINDS[movement.kind] ?? 'disbursement_reversal',
    amount: movement.amount,
    debit_account: movement.credit_account,
    credit_account: getAccountId(accounts, 'payout'),
    ...toReference(id),
    reverses_id: movement.id,
  })),
});
