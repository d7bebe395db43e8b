import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  label: 'Log audit',
  line: 'Semua yang dilakukan orang, API key, dan sistem, termasuk percobaan yang ditolak. Entri tidak dapat diubah.',
  filter: 'Filter log audit',
  search: 'Tindakan, ID, alamat IP, atau nama',
  export_csv: 'Ekspor CSV',
  empty: 'Belum ada entri',
  empty_line: 'Perubahan oleh orang dan API key muncul di sini.',
  close: 'Tutup',
  columns: {
    action: 'Tindakan',
    actor: 'Siapa',
    actor_type: 'Jenis',
    ip: 'Alamat IP',
    object: 'Objek',
    object_type: 'Jenis objek',
    result: 'Hasil',
    time: 'Waktu',
  },
  actors: { user: 'Orang', api_key: 'API key', system: 'Sistem', provider: 'Penyedia' },
  results: { ok: 'Selesai', denied: 'Tanpa akses', failed: 'Ditolak' },
  sheet: {
    title: 'Entri audit',
    before: 'Sebelum',
    after: 'Sesudah',
    number: 'Entri',
    no_values: 'Tidak ada nilai yang dicatat.',
  },
};
