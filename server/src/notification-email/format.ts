/** Formats the data of an event for emails: payment methods, and the list of names and values. */
import { formatCount, formatDay, formatInstant, formatRupiah } from '@dasbor/contract/format';
import { methodLabel } from '@dasbor/contract/labels';
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import { translateReason } from '@dasbor/contract/payment-reasons';
import type { Facts } from '../db/column-types.ts';

/** A text or number as it was stored; `fallback` for anything else. */
export const toText = (value: unknown, fallback = ''): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : fallback;

/** `Rp 1.234.567`. */
export const formatAmount = (value: unknown): string => formatRupiah(Number(value));

/** `QRIS`, `BCA virtual account`, `virtual account BCA` in Indonesian: as it is written inside a sentence. */
export function formatMethod({ method, channel_code }: Facts, language: Language): string {
  const label = methodLabel(String(method), language);
  const name = label === label.toUpperCase() ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  if (typeof channel_code !== 'string' || channel_code === '') return name;
  return language === 'id' ? `${name} ${channel_code}` : `${channel_code} ${name}`;
}

type Kind = 'text' | 'stored_text' | 'money' | 'time' | 'day' | 'flag' | 'count' | Record<string, Localized>;
interface FactLabel {
  en: string;
  id: string;
  kind: Kind;
}
const fact = (en: string, id: string, kind: Kind = 'text'): FactLabel => ({ en, id, kind });

const REVIEW_REASONS = {
  va_inactive: { en: 'The virtual account was not active', id: 'Virtual account tidak aktif' },
  va_closed: { en: 'The virtual account was closed', id: 'Virtual account sudah ditutup' },
  over_limit: { en: 'The amount exceeds the limit', id: 'Nominal melebihi batas' },
  fee_exceeds_amount: { en: 'The fee exceeds the amount', id: 'Biaya melebihi nominal' },
};

/** The changes of a second factor, as the email lists them. */
const SECOND_FACTOR_CHANGES: Record<string, Localized> = {
  second_factor_enabled: localized('Authenticator app set up', 'Aplikasi autentikator disiapkan'),
  second_factor_disabled: localized('Authenticator app removed', 'Aplikasi autentikator dihapus'),
  second_factor_reset: localized('Reset by an administrator', 'Diatur ulang oleh administrator'),
  recovery_codes_regenerated: localized('New recovery codes created', 'Kode pemulihan baru dibuat'),
  recovery_code_used: localized('Recovery code used', 'Kode pemulihan digunakan'),
  passkey_added: localized('Passkey added', 'Passkey ditambahkan'),
  passkey_removed: localized('Passkey removed', 'Passkey dihapus'),
};

/** Every value that an email may list, in the order in which it does. */
const FACTS: Record<string, FactLabel> = {
  amount: fact('Amount', 'Jumlah', 'money'),
  net_amount: fact('Net amount', 'Jumlah bersih', 'money'),
  balance: fact('Balance', 'Saldo', 'money'),
  threshold: fact('Threshold', 'Ambang batas', 'money'),
  collected_amount: fact('Collected', 'Terkumpul', 'money'),
  paid_count: fact('Payments', 'Pembayaran', 'count'),
  issuer: fact('Paid with', 'Dibayar dengan'),
  paid_at: fact('Paid at', 'Dibayar pada', 'time'),
  late_payment: fact('Paid after expiry', 'Dibayar setelah kedaluwarsa', 'flag'),
  duplicate_payment: fact('Duplicate payment', 'Pembayaran ganda', 'flag'),
  merchant_reference: fact('Reference', 'Referensi'),
  customer_name: fact('Customer', 'Pelanggan'),
  description: fact('Description', 'Keterangan'),
  title: fact('Payment link', 'Tautan pembayaran'),
  expires_at: fact('Expires at', 'Berlaku sampai', 'time'),
  refund_id: fact('Refund ID', 'ID pengembalian dana'),
  refund_method: fact('Refund method', 'Metode pengembalian', {
    original: { en: 'Original payment method', id: 'Metode pembayaran asal' },
    transfer: { en: 'Bank transfer', id: 'Transfer bank' },
  }),
  batch_no: fact('Settlement', 'Settlement'),
  settlement_date: fact('Settlement date', 'Tanggal settlement', 'day'),
  transaction_count: fact('Transactions', 'Transaksi', 'count'),
  destination: fact('Paid to', 'Dibayarkan ke', {
    bank: { en: 'Bank account', id: 'Rekening bank' },
    balance: { en: 'Available balance', id: 'Saldo tersedia' },
  }),
  bank: fact('Bank', 'Bank'),
  sender_name: fact('Sender', 'Pengirim'),
  deposit_id: fact('Deposit ID', 'ID deposit'),
  review_reason: fact('Review reason', 'Alasan peninjauan', REVIEW_REASONS),
  failure_message: fact('Bank response', 'Keterangan bank', 'stored_text'),
  account_last4: fact('Account ending in', 'Rekening berakhiran'),
  key_name: fact('Key name', 'Nama API key'),
  key: fact('Key', 'API key'),
  client_key: fact('Client key', 'Client key'),
  by: fact('Changed by', 'Diubah oleh'),
  second_factor_change: fact('Change', 'Perubahan', SECOND_FACTOR_CHANGES),
  occurred_at: fact('Time', 'Waktu', 'time'),
  browser: fact('Browser', 'Browser'),
  ip: fact('IP address', 'Alamat IP'),
  signed_in_at: fact('Signed in at', 'Masuk pada', 'time'),
  name: fact('Name', 'Nama'),
  email: fact('Email', 'Email'),
  role: fact('Role', 'Peran'),
  url: fact('URL', 'URL'),
  reason: fact('Reason', 'Alasan', 'stored_text'),
  file_name: fact('Report', 'Laporan'),
  recipient_name: fact('Beneficiary', 'Penerima'),
  item_count: fact('Items', 'Baris', 'count'),
  succeeded_count: fact('Succeeded', 'Berhasil', 'count'),
  failed_count: fact('Failed', 'Gagal', 'count'),
  document: fact('Document', 'Dokumen', 'stored_text'),
  expires_on: fact('Valid until', 'Berlaku sampai', 'day'),
  invoice_number: fact('Number', 'Nomor'),
  invoice_fees: fact('Fees', 'Biaya', 'money'),
  invoice_vat: fact('VAT (PPN)', 'PPN', 'money'),
  invoice_total: fact('Total', 'Total', 'money'),
};

/** A text that the event holds in both languages; empty for anything else. */
export const formatLocalized = (value: unknown, language: Language): string =>
  typeof value === 'object' && value !== null && language in value
    ? toText((value as Record<string, unknown>)[language])
    : '';

/** A text in both languages, or a stored text of the system or of a bank. */
const formatStoredText = (value: unknown, language: Language): string =>
  typeof value === 'object' ? formatLocalized(value, language) : translateReason(toText(value), language);

const YES: Record<Language, string> = { en: 'Yes', id: 'Ya' };

/** Names and values for the table of an email; unknown values are omitted. */
export function buildFactRows(facts: Facts, language: Language): string[][] {
  const rows = Object.entries(FACTS).map(([name, label]) => {
    const value = formatFact(facts[name], label.kind, language);
    return value === null ? null : [label[language], value];
  });
  return rows.filter((row) => row !== null);
}

function formatFact(value: unknown, kind: Kind, language: Language): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof kind === 'object') return kind[toText(value)]?.[language] ?? null;
  switch (kind) {
    case 'money':
      return formatAmount(value);
    case 'time':
      return formatInstant(toText(value), language);
    case 'day':
      return formatDay(toText(value), language);
    case 'flag':
      return value === true ? YES[language] : null;
    case 'count':
      return formatCount(Number(value), language);
    case 'stored_text':
      return formatStoredText(value, language);
    case 'text':
      return toText(value);
  }
}
