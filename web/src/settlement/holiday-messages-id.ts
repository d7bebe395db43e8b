/** Indonesian texts of bank holidays. */
import type { Messages } from './holiday-messages.ts';

export const INDONESIAN: Messages = {
  title: 'Hari libur bank',
  line: 'Settlement dan transfer melewati hari-hari ini. Hari yang sudah lewat tidak dapat diubah.',
  add: 'Tambah hari libur',
  import: 'Impor CSV',
  denied: 'Peran Anda tidak dapat mengubah ini.',
  year: 'Tahun',
  empty: 'Belum ada hari libur pada tahun ini',
  empty_line: 'Impor daftar resmi hari libur nasional dan cuti bersama.',
  day: 'Tanggal',
  name: 'Nama',
  type: 'Jenis',
  types: { national: 'Libur nasional', joint_leave: 'Cuti bersama' },
  remove: 'Hapus',
  remove_of: (day) => `Hapus hari libur ${day}`,
  remove_title: 'Hapus hari libur ini?',
  removed: 'Hari libur dihapus',
  added: 'Hari libur ditambahkan',
  imported: (count) => `${count} hari libur diimpor`,
  missing: 'Kolom ini wajib diisi.',
  file: 'Berkas CSV',
  file_hint: 'Kolom dengan baris judul: day,name,type. Nilai type adalah national atau joint_leave.',
  check: 'Periksa berkas',
  store: (count) => `Impor ${count} hari libur`,
  moved: 'Tanggal settlement yang berubah',
  moved_none: 'Tidak ada tanggal settlement yang berubah.',
  moved_row: (days, paid, before, after) =>
    `T+${days}: pembayaran tanggal ${paid} dicairkan ${after}, sebelumnya ${before}`,
};
