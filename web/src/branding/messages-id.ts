import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  logo: {
    title: 'Logo',
    line: (types, limit) =>
      `${types}, maksimal ${limit}. Paling baik gambar persegi dengan latar polos atau transparan.`,
    none: 'Belum ada logo. Pelanggan melihat inisial nama Anda.',
    current: 'Logo Anda',
    upload: 'Unggah logo',
    replace: 'Ganti logo',
    remove: 'Hapus logo',
    too_large: (limit) => `Berkas lebih besar dari ${limit}. Pilih berkas yang lebih kecil.`,
    saved: 'Logo disimpan',
    removed: 'Logo dihapus',
  },
  color: {
    title: 'Warna',
    label: 'Warna merek',
    description: 'Tombol dan tautan di halaman pembayaran, bukti pembayaran, dan email kepada pelanggan.',
    invalid: 'Masukkan warna seperti #2f55c4.',
    too_light: (nearest) =>
      `Teks putih di atas warna ini sulit dibaca. Warna terdekat yang diizinkan adalah ${nearest}.`,
    use_nearest: (nearest) => `Gunakan ${nearest}`,
    reset: 'Gunakan warna bawaan',
    save: 'Simpan warna',
    unsaved: 'Ada perubahan yang belum disimpan',
    saved: 'Warna disimpan',
    read_only: 'Peran Anda dapat melihat branding tetapi tidak dapat mengubahnya.',
  },
  preview: {
    title: 'Pratinjau',
    surface: 'Yang dipratinjau',
    scheme: 'Tampilan',
    pay: 'Halaman bayar',
    receipt: 'Bukti bayar',
    email: 'Email',
    light: 'Terang',
    dark: 'Gelap',
    no_viewer: 'Browser ini tidak menampilkan berkas PDF di sini.',
    open_receipt: 'Buka bukti pembayaran',
  },
};
