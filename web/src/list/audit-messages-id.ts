import type { Messages } from './audit-messages.ts';

export const INDONESIAN: Messages = {
  columns: {
    action: 'Tindakan',
    actor: 'Pelaku',
    actor_type: 'Jenis pelaku',
    ip: 'Alamat IP',
    object: 'Objek',
    object_type: 'Jenis objek',
    result: 'Hasil',
    time: 'Waktu',
  },
  actors: { user: 'Orang', api_key: 'API key', system: 'Sistem', provider: 'Penyedia' },
  results: { ok: 'Berhasil', denied: 'Akses ditolak', failed: 'Gagal' },
  sheet: {
    email: 'Email',
    role: 'Peran',
    user_agent: 'Browser',
    session: 'Sesi',
    reason: 'Alasan',
    title: 'Entri audit',
    before: 'Sebelum',
    after: 'Sesudah',
    number: 'Entri',
    no_values: 'Tidak ada nilai yang dicatat.',
  },
  close: 'Tutup',
  object: {
    label: 'Log audit objek ini',
    changes: 'Perubahan',
    empty: 'Belum ada entri',
    empty_line: 'Perubahan pada objek ini oleh orang, API key, dan sistem muncul di sini.',
    open: (action: string) => `Buka entri: ${action}`,
    more: 'Muat lebih banyak',
    more_changes: (count: number) => `dan ${count} lainnya`,
  },
};
