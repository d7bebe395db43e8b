import { expect, test } from 'vitest';
import {
  LINK_REASONS,
  QRIS_CODE_ERRORS,
  QRIS_REASONS,
  VA_DETAILS,
  VA_REASONS,
  toVaEventKind,
  translateReason,
} from './payment-reasons.ts';
import { REFUND_EVENTS } from './refund-reasons.ts';

test.each([
  [VA_REASONS.opened, 'Bank membuka virtual account'],
  ['Rp 30.001 instead of Rp 20.000', 'Rp 30.001, seharusnya Rp 20.000'],
  ['Rejected: Rp 1 instead of Rp 20.000 to Rp 30.000', 'Ditolak: Rp 1, seharusnya Rp 20.000 sampai Rp 30.000'],
  ['Changed: maximum amount Rp 95.000, new expiry', 'Diubah: jumlah maksimum Rp 95.000, batas waktu baru'],
  ['Paid', 'Dibayar'],
  [`Paid by SARI from BCA. ${VA_DETAILS.late_after_expiry}`, 'Dibayar oleh SARI dari BCA. Dibayar setelah kedaluwarsa'],
  ['Do Not Honor', 'Ditolak oleh bank'],
  ['Invalid Card/Account/Customer 123', 'Rekening atau nasabah tidak valid 123'],
  ['A text of one bank only', 'A text of one bank only'],
  ['Rejected by the receiving bank', 'Ditolak oleh bank penerima'],
  [QRIS_CODE_ERRORS.amount, 'Bank menerbitkan kode dengan jumlah yang berbeda'],
  [
    'Rejected: The bank reported a payment of a code that is reversed',
    'Ditolak: Bank melaporkan pembayaran untuk kode yang berstatus dibalik',
  ],
  [LINK_REASONS.duplicate, 'Pembayaran ganda untuk tautan sekali pakai; perlu dikembalikan'],
  ['Reversed by the bank', 'Dibalik oleh bank'],
  ['Reversed by the bank: Reversed by the issuer', 'Dibalik oleh bank: Dibalik oleh penerbit'],
  [
    'Refused: Reversed by the bank, but the payment is partially_refunded',
    'Ditolak: Dibalik oleh bank, tetapi status pembayaran dikembalikan sebagian',
  ],
  ['Refund of Rp 50.000 approved (rfd_01)', 'Pengembalian dana Rp 50.000 disetujui (rfd_01)'],
  [
    'Refund of Rp 50.000 requested (rfd_01): Customer request',
    'Pengembalian dana Rp 50.000 diajukan (rfd_01): Permintaan pelanggan',
  ],
  [
    `Refund of Rp 50.000 failed (rfd_01): ${REFUND_EVENTS.reversed_before_sent}`,
    'Pengembalian dana Rp 50.000 gagal (rfd_01): Bank membalik pembayaran sebelum pengembalian dana dikirim.',
  ],
  // Stored before its wording changed.
  [
    'Refund of Rp 50.000 failed (rfd_01): No transfer rail carries this amount to the bank.',
    'Pengembalian dana Rp 50.000 gagal (rfd_01): Tidak ada layanan transfer ke bank ini untuk jumlah ini.',
  ],
  [
    'Refund of Rp 50.000 failed (rfd_01): No transfer method carries this amount to the bank.',
    'Pengembalian dana Rp 50.000 gagal (rfd_01): Tidak ada layanan transfer ke bank ini untuk jumlah ini.',
  ],
  ['Refund of Rp 5.000 rejected (rfd_01): salah nomor', 'Pengembalian dana Rp 5.000 ditolak (rfd_01): salah nomor'],
  [QRIS_REASONS.unpaid, 'Tidak dibayar sebelum kedaluwarsa'],
  ['Paid with GoPay, including a tip of Rp 5.000', 'Dibayar dengan GoPay, termasuk tip Rp 5.000'],
  [
    'Paid with OVO at Front counter, while the sticker was inactive',
    'Dibayar dengan OVO di Front counter, saat stiker nonaktif',
  ],
  [
    'Rejected: The bank reported Rp 125.001 instead of Rp 125.000 plus tip',
    'Ditolak: Bank melaporkan Rp 125.001, seharusnya Rp 125.000 ditambah tip',
  ],
])('%j is translated to %j', (text, indonesian) => {
  expect(translateReason(text, 'id')).toBe(indonesian);
  expect(translateReason(text, 'en')).toBe(text);
});

test.each([
  [null, 'pending', null, 'created'],
  ['pending', 'active', VA_REASONS.opened, 'opened'],
  ['active', 'paid', 'Paid by SARI from BCA', 'status'],
  ['active', 'active', 'Paid by SARI from BCA', 'payment'],
  ['active', 'active', 'Rejected: Rp 1 instead of Rp 20.000', 'payment_rejected'],
  ['active', 'active', 'Changed: maximum amount Rp 95.000', 'changed'],
  ['expired', 'expired', `Paid. ${VA_DETAILS.late_after_expiry}`, 'payment'],
  ['active', 'active', 'Checked by support', 'note'],
] as const)('from %j to %j because of %j is the event %j', (from_status, to_status, reason, kind) => {
  expect(toVaEventKind({ from_status, to_status, reason })).toBe(kind);
});
