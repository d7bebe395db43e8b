import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  title: 'Pengaturan',
  line: 'Pencairan, persetujuan, dan catatan bisnis Anda',
  no_access: 'Peran Anda tidak dapat melihat pengaturan ini.',
  sections: {
    payouts: 'Pencairan',
    branding: 'Branding',
    approvals: 'Persetujuan',
    security: 'Keamanan',
    language: 'Bahasa',
    audit: 'Log audit',
  },
  second_factor: {
    title: 'Faktor kedua',
    label: 'Wajibkan faktor kedua',
    description:
      'Setiap pengguna masuk dengan aplikasi autentikator atau passkey. Pengguna tanpa faktor kedua harus mengaturnya terlebih dahulu.',
    users_without: (count) =>
      count === 0
        ? 'Semua pengguna aktif memiliki faktor kedua.'
        : `${count} pengguna aktif belum memiliki faktor kedua.`,
    required: 'Faktor kedua diwajibkan',
    optional: 'Faktor kedua tidak lagi diwajibkan',
  },
  ip_allow_list: {
    title: 'Alamat IP yang diizinkan',
    label: 'Alamat dan jaringan',
    description:
      'Satu per baris, paling banyak 50. Kosong: dashboard dapat digunakan dari alamat mana pun. Kunci API tidak terpengaruh.',
    current_ip: (ip) => `Alamat Anda: ${ip}`,
    save: 'Simpan alamat',
    saved: 'Alamat yang diizinkan disimpan',
  },
};
