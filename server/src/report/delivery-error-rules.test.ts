import { expect, test } from 'vitest';
import { translateDeliveryError } from './delivery-error-rules.ts';

test.each([
  [null, null],
  [
    'The SFTP password is missing. Enter it in the configuration.',
    'Kata sandi SFTP belum diisi. Masukkan di konfigurasi.',
  ],
  [
    'a@kopi.example: The mail server could not be reached.\nb@kopi.example: The mail server rejected the email: 550 no such user',
    'a@kopi.example: Server email tidak dapat dihubungi.\nb@kopi.example: Server email menolak email: 550 no such user',
  ],
  ['No mail server is configured (SMTP_URL).', 'Server email belum dikonfigurasi (SMTP_URL).'],
  ['disk quota exceeded', 'disk quota exceeded'],
])('the stored error %j is translated', (error, indonesian) => {
  expect(translateDeliveryError(error, 'id')).toBe(indonesian);
  expect(translateDeliveryError(error, 'en')).toBe(error);
});
