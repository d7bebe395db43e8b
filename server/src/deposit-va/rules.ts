/** Pure rules of deposit VAs and deposits: status transitions, numbers, fees, review reasons and ledger transfers. */
import { VA_MERCHANT_DIGITS, type VaBank, parseVaNumber, getVaBank, buildVaNumber } from '@dasbor/contract/bank';
import {
  type DepositStatus,
  type DepositVaStatus,
  DEPOSIT_REVIEW_THRESHOLD_DEFAULT,
  type ReviewReason,
} from '@dasbor/contract/deposit-va';
import type { Rupiah } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import { type AccountIds, getAccountId } from '../ledger/payment.ts';
import type { NewTransfer } from '../ledger/posting.ts';
import { type DatedFeeRule, type Fee, calculateFee, getFeeRule } from '../transaction/rules.ts';

/** A deposit VA is permanent: reopened after closing or a failure, it has the same number. */
export const DEPOSIT_VA_TRANSITIONS: Record<DepositVaStatus, readonly DepositVaStatus[]> = {
  opening: ['active', 'failed'],
  active: ['inactive', 'closed'],
  inactive: ['active', 'closed'],
  closed: ['opening'],
  failed: ['opening'],
};

/** Status transitions of a deposit (domain 1.11). */
export const DEPOSIT_TRANSITIONS: Record<DepositStatus, readonly DepositStatus[]> = {
  received: ['credited', 'under_review'],
  under_review: ['credited', 'returned'],
  credited: [],
  returned: [],
};

/** Deposit VAs have a suffix of zeros, which payment virtual accounts never have. */
export function isDepositNumber(number: string): boolean {
  const read = parseVaNumber(number);
  return read !== null && /^0+$/.test(read.suffix);
}

export const buildDepositNumber = (bank: VaBank, va_part: string): string => buildVaNumber(bank, va_part, '0');

/** The transaction id at the bank: built from merchant and deposit VA, and different for each opening. */
export const buildTrxId = (merchant_id: string, id: string, opening_no: number): string =>
  `${merchant_id.slice('mer_'.length)}${id.slice('dva_'.length)}-${opening_no}`;

/** Account name in the characters and length that the bank accepts. */
export function formatHolderName(brand_name: string, bank: VaBank): string {
  const plain = brand_name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
  const words = plain.replaceAll(/[^A-Z0-9]+/g, ' ').trim();
  return words.slice(0, getVaBank(bank).holder_name_max).trim() || `MERCHANT ${'0'.repeat(VA_MERCHANT_DIGITS)}`;
}

/** The fee of a deposit, by the rule of its business day. */
export function calculateDepositFee(
  rules: readonly DatedFeeRule[],
  deposit: { bank: string; amount: Rupiah; paid_at: Date; criteria: string },
): Fee & { fee_rule_id: string } {
  const { bank: channel_code, amount, paid_at, criteria } = deposit;
  const day = toBusinessDay(paid_at);
  const rule = getFeeRule(rules, { method: 'deposit', channel_code, criteria, amount, day });
  return { ...calculateFee(amount, rule), fee_rule_id: rule.id };
}

/** Why a deposit is held for review; null when it is credited immediately. */
export function findReviewReason(deposit: {
  va_status: DepositVaStatus;
  amount: Rupiah;
  net_amount: Rupiah;
  review_above: Rupiah | null;
}): ReviewReason | null {
  const { va_status, amount, net_amount, review_above } = deposit;
  if (va_status === 'closed' || va_status === 'failed') return 'va_closed';
  if (va_status !== 'active') return 'va_inactive';
  if (amount > (review_above ?? DEPOSIT_REVIEW_THRESHOLD_DEFAULT)) return 'over_limit';
  return net_amount > 0 ? null : 'fee_exceeds_amount';
}

export interface DepositAmounts {
  id: string;
  amount: Rupiah;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
}

/** Account of the funds before they are credited: owed by the bank, or held for review. */
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

/** Credits the gross amount to the payout balance and debits fee and PPN; zero amounts are not posted. */
export function buildCreditTransfers(
  deposit: DepositAmounts,
  accounts: AccountIds,
  from: DepositSource,
): NewTransfer[] {
  const transfer = createTransferBuilder(accounts, deposit.id);
  return [
    transfer('top_up', from, 'payout', deposit.amount),
    transfer('top_up_fee', 'payout', 'fees_paid', deposit.fee_amount),
    transfer('top_up_fee_vat', 'payout', 'vat_paid', deposit.fee_vat_amount),
  ].filter(({ amount }) => amount > 0);
}

export const buildHoldTransfers = ({ id, amount }: DepositAmounts, accounts: AccountIds): NewTransfer[] => [
  createTransferBuilder(accounts, id)('deposit_hold', 'provider_receivable', 'suspense', amount),
];

export const buildReturnTransfers = ({ id, amount }: DepositAmounts, accounts: AccountIds): NewTransfer[] => [
  createTransferBuilder(accounts, id)('deposit_return', 'suspense', 'bank_clearing', amount),
];

/** The notification email of a deposit: 1301 credited, 1302 held for review or returned (domain 1.21). */
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
  const template_data = { outcome, bank, amount, net_amount, sender_name, review_reason, deposit_id: id };
  const action = outcome === 'credited' ? 1301 : 1302;
  return { event_id: `${id}.${outcome}`, action, object_type: 'deposit_va', object_id, template_data, at };
};
