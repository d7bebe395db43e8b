/** Ledger accounts and movements in the words of people. */
import type { AccountType, Balance } from '@dasbor/contract/balance';
import { formatStatus } from '../ui/status-chip.tsx';

const ACCOUNTS: Record<AccountType, { name: string; line: string }> = {
  pending_settlement: { name: 'Pending settlement', line: 'Paid by your customers, waiting to be settled to you' },
  available: { name: 'Available', line: 'Settled, and yours to withdraw or move' },
  payout: { name: 'Payout', line: 'What disbursements are paid from' },
  payout_reserved: { name: 'Reserved for payouts', line: 'Held for disbursements that are under way' },
  reserve: { name: 'Reserve', line: 'Kept back as security' },
  refunds: { name: 'Refunds', line: 'Given back to your customers' },
  fees_paid: { name: 'Fees', line: 'Fees of your payments' },
  vat_paid: { name: 'PPN on fees', line: 'Value added tax on fees' },
  commission: { name: 'Commission', line: 'Commission on your payments' },
  provider_receivable: { name: 'Receivable from banks', line: 'Counter account: what the banks owe for payments' },
  bank_clearing: { name: 'Bank clearing', line: 'Counter account: what goes through the bank accounts' },
  suspense: { name: 'Suspense', line: 'Money whose purpose is being clarified' },
  rounding: { name: 'Rounding', line: 'Differences of rounding' },
};

export const accountLabel = (type: AccountType): string => ACCOUNTS[type].name;
export const accountDescription = (type: AccountType): string => ACCOUNTS[type].line;

const KINDS: Record<string, string> = {
  payment_fee_vat: 'PPN on fee',
  payment_reversal: 'Payment taken back by the bank',
  payment_fee_reversal: 'Fee of it taken back',
  payment_fee_vat_reversal: 'PPN of it taken back',
  refund_hold: 'Held for a refund',
  refund_release: 'Refund released',
  refund_fee_hold: 'Held for the fee of a refund',
  refund_fee_release: 'Fee of a refund released',
  refund_fee_vat: 'PPN on refund fee',
  refund_fee_reversal: 'Fee given back',
  refund_fee_vat_reversal: 'PPN given back',
  refund_fee_reversal_back: 'Fee charged again',
  refund_fee_vat_reversal_back: 'PPN charged again',
  refund_return: 'Refund came back from the bank',
  refund_fee_return: 'Fee of it given back',
  refund_fee_vat_return: 'PPN of it given back',
  available_cover: 'Covered by the available balance',
  available_cover_back: 'Cover given free again',
  settlement_payout: 'Settlement paid out',
  settlement_payout_back: 'Settlement came back',
  top_up: 'Top-up',
  top_up_fee: 'Top-up fee',
  top_up_fee_vat: 'PPN on top-up fee',
  deposit_hold: 'Deposit held for review',
  deposit_return: 'Deposit sent back',
  balance_move: 'Move to the payout balance',
};

/** `payment_fee` → `Payment fee`. */
export const kindLabel = (kind: string): string => KINDS[kind] ?? formatStatus(kind);

/** The account that the sidebar leads to: what waits for settlement. */
export const MAIN = 'main';

/** The account of an address; `main` is the merchant's main account. */
export const findAccount = (accounts: readonly Balance[], id: string): Balance | undefined =>
  accounts.find((account) => (id === MAIN ? account.type === 'pending_settlement' : account.id === id));
