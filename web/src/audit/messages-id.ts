import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  label: 'Log audit',
  line: 'Semua yang dilakukan orang, API key, dan sistem, termasuk percobaan yang ditolak. Entri tidak dapat diubah.',
  filter: 'Filter log audit',
  search: 'Tindakan, ID, alamat IP, atau nama',
  empty: 'Belum ada entri',
  empty_line: 'Perubahan oleh orang dan API key muncul di sini.',
  activity: {
    tab: 'Aktivitas',
    label: 'Aktivitas staf',
    line: 'Tindakan staf yang tidak tercatat di log audit merchant, aktivitas akun staf, dan percobaan yang ditolak. Entri tidak dapat diubah.',
    filter: 'Filter aktivitas',
    actor: 'Orang',
    actor_line: 'Awal nama, atau ID',
    empty: 'Belum ada aktivitas',
    empty_line: 'Tindakan staf dan percobaan yang ditolak muncul di sini.',
  },
  chips: {
    actor: 'Nama, email, atau ID',
    ip: 'Alamat IP atau awalannya',
    apply: 'Terapkan',
  },
};
