/** How single facts are said, in both languages: amounts, times, days, and words for our codes. */
import { TIME_ZONE } from '@dasbor/contract/time';
import type { Facts, Language } from './rules.ts';

/** A fact as it is written down; `otherwise` for what is not known. */
export const textOf = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;

/** `Rp 1.234.567`, in both languages. */
export const rupiahText = (value: unknown): string => {
  const digits = String(Math.abs(Number(value))).replaceAll(/\B(?=(\d{3})+$)/g, '.');
  return `${Number(value) < 0 ? '-' : ''}Rp ${digits}`;
};

/** `1,204` in English, `1.204` in Indonesian. */
export const countText = (value: unknown, locale: Language): string =>
  String(Number(value)).replaceAll(/\B(?=(\d{3})+$)/g, locale === 'id' ? '.' : ',');

const TAGS = { en: 'en-GB', id: 'id-ID' } as const;
const formatOf = (options: Intl.DateTimeFormatOptions) => ({
  en: new Intl.DateTimeFormat(TAGS.en, { timeZone: TIME_ZONE, ...options }),
  id: new Intl.DateTimeFormat(TAGS.id, { timeZone: TIME_ZONE, ...options }),
});
const DAY = formatOf({ day: 'numeric', month: 'long', year: 'numeric' });
const HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit' });

/** `21 November 2026, 14:05 WIB`. */
export const timeText = (at: unknown, locale: Language): string => {
  const instant = new Date(String(at));
  return `${DAY[locale].format(instant)}, ${HOUR.format(instant)} WIB`;
};

/** A business day (WIB): `21 November 2026`. */
export const dayText = (day: unknown, locale: Language): string =>
  DAY[locale].format(new Date(`${String(day)}T00:00:00+07:00`));

const METHODS: Record<Language, Record<string, string>> = {
  en: {
    virtual_account: 'virtual account',
    qris: 'QRIS',
    e_wallet: 'e-wallet',
    card: 'card',
    retail: 'retail outlet',
    direct_debit: 'direct debit',
  },
  id: {
    virtual_account: 'virtual account',
    qris: 'QRIS',
    e_wallet: 'dompet digital',
    card: 'kartu',
    retail: 'gerai ritel',
    direct_debit: 'debit langsung',
  },
};

/** `QRIS`, `BCA virtual account`. */
export function methodText({ method, channel_code }: Facts, locale: Language): string {
  const name = METHODS[locale][String(method)] ?? String(method);
  if (typeof channel_code !== 'string' || channel_code === '') return name;
  return locale === 'id' ? `${name} ${channel_code}` : `${channel_code} ${name}`;
}

type Kind = 'text' | 'money' | 'time' | 'day' | 'flag' | 'count' | Record<string, Record<Language, string>>;
interface FactWords {
  en: string;
  id: string;
  kind: Kind;
}
const fact = (en: string, id: string, kind: Kind = 'text'): FactWords => ({ en, id, kind });

const REVIEW_REASONS = {
  va_inactive: { en: 'The number was not active', id: 'Nomornya tidak aktif' },
  va_closed: { en: 'The number was closed', id: 'Nomornya sudah ditutup' },
  over_limit: { en: 'The amount is above the limit', id: 'Jumlahnya melebihi batas' },
  fee_exceeds_amount: { en: 'The fee is more than the amount', id: 'Biayanya melebihi jumlah' },
};

/** Every fact that a mail may list, in the order in which it does. */
const FACTS: Record<string, FactWords> = {
  amount: fact('Amount', 'Jumlah', 'money'),
  net_amount: fact('Net amount', 'Jumlah bersih', 'money'),
  balance: fact('Balance', 'Saldo', 'money'),
  threshold: fact('Threshold', 'Ambang batas', 'money'),
  collected_amount: fact('Collected', 'Terkumpul', 'money'),
  paid_count: fact('Payments', 'Pembayaran', 'count'),
  issuer: fact('Paid with', 'Dibayar dengan'),
  paid_at: fact('Paid at', 'Dibayar pada', 'time'),
  late_payment: fact('After it had expired', 'Setelah kedaluwarsa', 'flag'),
  duplicate_payment: fact('Paid a second time', 'Dibayar dua kali', 'flag'),
  merchant_reference: fact('Reference', 'Referensi'),
  customer_name: fact('Customer', 'Pelanggan'),
  description: fact('For', 'Untuk'),
  title: fact('Payment link', 'Tautan pembayaran'),
  expires_at: fact('Valid until', 'Berlaku sampai', 'time'),
  refund_id: fact('Refund', 'Refund'),
  refund_method: fact('Way', 'Cara', {
    original: { en: 'The way it was paid', id: 'Lewat cara pembayaran semula' },
    transfer: { en: 'Bank transfer', id: 'Transfer bank' },
  }),
  batch_no: fact('Settlement', 'Settlement'),
  settlement_date: fact('Settlement date', 'Tanggal settlement', 'day'),
  transaction_count: fact('Transactions', 'Transaksi', 'count'),
  destination: fact('Paid to', 'Dibayarkan ke', {
    bank: { en: 'Your bank account', id: 'Rekening bank Anda' },
    balance: { en: 'Your available balance', id: 'Saldo tersedia Anda' },
  }),
  bank: fact('Bank', 'Bank'),
  sender_name: fact('From', 'Dari'),
  deposit_id: fact('Deposit', 'Deposit'),
  review_reason: fact('Why', 'Alasan', REVIEW_REASONS),
  failure_message: fact("The bank's words", 'Keterangan bank'),
  key_name: fact('Name of the key', 'Nama kunci'),
  key: fact('Key', 'Kunci'),
  by: fact('By', 'Oleh'),
  browser: fact('Browser', 'Peramban'),
  ip: fact('Address', 'Alamat IP'),
  signed_in_at: fact('Signed in at', 'Masuk pada', 'time'),
  name: fact('Name', 'Nama'),
  email: fact('Email', 'Email'),
  role: fact('Role', 'Peran'),
  url: fact('Address', 'Alamat'),
  reason: fact('Why', 'Alasan'),
  file_name: fact('Report', 'Laporan'),
  recipient_name: fact('To', 'Kepada'),
  item_count: fact('Items', 'Baris', 'count'),
  succeeded_count: fact('Succeeded', 'Berhasil', 'count'),
  failed_count: fact('Failed', 'Gagal', 'count'),
  document: fact('Document', 'Dokumen'),
};

const YES: Record<Language, string> = { en: 'Yes', id: 'Ya' };

/** Names and values of the facts that a mail lists. What is not known is not listed. */
export function factRows(facts: Facts, locale: Language): string[][] {
  const rows = Object.entries(FACTS).map(([name, words]) => {
    const value = valueText(facts[name], words.kind, locale);
    return value === null ? null : [words[locale], value];
  });
  return rows.filter((row) => row !== null);
}

function valueText(value: unknown, kind: Kind, locale: Language): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof kind === 'object') return kind[textOf(value)]?.[locale] ?? null;
  switch (kind) {
    case 'money':
      return rupiahText(value);
    case 'time':
      return timeText(value, locale);
    case 'day':
      return dayText(value, locale);
    case 'flag':
      return value === true ? YES[locale] : null;
    case 'count':
      return countText(value, locale);
    case 'text':
      return textOf(value);
  }
}
