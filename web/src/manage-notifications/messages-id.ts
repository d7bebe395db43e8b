import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  screen: {
    title: 'Notifikasi Email',
    line: 'Notifikasi email dan pengiriman laporan',
    notifications: 'Notifikasi',
    configuration: 'Konfigurasi',
  },
  loading: 'Memuat',
  banner: 'Menonaktifkan notifikasi pembayaran dapat menyebabkan Anda melewatkan pembaruan transaksi.',
  card: {
    title: 'Preferensi Notifikasi',
    intro: 'Pilih notifikasi email yang ingin Anda terima. Email keamanan tidak dapat dinonaktifkan.',
    reset: 'Atur Ulang ke Default',
    not_editable: 'Email ini tidak dapat diubah',
  },
  empty: {
    title: 'Belum ada notifikasi',
    line: 'Notifikasi email yang tersedia akan muncul di sini.',
  },
  forbidden: {
    title: 'Tidak ada akses',
    line: 'Peran Anda tidak memiliki akses ke notifikasi email. Minta akses kepada superadmin bisnis Anda.',
  },
  group: {
    subtitle: (group) => `${group} untuk berbagai metode pembayaran`,
    active: (active, all) => `${active} dari ${all} aktif`,
    names: {
      'Successful Payments': 'Pembayaran Berhasil',
      'Failed Payments': 'Pembayaran Gagal',
      'Expired Payments': 'Pembayaran Kedaluwarsa',
      Disbursements: 'Disbursement',
      Deposits: 'Deposit',
    },
  },
  save: {
    save: 'Simpan Perubahan',
    unsaved: 'Ada perubahan yang belum disimpan',
    read_only: 'Peran Anda hanya memiliki akses lihat.',
    saved: 'Notifikasi berhasil diperbarui',
  },
  reset: {
    title: 'Atur Ulang Notifikasi',
    confirm: 'Atur Ulang Notifikasi',
    line: 'Semua notifikasi yang dapat Anda ubah akan diaktifkan dan disimpan. Perubahan yang belum disimpan akan ditimpa.',
    warning: 'Menonaktifkan notifikasi dapat menyebabkan Anda melewatkan pembaruan.',
    nothing: 'Tidak ada notifikasi untuk diatur ulang.',
  },
};
