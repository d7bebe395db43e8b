/** Indonesian texts of the acceptance of an invitation. */
import type { Messages } from './register-member-messages.ts';

export const INDONESIAN: Messages = {
  title: (merchant) => `Bergabung dengan ${merchant}`,
  tab: 'Undangan',
  line: (by, role) => `${by} mengundang Anda sebagai ${role}.`,
  until: (at) => `Undangan berlaku sampai ${at}.`,
  email: 'Email',
  name: 'Nama',
  phone: 'Telepon',
  phone_line: 'Dalam format internasional, misalnya +6281234567890',
  password: 'Kata sandi',
  new_password_line: 'Minimal 12 karakter',
  existing_line: 'Email ini sudah memiliki akun. Masukkan kata sandinya untuk bergabung.',
  signed_in_line: (email) => `Anda masuk sebagai ${email}, orang yang diundang.`,
  other_person_line: (signed_in, invited) =>
    `Anda masuk sebagai ${signed_in}. Dengan menerima undangan, Anda akan masuk sebagai ${invited}.`,
  enter_name: 'Masukkan nama Anda.',
  enter_password: 'Masukkan kata sandi Anda.',
  enter_new_password: 'Gunakan minimal 12 karakter.',
  staff_title: 'Bergabung dengan tim penyedia',
  factor_title: 'Aplikasi autentikator',
  factor_line: 'Setiap orang yang bekerja untuk penyedia masuk dengan kode sekali pakai.',
  code: 'Kode sekali pakai',
  code_line: 'Kode yang ditampilkan aplikasi saat ini',
  enter_code: 'Masukkan kode 6 digit dari aplikasi autentikator Anda.',
  accept: 'Terima undangan',
  missing: 'Tautan ini tidak lengkap. Buka lagi tautan di email.',
  not_valid: 'Undangan tidak berlaku',
  sign_in: 'Masuk',
};
