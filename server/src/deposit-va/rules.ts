/** Decisions about numbers and deposits: which state may follow which, and what happens to money that comes. */
import { VA_MERCHANT_DIGITS, type VaBank, parseVaNumber, getVaBank, buildVaNumber } from '@dasbor/contract/bank';
import {
  type DepositStatus,
  type DepositVaStatus,
  REVIEW_ABOVE_DEFAULT,
  type ReviewReason,
} from '@dasbor/contract/deposit-va';
import type { Rupiah } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import { type AccountIds, getAccountId } from '../ledger/payment.ts';
import type { NewTransfer } from '../ledger/posting.ts';
import { type DatedFeeRule, type Fee, calculateFee, getFeeRule } from '../transaction/rules.ts';

/** A number is permanent: closed or refused, it can be asked for again and is the same one. */
export const DEPOSIT_VA_TRANSITIONS: Record<DepositVaStatus, readonly DepositVaStatus[]> = {
  opening: ['active', 'failed'],
  active: ['inactive', 'closed'],
  inactive: ['active', 'closed'],
  closed: ['opening'],
  failed: ['opening'],
};

/** Domain 1.11. */
export const DEPOSIT_TRANSITIONS: Record<DepositStatus, readonly DepositStatus[]> = {
  received: ['credited', 'under_review'],
  under_review: ['credited', 'returned'],
  credited: [],
  returned: [],
};

/** The suffix that no virtual account of a payment may have: all zeros. */
export function isDepositNumber(number: string): boolean {
  const read = parseVaNumber(number);
  return read !== null && /^0+$/.test(read.suffix);
}

export const buildDepositNumber = (bank: VaBank, va_part: string): string => buildVaNumber(bank, va_part, '0');

/** Our number of it at the bank: names merchant and row, and is another one each time it is opened anew. */
export const buildTrxId = (merchant_id: string, id: string, opening_no: number): string =>
  `${merchant_id.slice('mer_'.length)}${id.slice('dva_'.length)}-${opening_no}`;

/** What banks accept as a holder's name: capitals, digits and single spaces, cut at the bank's length. */
export function formatHolderName(brand_name: string, bank: VaBank): string {
  const plain = brand_name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const words = plain.replaceAll(/[^A-Z0-9]+/g, ' ').trim();
  return words.slice(0, getVaBank(bank).holder_name_max).trim() || `MERCHANT ${'0'.repeat(VA_MERCHANT_DIGITS)}`;
}

/** The price of a deposit by the rule of the business day on which it was paid. */
export function calculateDepositFee(
  rules: readonly DatedFeeRule[],
  deposit: { bank: string; amount: Rupiah; paid_at: Date; criteria: string },
): Fee & { fee_rule_id: string } {
  const { bank: channel_code, amount, paid_at, criteria } = deposit;
  const day = toBusinessDay(paid_at);
  const rule = getFeeRule(rules, { method: 'deposit', channel_code, criteria, amount, day });
  return { ...calculateFee(amount, rule), fee_rule_id: rule.id };
}

/** Why money is looked at before it is credited; null when it may be credited at once. */
export function findReviewReason(deposit: {
  va_status: DepositVaStatus;
  amount: Rupiah;
  net_amount: Rupiah;
  review_above: Rupiah | null;
}): ReviewReason | null {
  const { va_status, amount, net_amount, review_above } = deposit;
  if (va_status === 'closed' || va_status === 'failed') return 'va_closed';
  if (va_status !== 'active') return 'va_inactive';
  if (amount > (review_above ?? REVIEW_ABOVE_DEFAULT)) return 'over_limit';
  return net_amount > 0 ? null : 'fee_exceeds_amount';
}

export const REVIEW_REASON_TEXTS: Record<ReviewReason, string> = {
  va_inactive: 'The number was not active',
  va_closed: 'The number was closed',
  over_limit: 'The amount is above the limit that is credited at once',
  fee_exceeds_amount: 'The fee is more than the amount',
};

export interface DepositMoney {
  id: string;
  amount: Rupiah;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
}

/** Where the money stands before it is credited: owed by the bank, or held for a decision. */
export type DepositSource = 'provider_receivable' | 'suspense';

const createTransferBuilder =
  (accounts: AccountIds, deposit_id: string) =>
  (kind: string, debit: string, credit: string, amount: Rupiah): NewTransfer => ({
    kind,
    amount,
    debit_account: getAccountId(accounts, debit),
    credit_account: getAccountId(accounts, credit),
    reference_type: 'deposit',
    reference_id: deposit_id,
  });

/** Gross to the payout balance, fee and PPN out of it; what is zero is not posted. */
export function buildCreditTransfers(deposit: DepositMoney, accounts: AccountIds, from: DepositSource): NewTransfer[] {
  const transfer = createTransferBuilder(accounts, deposit.id);
  return [
    transfer('top_up', from, 'payout', deposit.amount),
    transfer('top_up_fee', 'payout', 'fees_paid', deposit.fee_amount),
    transfer('top_up_fee_vat', 'payout', 'vat_paid', deposit.fee_vat_amount),
  ].filter(({ amount }) => amount > 0);
}

export const buildHoldTransfers = ({ id, amount }: DepositMoney, accounts: AccountIds): NewTransfer[] => [
  createTransferBuilder(accounts, id)('deposit_hold', 'provider_receivable', 'suspense', amount),
];

export const buildReturnTransfers = ({ id, amount }: DepositMoney, accounts: AccountIds): NewTransfer[] => [
  createTransferBuilder(accounts, id)('deposit_return', 'suspense', 'bank_clearing', amount),
];

/** What people are told by e-mail of a deposit: 1301 credited, 1302 held for review or sent back after it (domain 1.21). */
export const buildDepositNotification = (
  deposit: {
    id: string;
    deposit_va_id: string;
    bank: string;
    amount: Rupiah;
    net_amount: Rupiah;
    sender_name: string | null;
    review_reason: string | null;
  },
  outcome: 'credited' | 'under_review' | 'returned',
  at: Date,
) => {
  const { id, deposit_va_id: object_id, bank, amount, net_amount, sender_name, review_reason } = deposit;
  const facts = { outcome, bank, amount, net_amount, sender_name, review_reason, deposit_id: id };
  const action = outcome === 'credited' ? 1301 : 1302;
  return { event_id: `${id}.${outcome}`, action, object_type: 'deposit_va', object_id, facts, at };
};
