import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  add: 'Tambah catatan',
  characters_left: (count) => `Sisa ${count} karakter`,
  delete: 'Hapus catatan',
  delete_hint: (minutes) => `Hapus catatan (dalam ${minutes} menit)`,
  deleted: 'Catatan dihapus',
  internal: 'Catatan internal tidak terlihat oleh pelanggan.',
  mention: 'Anggota tim untuk disebut',
  new: 'Catatan baru',
  placeholder: 'Tulis catatan; @ untuk menyebut anggota tim',
  title: 'Catatan',
};
