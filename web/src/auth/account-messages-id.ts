import { PASSWORD_HISTORY, PASSWORD_MIN, RESET_LINK_HOURS } from '@dasbor/contract/password-limits';
import type { Messages } from './account-messages.ts';

export const INDONESIAN: Messages = {
  back_to_sign_in: 'Kembali ke halaman masuk',
  email: 'Email',
  enter_email: 'Masukkan email Anda.',
  sign_in: 'Masuk',
  spam: 'Belum ada email setelah beberapa menit? Periksa folder spam dan ejaan alamatnya.',
  insecure: 'Pemeriksaan bot memerlukan koneksi aman. Buka halaman ini melalui https.',
  forgot: {
    title: 'Lupa kata sandi?',
    line: 'Masukkan email Anda. Kami akan mengirim tautan untuk menetapkan kata sandi baru.',
    submit: 'Kirim tautan',
    sent_title: 'Periksa email Anda',
    sent: (email) =>
      `Jika ${email} memiliki akun, kami telah mengirim tautan untuk menetapkan kata sandi baru. Tautan berlaku satu kali, selama ${RESET_LINK_HOURS} jam.`,
    other: 'Gunakan email lain',
  },
  reset: {
    title: 'Atur ulang kata sandi',
    set_up_title: 'Tetapkan kata sandi Anda',
    line: (email) => `Pilih kata sandi baru untuk ${email}.`,
    submit: 'Tetapkan kata sandi baru',
    done_title: 'Kata sandi Anda telah ditetapkan',
    done: 'Masuk dengan kata sandi baru Anda. Sesi di semua perangkat lain telah diakhiri.',
    invalid_title: 'Tautan ini tidak berlaku lagi',
    request_new: 'Minta tautan baru',
  },
  resend: {
    title: 'Kirim ulang email',
    line: (email) => `Kami akan mengirim email konfirmasi ke ${email} sekali lagi.`,
    submit: 'Kirim ulang email',
    sent_title: 'Periksa email Anda',
    sent: (email) =>
      `Jika ${email} memiliki akun yang belum dikonfirmasi, kami telah mengirim email konfirmasi yang baru.`,
  },
  verify: {
    title: 'Konfirmasi email Anda',
    line: 'Masukkan kata sandi yang Anda buat saat mendaftar untuk mengonfirmasi bahwa alamat email ini milik Anda.',
    password: 'Kata sandi',
    password_missing: 'Masukkan kata sandi Anda.',
    submit: 'Konfirmasi email',
    done_title: 'Email dikonfirmasi',
    done: 'Anda dapat masuk sekarang.',
    invalid: {
      title: 'Tautan ini tidak valid',
      line: 'Buka tautan dari email terbaru secara utuh, atau masuk untuk meminta email baru.',
    },
    expired: { title: 'Tautan ini sudah kedaluwarsa', line: 'Masuk untuk meminta email konfirmasi baru.' },
    used: {
      title: 'Tautan ini tidak berlaku lagi',
      line: 'Tautan sudah dipakai atau diganti oleh email yang lebih baru. Masuk jika email Anda sudah dikonfirmasi.',
    },
  },
  check: {
    title: 'Periksa email Anda',
    line: 'Kami mengirim email berisi tautan. Buka tautan itu untuk melanjutkan.',
    sent: (email) => `Kami mengirim email ke ${email}. Buka tautan di dalamnya untuk melanjutkan.`,
    resend_in: (time) => `Kirim ulang email dalam ${time}`,
    resent: 'Kami telah mengirim ulang email.',
  },
  password: {
    confirm: 'Konfirmasi kata sandi baru',
    enter_old: 'Masukkan kata sandi Anda saat ini.',
    new: 'Kata sandi baru',
    old: 'Kata sandi saat ini',
    rules: `Minimal ${PASSWORD_MIN} karakter, bukan salah satu dari ${PASSWORD_HISTORY} kata sandi terakhir Anda. Beberapa kata yang tidak berkaitan mudah diingat dan sulit ditebak.`,
    strength: 'Kekuatan kata sandi',
    unequal: 'Kata sandi tidak cocok.',
    scores: { 0: 'Terlalu lemah', 1: 'Lemah', 2: 'Baik', 3: 'Kuat' },
  },
  change: {
    title: 'Ubah kata sandi',
    line: 'Sesi Anda di semua perangkat, termasuk perangkat ini, akan diakhiri. Masuk lagi dengan kata sandi baru.',
    submit: 'Ubah kata sandi',
    done: 'Kata sandi diubah. Masuk lagi.',
    forgot: 'Lupa kata sandi saat ini?',
  },
};
