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
    preferences: 'Preferensi',
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
  files: {
    title: 'Berkas CSV',
    label: 'Pemisah',
    description:
      'Memisahkan kolom unduhan, ekspor, laporan mutasi saldo, dan laporan baru seluruh bisnis. Spreadsheet berbahasa Indonesia biasanya memakai titik koma. Berkas yang diunduh dengan API key selalu memakai koma.',
    read_only: 'Peran Anda dapat melihat pengaturan ini, tetapi tidak dapat mengubahnya.',
    delimiters: { ',': 'Koma ,', ';': 'Titik koma ;', '\t': 'Tab' },
    saved: 'Pemisah CSV disimpan',
  },
  reports: {
    title: 'Laporan',
    format: 'Format bawaan',
    format_line:
      'Laporan dan jadwal baru dimulai dengan format ini. Tagihan biaya dimulai sebagai PDF. Jadwal yang sudah disimpan tetap memakai formatnya.',
    formats: { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' },
    language: 'Bahasa laporan PDF',
    language_line:
      'Laporan dan jadwal baru dimulai dengan bahasa ini. Berkas CSV dan Excel memiliki kolom yang sama dalam setiap bahasa.',
    any_language: 'Bahasa orang yang membuat laporan',
    saved: 'Preferensi laporan disimpan',
  },
  ip_allow_list: {
    title: 'Alamat IP yang diizinkan',
    label: 'Alamat dan jaringan',
    description:
      'Satu per baris, paling banyak 50. Kosong: dasbor dapat digunakan dari alamat mana pun. API key tidak terpengaruh.',
    current_ip: (ip) => `Alamat Anda: ${ip}`,
    save: 'Simpan alamat',
    saved: 'Alamat yang diizinkan disimpan',
  },
};
