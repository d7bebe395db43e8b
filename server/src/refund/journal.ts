/**
 * Ledger entries of a refund in two phases: held when it is created, then paid out or released, each exactly once (the
 * ledger accepts one entry per kind and refund).
 */
import type { Rupiah } from '@dasbor/contract/money';
import { add, subtract } from '@dasbor/contract/money';
import type { FeePart } from '@dasbor/contract/refund-fee';
import type { RefundMethod } from '@dasbor/contract/refund-fields';
import { type AccountIds, getAccountId } from '../ledger/payment.ts';
import type { Journal } from '../ledger/posting.ts';

/** Amounts of a refund: the refund itself and the transfer fee (none for the original payment method). */
export interface RefundAmounts extends FeePart {
  id: string;
  method: RefundMethod;
  amount: Rupiah;
  /** The part that the available balance covers. */
  covered_amount: Rupiah;
  /** Payment fee and VAT reversed with the hold; 0 where they are reversed at completion. */
  fee_back_held_amount: Rupiah;
  fee_vat_back_held_amount: Rupiah;
}

type Movement = [kind: string, debit: string, credit: string, amount: Rupiah];

/** Amount that a refund holds from the pending and the available balance, whole rupiah. */
export const calculateHeldAmount = (refund: Omit<RefundAmounts, 'id' | 'covered_amount'>): Rupiah =>
  subtract(
    add(refund.amount, refund.fee_amount, refund.fee_vat_amount),
    refund.fee_back_held_amount,
    refund.fee_vat_back_held_amount,
  );

/**
 * Holds the amount and the transfer fee with VAT from the pending balance. The payment fee is reversed at the same time,
 * so the net amount of a payment covers its full refund; the available balance covers the rest.
 */
export const buildHoldJournal = (refund: RefundAmounts, accounts: AccountIds, at: Date): Journal =>
  buildJournal(refund, accounts, at, [
    ['available_cover', 'available', 'pending_settlement', refund.covered_amount],
    ['refund_fee_reversal', 'fees_paid', 'pending_settlement', refund.fee_back_held_amount],
    ['refund_fee_vat_reversal', 'vat_paid', 'pending_settlement', refund.fee_vat_back_held_amount],
    ['refund_hold', 'pending_settlement', 'refunds', refund.amount],
    ['refund_fee_hold', 'pending_settlement', 'refunds', add(refund.fee_amount, refund.fee_vat_amount)],
  ]);

/** Releases the hold of a rejected or failed refund. */
export const buildReleaseJournal = (refund: RefundAmounts, accounts: AccountIds, at: Date): Journal =>
  buildJournal(refund, accounts, at, buildReleaseMovements(refund));

const buildReleaseMovements = (refund: RefundAmounts): Movement[] => [
  ['refund_release', 'refunds', 'pending_settlement', refund.amount],
  ['refund_fee_release', 'refunds', 'pending_settlement', add(refund.fee_amount, refund.fee_vat_amount)],
  ['refund_fee_reversal_back', 'pending_settlement', 'fees_paid', refund.fee_back_held_amount],
  ['refund_fee_vat_reversal_back', 'pending_settlement', 'vat_paid', refund.fee_vat_back_held_amount],
  ['available_cover_back', 'pending_settlement', 'available', refund.covered_amount],
];

/**
 * Pays out the refund. For the original payment method the payment fee is reversed in proportion (`reversed_fee`, unless
 * the hold reversed it); a transfer does not reverse it and has its own fee.
 */
export const buildPayOutJournal = (
  refund: RefundAmounts,
  reversed_fee: FeePart,
  accounts: AccountIds,
  at: Date,
): Journal =>
  buildJournal(
    refund,
    accounts,
    at,
    refund.method === 'original'
      ? [
          ['refund', 'refunds', 'provider_receivable', refund.amount],
          ['refund_fee_reversal', 'fees_paid', 'pending_settlement', reversed_fee.fee_amount],
          ['refund_fee_vat_reversal', 'vat_paid', 'pending_settlement', reversed_fee.fee_vat_amount],
        ]
      : [
          ['refund', 'refunds', 'bank_clearing', refund.amount],
          ['refund_fee', 'refunds', 'fees_paid', refund.fee_amount],
          ['refund_fee_vat', 'refunds', 'vat_paid', refund.fee_vat_amount],
        ],
  );

/** The bank executed a transfer that had been reported as failed, whose hold was released. */
export const buildLateJournal = (refund: RefundAmounts, accounts: AccountIds, at: Date): Journal =>
  buildJournal(refund, accounts, at, [
    ['refund_late', 'pending_settlement', 'bank_clearing', refund.amount],
    ['refund_late_fee', 'pending_settlement', 'fees_paid', refund.fee_amount],
    ['refund_late_fee_vat', 'pending_settlement', 'vat_paid', refund.fee_vat_amount],
  ]);

/** Entries of a paid-out transfer and their compensating entries. */
const RETURN_KINDS = {
  refund: 'refund_return',
  refund_fee: 'refund_fee_return',
  refund_fee_vat: 'refund_fee_vat_return',
  refund_late: 'refund_return',
  refund_late_fee: 'refund_fee_return',
  refund_late_fee_vat: 'refund_fee_vat_return',
};

/** A posted ledger entry. */
export interface PostedMovement {
  id: string;
  kind: string;
  debit_account: string;
  credit_account: string;
  amount: Rupiah;
}

/** Compensates the `posted` payout of a returned transfer and releases the hold; that of a late one is released already. */
export function buildReturnJournal(
  refund: RefundAmounts,
  posted: readonly PostedMovement[],
  accounts: AccountIds,
  at: Date,
): Journal {
  const returned = posted.flatMap(({ id, kind, debit_account, credit_account, amount }) =>
    kind in RETURN_KINDS
      ? {
          kind: RETURN_KINDS[kind as keyof typeof RETURN_KINDS],
          amount,
          debit_account: credit_account,
          credit_account: debit_account,
          reference_type: 'refund',
          reference_id: refund.id,
          reverses_id: id,
        }
      : [],
  );
  const is_late = posted.some(({ kind }) => kind === 'refund_late');
  const released = is_late ? [] : buildReleaseJournal(refund, accounts, at).transfers;
  return { posted_at: at, transfers: [...returned, ...released] };
}

/** Leaves out entries of zero. */
const buildJournal = (
  refund: RefundAmounts,
  accounts: AccountIds,
  posted_at: Date,
  movements: Movement[],
): Journal => ({
  posted_at,
  transfers: movements
    .filter(([, , , amount]) => amount > 0)
    .map(([kind, debit, credit, amount]) => ({
      kind,
      amount,
      debit_account: getAccountId(accounts, debit),
      credit_account: getAccountId(accounts, credit),
      reference_type: 'refund',
      reference_id: refund.id,
    })),
});
