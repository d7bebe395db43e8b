import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  step_up: {
    cancel: 'Batal',
    cancelled: 'Anda tidak mengonfirmasi. Tidak ada yang diubah.',
    confirm: 'Konfirmasi',
    enter_password: 'Masukkan kata sandi Anda.',
    line: 'Tindakan ini dilindungi. Konfirmasi untuk melanjutkan; Anda tidak akan ditanya lagi selama lima menit.',
    password: 'Kata sandi',
    title: 'Konfirmasi bahwa ini Anda',
  },
};
