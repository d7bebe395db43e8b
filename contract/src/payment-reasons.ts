/**
 * Reasons in the timelines of payments, refunds and virtual accounts, and of inquiries. They are stored in English and
 * translated when they are shown.
 */
import { translateBankMessage } from './bank-messages.ts';
import { statusLabel } from './labels.ts';
import { type Language, translateMessage, validationMessage } from './language.ts';
import { translateRefundReason } from './refund-reasons.ts';
import type { VaEventKind } from './virtual-account-fields.ts';

export const QRIS_REASONS = {
  issued: validationMessage('The bank issued the code', 'Bank menerbitkan kode'),
  cancelled: validationMessage('Cancelled before it was paid', 'Dibatalkan sebelum dibayar'),
  cancelled_at_bank: validationMessage('Cancelled at the bank', 'Dibatalkan di bank'),
  declined: validationMessage('The bank declined the payment', 'Bank menolak pembayaran'),
  unpaid: validationMessage('Not paid before it expired', 'Tidak dibayar sebelum kedaluwarsa'),
} as const;

/** Why a code that the bank issued is not shown to payers. */
export const QRIS_CODE_ERRORS = {
  not_static: validationMessage(
    'The bank issued a code that is not static',
    'Bank menerbitkan kode yang bukan kode statis',
  ),
  not_dynamic: validationMessage(
    'The bank issued a code that is not dynamic',
    'Bank menerbitkan kode yang bukan kode dinamis',
  ),
  amount: validationMessage(
    'The bank issued a code with another amount',
    'Bank menerbitkan kode dengan jumlah yang berbeda',
  ),
  tip: validationMessage('The bank issued a code with another tip', 'Bank menerbitkan kode dengan tip yang berbeda'),
  merchant: validationMessage(
    'The bank issued a code of another merchant',
    'Bank menerbitkan kode milik merchant lain',
  ),
} as const;

export const LINK_REASONS = {
  duplicate: validationMessage(
    'Duplicate payment of a single-use link; refund required',
    'Pembayaran ganda untuk tautan sekali pakai; perlu dikembalikan',
  ),
  over_limit: validationMessage(
    'Payment beyond the usage limit of its link; refund required',
    'Pembayaran melebihi batas pemakaian tautannya; perlu dikembalikan',
  ),
} as const;

export const VA_REASONS = {
  opened: validationMessage('The bank opened the virtual account', 'Bank membuka virtual account'),
  deactivated: validationMessage('Deactivated', 'Dinonaktifkan'),
  unpaid: validationMessage('Not paid before it expired', 'Tidak dibayar sebelum kedaluwarsa'),
  expired: validationMessage('Expired', 'Kedaluwarsa'),
} as const;

export const VA_DETAILS = {
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
  before_change: validationMessage('Paid before its amount changed', 'Dibayar sebelum jumlahnya diubah'),
  unconfirmed_change: validationMessage(
    'Paid under a change that the bank had not confirmed',
    'Dibayar menurut perubahan yang belum dikonfirmasi bank',
  ),
} as const;

export const VA_INQUIRY_RESPONSES = {
  payable: validationMessage('Payable', 'Dapat dibayar'),
  paid: validationMessage('Already paid', 'Sudah dibayar'),
  expired: VA_REASONS.expired,
  deactivated: VA_REASONS.deactivated,
  not_opened: validationMessage('Not opened', 'Belum dibuka'),
  channel_disabled: validationMessage(
    'Virtual accounts of this bank are disabled for your business',
    'Virtual account bank ini dinonaktifkan untuk bisnis Anda',
  ),
  limit_exceeded: validationMessage('Above the limits of your business', 'Melebihi batas bisnis Anda'),
  merchant_not_active: validationMessage(
    'Your business does not accept payments now',
    'Bisnis Anda sedang tidak menerima pembayaran',
  ),
} as const;

const CHANGES: readonly (readonly [english: string, indonesian: string])[] = [
  ['minimum amount', 'jumlah minimum'],
  ['maximum amount', 'jumlah maksimum'],
  ['amount', 'jumlah'],
  ['expiry removed', 'batas waktu dihapus'],
  ['new expiry', 'batas waktu baru'],
];

/** Parts of QRIS reasons, in the order in which they appear. */
const QRIS_PARTS: readonly (readonly [english: RegExp, indonesian: string])[] = [
  [/^The bank reported /, 'Bank melaporkan '],
  [/an amount with cents/, 'jumlah dengan sen'],
  [/an invalid amount/, 'jumlah yang tidak valid'],
  [/a second payment, /, 'pembayaran kedua, '],
  [/another reference, /, 'referensi lain, '],
  [/^The bank issued an invalid code: /, 'Bank menerbitkan kode yang tidak valid: '],
  [/ instead of /, ', seharusnya '],
  [/ plus tip$/, ' ditambah tip'],
  [/ plus the fixed tip$/, ' ditambah tip tetap'],
  [/ plus the percentage tip$/, ' ditambah tip persentase'],
  [/^Paid with /, 'Dibayar dengan '],
  [/^Paid(?=,| at )/, 'Dibayar'],
  [/, including a tip of /, ', termasuk tip '],
  [/ at (?=\S)/, ' di '],
  [/, after it had expired$/, ', setelah kedaluwarsa'],
  [/, after the code was cancelled$/, ', setelah kode dibatalkan'],
  [/, after the code had been paid$/, ', setelah kode dibayar'],
  [/, after the payment was reported as failed$/, ', setelah pembayaran dilaporkan gagal'],
  [/, while the sticker was inactive/, ', saat stiker nonaktif'],
  [/, while the sticker was being issued/, ', saat stiker sedang diterbitkan'],
  [/, while the sticker was declined by the bank/, ', meskipun stiker ditolak bank'],
  [/, while QRIS was disabled for your business/, ', saat QRIS dinonaktifkan untuk bisnis Anda'],
  [/, above your limit per payment/, ', melebihi batas per pembayaran Anda'],
  [/, above your limit per day/, ', melebihi batas harian Anda'],
  [/, above your limit per month/, ', melebihi batas bulanan Anda'],
  [/, found in the transaction history of the bank$/, ', ditemukan di riwayat transaksi bank'],
];
const QRIS = /^(The bank reported |The bank issued an invalid code: |Paid with |Paid, | ?Paid at )/;

const MISMATCH = /^(Rp [\d.]+) instead of (Rp [\d.]+)(?: to (Rp [\d.]+))?$/;
const REPORTED_STATUS = /^The bank reported a payment of a code that is (\w+)$/;
const REVERSED = /^Reversed by the bank(?:: (.*))?$/s;
const REVERSAL_REFUSED = /^Refused: (.*), but the payment is (\w+)$/s;
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
  const reported = REPORTED_STATUS.exec(text)?.[1];
  if (reported !== undefined) {
    return `Bank melaporkan pembayaran untuk kode yang berstatus ${statusLabel(reported, language).toLowerCase()}`;
  }
  const reversed = REVERSED.exec(text);
  if (reversed !== null) return `Dibalik oleh bank${formatTail(reversed[1], language)}`;
  const refused = REVERSAL_REFUSED.exec(text);
  if (refused !== null) {
    const status = statusLabel(refused[2] ?? '', language).toLowerCase();
    return `Ditolak: ${translateReason(refused[1] ?? '', language)}, tetapi status pembayaran ${status}`;
  }
  const refund = translateRefundReason(text, (tail) => formatTail(tail, language));
  if (refund !== null) return refund;
  const changes = CHANGED.exec(text)?.[1];
  if (changes !== undefined) return `Diubah: ${changes.split(', ').map(translateChange).join(', ')}`;
  if (QRIS.test(text))
    return QRIS_PARTS.reduce((line, [english, indonesian]) => line.replace(english, indonesian), text);
  const paid = PAID.exec(text)?.groups;
  return paid === undefined ? translateBankMessage(text, language) : translatePaid(paid, language);
}

/** Kind of an event in a virtual account's timeline, from its statuses and its stored reason. */
export function toVaEventKind(event: {
  from_status: string | null;
  to_status: string;
  reason: string | null;
}): VaEventKind {
  const { from_status, to_status, reason } = event;
  if (from_status === null) return 'created';
  if (from_status !== to_status) return from_status === 'pending' && to_status === 'active' ? 'opened' : 'status';
  if (reason === null) return 'note';
  if (REJECTED.test(reason)) return 'payment_rejected';
  if (CHANGED.test(reason)) return 'changed';
  return PAID.test(reason) ? 'payment' : 'note';
}

const formatTail = (tail: string | undefined, language: Language): string =>
  tail === undefined ? '' : `: ${translateReason(tail, language)}`;

function translateChange(change: string): string {
  const [english, indonesian] = CHANGES.find(([prefix]) => change.startsWith(prefix)) ?? ['', ''];
  return `${indonesian}${change.slice(english.length)}`;
}

function translatePaid({ payer, bank, detail }: Record<string, string | undefined>, language: Language): string {
  const by = payer === undefined ? '' : ` oleh ${payer}`;
  const from = bank === undefined ? '' : ` dari ${bank}`;
  return `Dibayar${by}${from}${detail === undefined ? '' : `. ${translateReason(detail, language)}`}`;
}
