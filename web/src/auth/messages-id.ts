import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  back: 'Kembali',
  email: 'Email',
  enter_email: 'Masukkan email Anda.',
  enter_otp: 'Masukkan kode 6 digit.',
  enter_password: 'Masukkan kata sandi Anda.',
  forgot_password: 'Lupa kata sandi?',
  line: 'ke dasbor merchant Anda',
  no_account: 'Baru di Dasbor?',
  otp: 'Kode sekali pakai',
  otp_line: 'Masukkan kode dari aplikasi autentikator Anda.',
  passkey_cancelled: 'Passkey tidak digunakan. Coba lagi, atau masuk dengan kata sandi Anda.',
  password: 'Kata sandi',
  recovery_code: 'Kode pemulihan',
  register: 'Buat akun',
  remember_device: 'Ingat perangkat ini selama 30 hari',
  resend_email: 'Kirim ulang email',
  title: 'Masuk',
  use_code: 'Gunakan kode sekali pakai',
  use_passkey: 'Gunakan passkey',
  use_recovery_code: 'Gunakan kode pemulihan',
};
