import { expect, test } from 'vitest';
import { DETAILS, REASONS, translateReason } from './event-reasons.ts';

test.each([
  [REASONS.opened, 'Bank membuka virtual account'],
  ['Rp 30.001 instead of Rp 20.000', 'Rp 30.001, seharusnya Rp 20.000'],
  ['Rejected: Rp 1 instead of Rp 20.000 to Rp 30.000', 'Ditolak: Rp 1, seharusnya Rp 20.000 sampai Rp 30.000'],
  ['Changed: maximum amount Rp 95.000, new expiry', 'Diubah: jumlah maksimum Rp 95.000, batas waktu baru'],
  ['Paid', 'Dibayar'],
  [`Paid by SARI from BCA. ${DETAILS.late_after_expiry}`, 'Dibayar oleh SARI dari BCA. Dibayar setelah kedaluwarsa'],
  ['Do Not Honor', 'Do Not Honor'],
])('%j is translated to %j', (text, indonesian) => {
  expect(translateReason(text, 'id')).toBe(indonesian);
  expect(translateReason(text, 'en')).toBe(text);
});
