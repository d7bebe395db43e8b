import type { Messages } from './messages.ts';

export const INDONESIAN: Messages = {
  back: 'Kembali',
  email: 'Email',
  enter_email: 'Masukkan email Anda.',
  enter_otp: 'Masukkan kode 6 digit.',
  enter_password: 'Masukkan kata sandi Anda.',
  forgot_password: 'Lupa kata sandi?',
  line: 'ke dasbor merchant Anda',
  otp: 'Kode sekali pakai',
  otp_line: 'Masukkan kode dari aplikasi autentikator Anda.',
  password: 'Kata sandi',
  resend_email: 'Kirim ulang email',
  title: 'Masuk',
};
