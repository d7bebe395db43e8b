/** Texts of timelines, payments and inquiries. They are stored in English and translated when they are read. */
import { type Language, translateMessage, validationMessage } from '@dasbor/contract/language';

export const REASONS = {
  opened: validationMessage('The bank opened the virtual account', 'Bank membuka virtual account'),
  deactivated: validationMessage('Deactivated', 'Dinonaktifkan'),
  unpaid: validationMessage('Not paid before it expired', 'Tidak dibayar sebelum kedaluwarsa'),
  expired: validationMessage('Expired', 'Kedaluwarsa'),
} as const;

export const DETAILS = {
  not_opened: validationMessage(
    'The bank has not opened this virtual account',
    'Bank belum membuka virtual account ini',
  ),
  duplicate: validationMessage(
    'Second payment of a single-use virtual account; should be refunded',
    'Pembayaran kedua untuk virtual account sekali pakai; perlu dikembalikan',
  ),
  late_after_deactivation: validationMessage('Paid after it was deactivated', 'Dibayar setelah dinonaktifkan'),
  late_after_expiry: validationMessage('Paid after it expired', 'Dibayar setelah kedaluwarsa'),
} as const;

export const INQUIRY_ANSWERS = {
  payable: validationMessage('Payable', 'Dapat dibayar'),
  paid: validationMessage('Already paid', 'Sudah dibayar'),
  expired: REASONS.expired,
  deactivated: REASONS.deactivated,
  not_opened: validationMessage('Not opened', 'Belum dibuka'),
} as const;

const CHANGES: readonly (readonly [english: string, indonesian: string])[] = [
  ['minimum amount', 'jumlah minimum'],
  ['maximum amount', 'jumlah maksimum'],
  ['amount', 'jumlah'],
  ['expiry removed', 'batas waktu dihapus'],
  ['new expiry', 'batas waktu baru'],
];

const MISMATCH = /^(Rp [\d.]+) instead of (Rp [\d.]+)(?: to (Rp [\d.]+))?$/;
const REJECTED = /^Rejected: (.*)$/s;
const CHANGED = /^Changed: (.*)$/s;
const PAID = /^Paid(?: by (?<payer>.*?))?(?: from (?<bank>[^.]*))?(?:\. (?<detail>.*))?$/s;

/** The text in a language; texts that people or the bank wrote stay as they are. */
export function translateReason(text: string, language: Language): string {
  if (language === 'en') return text;
  const declared = translateMessage(text, language);
  if (declared !== text) return declared;
  const mismatch = MISMATCH.exec(text);
  if (mismatch !== null) {
    const [, paid, min, max] = mismatch;
    return `${paid}, seharusnya ${min}${max === undefined ? '' : ` sampai ${max}`}`;
  }
  const rejected = REJECTED.exec(text)?.[1];
  if (rejected !== undefined) return `Ditolak: ${translateReason(rejected, language)}`;
  const changes = CHANGED.exec(text)?.[1];
  if (changes !== undefined) return `Diubah: ${changes.split(', ').map(translateChange).join(', ')}`;
  const paid = PAID.exec(text)?.groups;
  return paid === undefined ? text : translatePaid(paid, language);
}

function translateChange(change: string): string {
  const [english, indonesian] = CHANGES.find(([prefix]) => change.startsWith(prefix)) ?? ['', ''];
  return `${indonesian}${change.slice(english.length)}`;
}

function translatePaid({ payer, bank, detail }: Record<string, string | undefined>, language: Language): string {
  const by = payer === undefined ? '' : ` oleh ${payer}`;
  const from = bank === undefined ? '' : ` dari ${bank}`;
  return `Dibayar${by}${from}${detail === undefined ? '' : `. ${translateReason(detail, language)}`}`;
}
