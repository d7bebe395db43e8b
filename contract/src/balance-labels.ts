/** Names of ledger accounts and movements for people, in both languages: one wording on screens and in statements. */
import type { AccountType } from './balance.ts';
import { type Language, type Localized, localized } from './language.ts';
import { statusLabel } from './labels.ts';

/** Accounts of the provider's bookkeeping: merchants see them only as the counterparty of a transfer. */
const INTERNAL_ACCOUNTS = ['provider_receivable', 'bank_clearing', 'suspense', 'rounding', 'tax_withheld'] as const;
type InternalAccount = (typeof INTERNAL_ACCOUNTS)[number];

export const isInternalAccount = (type: string): type is InternalAccount =>
  INTERNAL_ACCOUNTS.includes(type as InternalAccount);

/** `settled` is all settled money together. */
type LabelledAccount = AccountType | 'settled';

const ACCOUNT_LABELS: Record<LabelledAccount, Localized> = {
  settled: localized('All settled money', 'Semua dana yang sudah dicairkan'),
  pending_settlement: localized('Pending balance', 'Saldo tertunda'),
  available: localized('Available balance', 'Saldo tersedia'),
  payout: localized('Payout balance', 'Saldo pencairan'),
  payout_reserved: localized('Reserved for payouts', 'Dicadangkan untuk pencairan'),
  reserve: localized('Reserve', 'Dana ditahan'),
  refunds: localized('Refunds', 'Pengembalian dana'),
  fees_paid: localized('Fees', 'Biaya'),
  vat_paid: localized('PPN on fees', 'PPN atas biaya'),
  commission: localized('Commission', 'Komisi'),
  provider_receivable: localized('Bank', 'Bank'),
  bank_clearing: localized('Bank', 'Bank'),
  suspense: localized('Held for review', 'Ditahan untuk ditinjau'),
  rounding: localized('Rounding adjustment', 'Penyesuaian pembulatan'),
  tax_withheld: localized('Income tax withheld', 'PPh yang dipotong'),
};

const INTERNAL_LABELS: Record<InternalAccount, Localized> = {
  provider_receivable: localized('Receivable from banks', 'Piutang dari bank'),
  bank_clearing: localized('Bank clearing', 'Kliring bank'),
  suspense: localized('Suspense', 'Suspens'),
  rounding: localized('Rounding', 'Pembulatan'),
  tax_withheld: localized('Income tax withheld', 'PPh yang dipotong'),
};

const ACCOUNT_DESCRIPTIONS: Record<AccountType, Localized> = {
  pending_settlement: localized(
    'Payments from customers that are not settled yet',
    'Pembayaran dari pelanggan yang belum dicairkan',
  ),
  available: localized('Settled funds to transfer or withdraw', 'Dana yang dapat ditransfer atau ditarik'),
  payout: localized('Funds for disbursements', 'Dana untuk disbursement'),
  payout_reserved: localized('Held for disbursements in progress', 'Ditahan untuk disbursement yang sedang diproses'),
  reserve: localized('Held as security', 'Ditahan sebagai jaminan'),
  refunds: localized('Refunded to customers', 'Dikembalikan kepada pelanggan'),
  fees_paid: localized('Fees of transactions', 'Biaya transaksi'),
  vat_paid: localized('Value added tax on fees', 'Pajak pertambahan nilai atas biaya'),
  commission: localized('Commission on payments', 'Komisi atas pembayaran'),
  provider_receivable: localized(
    'Amounts that banks owe for payments',
    'Jumlah yang terutang oleh bank atas pembayaran',
  ),
  bank_clearing: localized('Transfers through the bank accounts', 'Transfer melalui rekening bank'),
  suspense: localized('Funds whose purpose is being clarified', 'Dana yang tujuannya sedang diklarifikasi'),
  rounding: localized('Rounding differences', 'Selisih pembulatan'),
  tax_withheld: localized(
    'Income tax withheld from commissions, owed to the tax office',
    'PPh yang dipotong dari komisi dan terutang kepada kantor pajak',
  ),
};

const ENTRY_LABELS: Readonly<Record<string, Localized>> = {
  payment: localized('Payment', 'Pembayaran'),
  payment_fee: localized('Payment fee', 'Biaya pembayaran'),
  payment_fee_vat: localized('PPN on payment fee', 'PPN atas biaya pembayaran'),
  payment_reversal: localized('Payment reversal', 'Pembalikan pembayaran'),
  payment_fee_reversal: localized('Payment fee reversal', 'Pembalikan biaya pembayaran'),
  payment_fee_vat_reversal: localized('Reversal of PPN on payment fee', 'Pembalikan PPN atas biaya pembayaran'),
  refund_hold: localized('Refund hold', 'Penahanan dana untuk pengembalian'),
  refund_release: localized('Refund hold released', 'Penahanan dana untuk pengembalian dilepas'),
  refund: localized('Refund', 'Pengembalian dana'),
  refund_fee_hold: localized('Refund fee hold', 'Penahanan biaya pengembalian dana'),
  refund_fee_release: localized('Refund fee hold released', 'Penahanan biaya pengembalian dana dilepas'),
  refund_fee: localized('Refund fee', 'Biaya pengembalian dana'),
  refund_fee_vat: localized('PPN on refund fee', 'PPN atas biaya pengembalian dana'),
  refund_fee_reversal: localized('Payment fee refunded', 'Biaya pembayaran dikembalikan'),
  refund_fee_vat_reversal: localized('PPN on payment fee refunded', 'PPN atas biaya pembayaran dikembalikan'),
  refund_fee_reversal_back: localized('Payment fee charged again', 'Biaya pembayaran ditagih kembali'),
  refund_fee_vat_reversal_back: localized(
    'PPN on payment fee charged again',
    'PPN atas biaya pembayaran ditagih kembali',
  ),
  refund_return: localized('Refund returned by the bank', 'Pengembalian dana dikembalikan bank'),
  refund_fee_return: localized('Refund fee returned', 'Biaya pengembalian dana dikembalikan'),
  refund_fee_vat_return: localized('PPN on refund fee returned', 'PPN atas biaya pengembalian dana dikembalikan'),
  refund_late: localized('Refund executed late', 'Pengembalian dana dijalankan terlambat'),
  refund_late_fee: localized('Fee of a refund executed late', 'Biaya pengembalian dana yang terlambat'),
  refund_late_fee_vat: localized(
    'PPN on the fee of a refund executed late',
    'PPN atas biaya pengembalian dana yang terlambat',
  ),
  available_cover: localized('Covered by the available balance', 'Ditutup dari saldo tersedia'),
  available_cover_back: localized('Cover by the available balance released', 'Penutupan dari saldo tersedia dilepas'),
  settlement: localized('Settlement', 'Settlement'),
  settlement_payout: localized('Settlement paid out', 'Settlement dicairkan'),
  settlement_payout_back: localized('Settlement returned', 'Settlement dikembalikan bank'),
  settlement_payout_late: localized('Settlement paid out late', 'Settlement dicairkan terlambat'),
  settlement_payout_late_back: localized('Settlement returned', 'Settlement dikembalikan bank'),
  disbursement_hold: localized('Disbursement reserved', 'Disbursement dicadangkan'),
  disbursement_fee_hold: localized('Disbursement fee reserved', 'Biaya disbursement dicadangkan'),
  disbursement_release: localized('Reserved disbursement released', 'Cadangan disbursement dilepas'),
  disbursement_fee_release: localized('Reserved disbursement fee released', 'Cadangan biaya disbursement dilepas'),
  disbursement: localized('Disbursement', 'Disbursement'),
  disbursement_fee: localized('Disbursement fee', 'Biaya disbursement'),
  disbursement_fee_vat: localized('PPN on disbursement fee', 'PPN atas biaya disbursement'),
  disbursement_late: localized('Disbursement executed late', 'Disbursement dijalankan terlambat'),
  disbursement_late_fee: localized('Fee of a disbursement executed late', 'Biaya disbursement yang terlambat'),
  disbursement_late_fee_vat: localized(
    'PPN on the fee of a disbursement executed late',
    'PPN atas biaya disbursement yang terlambat',
  ),
  disbursement_reversal: localized('Disbursement returned by the bank', 'Disbursement dikembalikan bank'),
  disbursement_fee_reversal: localized('Disbursement fee returned', 'Biaya disbursement dikembalikan'),
  disbursement_fee_vat_reversal: localized(
    'PPN on disbursement fee returned',
    'PPN atas biaya disbursement dikembalikan',
  ),
  top_up: localized('Top-up', 'Isi saldo'),
  top_up_fee: localized('Top-up fee', 'Biaya isi saldo'),
  top_up_fee_vat: localized('PPN on top-up fee', 'PPN atas biaya isi saldo'),
  deposit_hold: localized('Deposit held for review', 'Deposit ditahan untuk ditinjau'),
  deposit_return: localized('Deposit returned', 'Deposit dikembalikan'),
  balance_move: localized('Transfer to payout balance', 'Transfer ke saldo pencairan'),
  withdrawal: localized('Withdrawal', 'Penarikan dana'),
  commission: localized('Commission', 'Komisi'),
  commission_return: localized('Commission returned', 'Komisi dikembalikan'),
  commission_collected: localized('Commission moved to a statement', 'Komisi dipindahkan ke laporan komisi'),
  commission_statement: localized('Commission statement', 'Laporan komisi'),
  commission_payout: localized('Commission payout', 'Pencairan komisi'),
  commission_payout_back: localized('Commission payout not executed', 'Pencairan komisi tidak dijalankan'),
  commission_payout_late: localized('Commission payout executed late', 'Pencairan komisi dijalankan terlambat'),
  commission_payout_late_back: localized('Late commission payout returned', 'Pencairan komisi terlambat dikembalikan'),
  commission_tax: localized('Income tax withheld from commission', 'PPh dipotong dari komisi'),
  commission_tax_back: localized('Income tax of a payout not executed', 'PPh dari pencairan yang tidak dijalankan'),
  commission_tax_late: localized('Income tax of a payout executed late', 'PPh dari pencairan yang terlambat'),
  commission_tax_late_back: localized(
    'Income tax of a late payout returned',
    'PPh dari pencairan terlambat dikembalikan',
  ),
  transfer_shortfall: localized('Bank executed less than ordered', 'Bank menjalankan kurang dari yang diminta'),
  transfer_shortfall_back: localized(
    'Returned by the bank: less than ordered',
    'Dikembalikan bank: kurang dari yang diminta',
  ),
  transfer_excess: localized('Bank executed more than ordered', 'Bank menjalankan lebih dari yang diminta'),
  transfer_excess_back: localized(
    'Returned by the bank: more than ordered',
    'Dikembalikan bank: lebih dari yang diminta',
  ),
  adjustment: localized('Adjustment', 'Penyesuaian'),
  fee_credit: localized('Credit note on fees', 'Nota kredit atas biaya'),
  fee_credit_vat: localized('PPN of a credit note', 'PPN nota kredit'),
  reserve_hold: localized('Reserve hold', 'Penahanan dana jaminan'),
  reserve_release: localized('Reserve released', 'Dana jaminan dilepas'),
  opening_balance: localized('Opening balance', 'Saldo awal'),
  closing_balance: localized('Closing balance', 'Saldo akhir'),
};

/** Name of an account; `is_provider`: with the provider's names of internal accounts. */
export function accountLabel(type: LabelledAccount, language: Language, is_provider = false): string {
  const label = is_provider && isInternalAccount(type) ? INTERNAL_LABELS[type] : ACCOUNT_LABELS[type];
  return label[language];
}

/** One sentence about what an account holds. */
export const accountDescription = (type: AccountType, language: Language): string =>
  ACCOUNT_DESCRIPTIONS[type][language];

/** Name of a kind of movement. */
export const entryLabel = (kind: string, language: Language): string =>
  ENTRY_LABELS[kind]?.[language] ?? statusLabel(kind, language);
