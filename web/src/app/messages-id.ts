import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  loading: 'Memuat',
  screen_failed: 'Halaman ini gagal dimuat',
  screen_loading: 'Memuat halaman',
  not_found: {
    contact_support: 'Hubungi dukungan',
    home: 'Kembali ke beranda',
    text: 'Maaf, halaman yang Anda cari tidak ditemukan.',
    title: 'Halaman tidak ditemukan',
  },
};
