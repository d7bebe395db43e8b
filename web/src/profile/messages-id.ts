import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  title: 'Profil',
  line: 'Akun dan bahasa Anda',
  account: {
    email: 'Email',
    merchant: 'Merchant',
    merchant_id: 'ID merchant',
    name: 'Nama',
    role: 'Peran',
    title: 'Akun',
    user_id: 'ID pengguna',
  },
  language: {
    description:
      'Dasbor dan email notifikasi Anda memakai bahasa ini. Pilih email yang Anda terima di Kelola Notifikasi.',
    label: 'Bahasa',
    title: 'Bahasa',
    updated: 'Bahasa diperbarui',
  },
};
