import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  code: 'Kode sekali pakai',
  enter_code: 'Masukkan kode 6 digit dari aplikasi autentikator Anda.',
  passkey_cancelled: 'Passkey tidak digunakan. Coba lagi.',
  step_up: {
    cancel: 'Batal',
    cancelled: 'Anda tidak mengonfirmasi. Tidak ada yang diubah.',
    confirm: 'Konfirmasi',
    enter_password: 'Masukkan kata sandi Anda.',
    line: 'Tindakan ini dilindungi. Konfirmasi untuk melanjutkan; Anda tidak akan ditanya lagi selama lima menit.',
    password: 'Kata sandi',
    title: 'Konfirmasi bahwa ini Anda',
    use_code: 'Gunakan kode sekali pakai',
    use_passkey: 'Gunakan passkey',
  },
};
