/**
 * How a refund moves money in the ledger, in two phases: held when it is asked for, then either given out or given
 * free, each exactly once (the ledger keeps one movement per kind and refund).
 */
import type { Rupiah } from '@dasbor/contract/money';
import { add, subtract } from '@dasbor/contract/money';
import type { FeePart } from '@dasbor/contract/refund-fee';
import type { RefundMethod } from '@dasbor/contract/refund-fields';
import type { AccountIds } from '../ledger/payment.ts';
import type { Journal } from '../ledger/posting.ts';

/** What of a refund moves money: its amount, and the fee of its transfer (nothing on the original rail). */
export interface RefundMoney extends FeePart {
  id: string;
  method: RefundMethod;
  amount: Rupiah;
  /** What of it comes out of the available balance. */
  covered_amount: Rupiah;
  /** The payment's fee and VAT that come back with the hold; nothing where they come at the end. */
  fee_back_held_amount: Rupiah;
  fee_vat_back_held_amount: Rupiah;
}

type Movement = [kind: string, debit: string, credit: string, amount: Rupiah];

/** What a refund takes out of what waits for settlement and of the available balance, whole rupiah. */
export const calculateHeldAmount = (refund: Omit<RefundMoney, 'id' | 'covered_amount'>): Rupiah =>
  subtract(
    add(refund.amount, refund.fee_amount, refund.fee_vat_amount),
    refund.fee_back_held_amount,
    refund.fee_vat_back_held_amount,
  );

/**
 * Out of what waits for settlement: the amount, and the fee of the transfer with its VAT. The payment's fee comes back
 * at once, so that the net of a payment covers its whole refund; what is not covered comes out of the available balance.
 */
export const buildHoldJournal = (refund: RefundMoney, accounts: AccountIds, at: Date): Journal =>
  buildJournal(refund, accounts, at, [
    ['available_cover', 'available', 'pending_settlement', refund.covered_amount],
    ['refund_fee_reversal', 'fees_paid', 'pending_settlement', refund.fee_back_held_amount],
    ['refund_fee_vat_reversal', 'vat_paid', 'pending_settlement', refund.fee_vat_back_held_amount],
    ['refund_hold', 'pending_settlement', 'refunds', refund.amount],
    ['refund_fee_hold', 'pending_settlement', 'refunds', add(refund.fee_amount, refund.fee_vat_amount)],
  ]);

/** Back to where it came from: it was rejected, or it failed. */
export const buildReleaseJournal = (refund: RefundMoney, accounts: AccountIds, at: Date): Journal =>
  buildJournal(refund, accounts, at, buildReleaseMovements(refund));

const buildReleaseMovements = (refund: RefundMoney): Movement[] => [
  ['refund_release', 'refunds', 'pending_settlement', refund.amount],
  ['refund_fee_release', 'refunds', 'pending_settlement', add(refund.fee_amount, refund.fee_vat_amount)],
  ['refund_fee_reversal_back', 'pending_settlement', 'fees_paid', refund.fee_back_held_amount],
  ['refund_fee_vat_reversal_back', 'pending_settlement', 'vat_paid', refund.fee_vat_back_held_amount],
  ['available_cover_back', 'pending_settlement', 'available', refund.covered_amount],
];

/**
 * To the customer. On the original rail the payment's fee comes back in proportion (`back`, where it did not come with
 * the hold); a transfer leaves it and costs a fee of its own.
 */
export const buildPayOutJournal = (refund: RefundMoney, back: FeePart, accounts: AccountIds, at: Date): Journal =>
  buildJournal(
    refund,
    accounts,
    at,
    refund.method === 'original'
      ? [
          ['refund', 'refunds', 'provider_receivable', refund.amount],
          ['refund_fee_reversal', 'fees_paid', 'pending_settlement', back.fee_amount],
          ['refund_fee_vat_reversal', 'vat_paid', 'pending_settlement', back.fee_vat_amount],
        ]
      : [
          ['refund', 'refunds', 'bank_clearing', refund.amount],
          ['refund_fee', 'refunds', 'fees_paid', refund.fee_amount],
          ['refund_fee_vat', 'refunds', 'vat_paid', refund.fee_vat_amount],
        ],
  );

/** Movements of a transfer that was paid out, and those that take each of them back. */
const RETURN_KINDS = {
  refund: 'refund_return',
  refund_fee: 'refund_fee_return',
  refund_fee_vat: 'refund_fee_vat_return',
};

/** A movement of the ledger that stands. */
export interface PostedMovement {
  id: string;
  kind: string;
  debit_account: string;
  credit_account: string;
  amount: Rupiah;
}

/** A transfer came back after it had been paid out: what was `posted` for that is taken back, and the hold released. */
export function buildReturnJournal(
  refund: RefundMoney,
  posted: readonly PostedMovement[],
  accounts: AccountIds,
  at: Date,
): Journal {
  const back = posted.flatMap(({ id, kind, debit_account, credit_account, amount }) =>
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
  return { posted_at: at, transfers: [...back, ...buildReleaseJournal(refund, accounts, at).transfers] };
}

/** Movements of nothing are left out. */
const buildJournal = (refund: RefundMoney, accounts: AccountIds, posted_at: Date, movements: Movement[]): Journal => ({
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

function getAccountId(accounts: AccountIds, type: string): string {
  const id = accounts[type];
  if (id === undefined) throw new Error(`The merchant has no ledger account of type ${type}`);
  return id;
}
