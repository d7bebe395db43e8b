/** Formats the data of an event for emails: payment methods, and the list of names and values. */
import { formatCount, formatDay, formatInstant, formatRupiah } from '@dasbor/contract/format';
import { methodLabel } from '@dasbor/contract/labels';
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import { translateReason } from '@dasbor/contract/payment-reasons';
import type { TemplateData } from '../db/column-types.ts';

/** A text or number as it was stored; `fallback` for anything else. */
export const toText = (value: unknown, fallback = ''): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : fallback;

/** `Rp 1.234.567`. */
export const formatAmount = (value: unknown): string => formatRupiah(Number(value));

/** `QRIS`, `BCA virtual account`, `virtual account BCA` in Indonesian: as it is written inside a sentence. */
export function formatMethod({ method, channel_code }: TemplateData, language: Language): string {
  const label = methodLabel(String(method), language);
  const name = label === label.toUpperCase() ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  if (typeof channel_code !== 'string' || channel_code === '') return name;
  return language === 'id' ? `${name} ${channel_code}` : `${channel_code} ${name}`;
}

type Kind = 'text' | 'stored_text' | 'money' | 'time' | 'day' | 'flag' | 'count' | Record<string, Localized>;
interface DetailLabel {
  en: string;
  id: string;
  kind: Kind;
}
const label = (en: string, id: string, kind: Kind = 'text'): DetailLabel => ({ en, id, kind });

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
const DETAIL_LABELS: Record<string, DetailLabel> = {
  amount: label('Amount', 'Jumlah', 'money'),
  net_amount: label('Net amount', 'Jumlah bersih', 'money'),
  balance: label('Balance', 'Saldo', 'money'),
  threshold: label('Threshold', 'Ambang batas', 'money'),
  collected_amount: label('Collected', 'Terkumpul', 'money'),
  paid_count: label('Payments', 'Pembayaran', 'count'),
  issuer: label('Paid with', 'Dibayar dengan'),
  paid_at: label('Paid at', 'Dibayar pada', 'time'),
  late_payment: label('Paid after expiry', 'Dibayar setelah kedaluwarsa', 'flag'),
  duplicate_payment: label('Duplicate payment', 'Pembayaran ganda', 'flag'),
  merchant_reference: label('Reference', 'Referensi'),
  customer_name: label('Customer', 'Pelanggan'),
  description: label('Description', 'Keterangan'),
  title: label('Payment link', 'Tautan pembayaran'),
  expires_at: label('Expires at', 'Berlaku sampai', 'time'),
  refund_id: label('Refund ID', 'ID pengembalian dana'),
  refund_method: label('Refund method', 'Metode pengembalian', {
    original: { en: 'Original payment method', id: 'Metode pembayaran asal' },
    transfer: { en: 'Bank transfer', id: 'Transfer bank' },
  }),
  batch_no: label('Settlement', 'Settlement'),
  settlement_date: label('Settlement date', 'Tanggal settlement', 'day'),
  transaction_count: label('Transactions', 'Transaksi', 'count'),
  destination: label('Paid to', 'Dibayarkan ke', {
    bank: { en: 'Bank account', id: 'Rekening bank' },
    balance: { en: 'Available balance', id: 'Saldo tersedia' },
  }),
  bank: label('Bank', 'Bank'),
  sender_name: label('Sender', 'Pengirim'),
  deposit_id: label('Deposit ID', 'ID deposit'),
  review_reason: label('Review reason', 'Alasan peninjauan', REVIEW_REASONS),
  failure_message: label('Bank response', 'Keterangan bank', 'stored_text'),
  account_last4: label('Account ending in', 'Rekening berakhiran'),
  key_name: label('Key name', 'Nama API key'),
  key: label('Key', 'API key'),
  client_key: label('Client key', 'Client key'),
  by: label('Changed by', 'Diubah oleh'),
  second_factor_change: label('Change', 'Perubahan', SECOND_FACTOR_CHANGES),
  occurred_at: label('Time', 'Waktu', 'time'),
  browser: label('Browser', 'Browser'),
  ip: label('IP address', 'Alamat IP'),
  signed_in_at: label('Signed in at', 'Masuk pada', 'time'),
  name: label('Name', 'Nama'),
  email: label('Email', 'Email'),
  role: label('Role', 'Peran'),
  url: label('URL', 'URL'),
  reason: label('Reason', 'Alasan', 'stored_text'),
  file_name: label('Report', 'Laporan'),
  recipient_name: label('Beneficiary', 'Penerima'),
  item_count: label('Items', 'Baris', 'count'),
  succeeded_count: label('Succeeded', 'Berhasil', 'count'),
  failed_count: label('Failed', 'Gagal', 'count'),
  document: label('Document', 'Dokumen', 'stored_text'),
  expires_on: label('Valid until', 'Berlaku sampai', 'day'),
  invoice_number: label('Number', 'Nomor'),
  invoice_fees: label('Fees', 'Biaya', 'money'),
  invoice_vat: label('VAT (PPN)', 'PPN', 'money'),
  invoice_total: label('Total', 'Total', 'money'),
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
export function buildDetailRows(data: TemplateData, language: Language): string[][] {
  const rows = Object.entries(DETAIL_LABELS).map(([name, { kind, ...label }]) => {
    const value = formatDetail(data[name], kind, language);
    return value === null ? null : [label[language], value];
  });
  return rows.filter((row) => row !== null);
}

function formatDetail(value: unknown, kind: Kind, language: Language): string | null {
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
