/** Failure messages of exports. They are stored in English and translated when they are read. */
import { validationMessage } from '@dasbor/contract/language';

export const EXPORT_FAILURES = {
  timeout: validationMessage(
    'Reading the list took too long. Choose a shorter period.',
    'Pembacaan daftar terlalu lama. Pilih periode yang lebih pendek.',
  ),
  internal: validationMessage(
    'Something went wrong on our side. Please try again.',
    'Terjadi kesalahan di sistem kami. Silakan coba lagi.',
  ),
  attempts: validationMessage(
    'The export failed after several attempts. Please try again.',
    'Ekspor gagal setelah beberapa percobaan. Silakan coba lagi.',
  ),
  forbidden: validationMessage(
    'The requester no longer has access to this list.',
    'Pemohon tidak lagi memiliki akses ke daftar ini.',
  ),
} as const;
