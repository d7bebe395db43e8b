/** Texts of the fields of a business in Indonesian. */
import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  hints: {
    npwp: '15 atau 16 digit',
    nib: '13 digit',
    website: 'Misalnya https://instagram.com/tokoanda',
    monthly_volume: 'Perkiraan saja sudah cukup.',
  },
  choose_above: 'Pilih wilayah di atasnya terlebih dahulu.',
  person: {
    role: 'Peran',
    name: 'Nama lengkap',
    name_hint: 'Sesuai KTP',
    name_missing: 'Masukkan nama lengkap.',
    nik: 'NIK',
    nik_hint: '16 digit, disimpan terenkripsi',
    nik_kept: (masked) => `Tersimpan: ${masked}. Kosongkan untuk mempertahankannya.`,
    phone: 'Telepon',
    email: 'Email',
    share: 'Kepemilikan saham (%)',
    share_invalid: 'Masukkan persentase antara 0,01 dan 100.',
  },
  account: {
    bank: 'Bank',
    account_number: 'Nomor rekening',
    choose_bank: 'Pilih bank.',
    invalid_number: 'Nomor rekening terdiri dari 5 sampai 20 digit.',
    note: 'Bank mengonfirmasi pemilik rekening. Rekening memerlukan persetujuan penyetuju lain; settlement dicairkan ke rekening itu 24 jam kemudian.',
  },
};
