import { expect, test } from 'vitest';
import { QRIS_REASONS, VA_DETAILS, VA_REASONS, translateReason } from './payment-reasons.ts';

test.each([
  [VA_REASONS.opened, 'Bank membuka virtual account'],
  ['Rp 30.001 instead of Rp 20.000', 'Rp 30.001, seharusnya Rp 20.000'],
  ['Rejected: Rp 1 instead of Rp 20.000 to Rp 30.000', 'Ditolak: Rp 1, seharusnya Rp 20.000 sampai Rp 30.000'],
  ['Changed: maximum amount Rp 95.000, new expiry', 'Diubah: jumlah maksimum Rp 95.000, batas waktu baru'],
  ['Paid', 'Dibayar'],
  [`Paid by SARI from BCA. ${VA_DETAILS.late_after_expiry}`, 'Dibayar oleh SARI dari BCA. Dibayar setelah kedaluwarsa'],
  ['Do Not Honor', 'Do Not Honor'],
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
