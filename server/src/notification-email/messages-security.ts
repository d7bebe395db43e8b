/** Texts of emails about the security of an account (action 1002), in both languages, by outcome. */
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import { always } from './message-builders.ts';
import type { TemplateData } from '../db/column-types.ts';

interface SecurityText {
  subject: Localized;
  body: Localized;
}

const UNLESS_YOU = localized(
  'If this was you, no action is needed. Otherwise, reset your password now.',
  'Jika itu Anda, tidak ada tindakan yang diperlukan. Jika bukan, segera atur ulang kata sandi Anda.',
);

const TEXTS: Record<string, SecurityText> = {
  password: {
    subject: localized('Your password was changed', 'Kata sandi Anda telah diubah'),
    body: localized(`All devices were signed out. ${UNLESS_YOU.en}`, `Semua sesi telah diakhiri. ${UNLESS_YOU.id}`),
  },
  password_reset: {
    subject: localized('Your password was reset', 'Kata sandi Anda telah diatur ulang'),
    body: localized(
      `A new password was set with a link from your email, and all devices were signed out. ${UNLESS_YOU.en}`,
      `Kata sandi baru ditetapkan melalui tautan di email Anda, dan semua sesi telah diakhiri. ${UNLESS_YOU.id}`,
    ),
  },
  two_factor: {
    subject: localized('Your second factor was changed', 'Faktor kedua Anda telah diubah'),
    body: UNLESS_YOU,
  },
  email: {
    subject: localized('Your email address was changed', 'Alamat email Anda telah diubah'),
    body: UNLESS_YOU,
  },
  locked: {
    subject: localized('Sign-in to your account was blocked', 'Upaya masuk ke akun Anda diblokir'),
    body: localized(
      'After five failed attempts, sign-in from this address is blocked for 15 minutes. You can still sign in from elsewhere. If you did not try to sign in, choose a strong password that you use nowhere else.',
      'Setelah lima percobaan gagal, upaya masuk dari alamat ini diblokir selama 15 menit. Anda tetap dapat masuk dari tempat lain. Jika bukan Anda yang mencoba masuk, pilih kata sandi kuat yang tidak Anda pakai di tempat lain.',
    ),
  },
  session_reuse: {
    subject: localized('A session of your account was ended', 'Sebuah sesi akun Anda telah diakhiri'),
    body: localized(
      'Its token was used twice, which can mean that it was copied. Sign in again and review your sessions. If you notice anything unusual, change your password.',
      'Tokennya dipakai dua kali, yang bisa berarti token itu disalin. Masuk lagi dan periksa sesi Anda. Jika ada yang tidak wajar, ubah kata sandi Anda.',
    ),
  },
  sessions_revoked: {
    subject: localized('Your other sessions were ended', 'Sesi Anda yang lain telah diakhiri'),
    body: UNLESS_YOU,
  },
};

const byLanguage = (part: keyof SecurityText, language: Language): Record<string, (data: TemplateData) => string> =>
  Object.fromEntries(Object.entries(TEXTS).map(([outcome, text]) => [outcome, always(text[part][language])]));

export const SECURITY_ENGLISH = { subjects: byLanguage('subject', 'en'), bodies: byLanguage('body', 'en') };
export const SECURITY_INDONESIAN = { subjects: byLanguage('subject', 'id'), bodies: byLanguage('body', 'id') };
