/** Emails with a link of the account: to reset the password, and to confirm the email. */
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import { ACCOUNT_LINK_HOURS, RESET_LINK_HOURS } from '@dasbor/contract/password-limits';
import type { EmailContent } from '../mail/template.ts';

export type AccountEmail = 'reset_password' | 'verify_email' | 'already_registered';

interface AccountEmailTexts {
  subject: Localized;
  paragraphs: Localized[];
  link: Localized;
  /** Target of the link; with a slash at the end, the token is appended. */
  path: string;
}

const TEXTS: Record<AccountEmail, AccountEmailTexts> = {
  reset_password: {
    subject: localized('Reset your Dasbor password', 'Atur ulang kata sandi Dasbor Anda'),
    paragraphs: [
      localized(
        `Use the link below to set a new password. It works once, within ${RESET_LINK_HOURS} hour.`,
        `Gunakan tautan di bawah untuk menetapkan kata sandi baru. Tautan berlaku satu kali, dalam ${RESET_LINK_HOURS} jam.`,
      ),
      localized(
        'If you did not request this, ignore this email. Your password stays the same.',
        'Jika Anda tidak memintanya, abaikan email ini. Kata sandi Anda tidak berubah.',
      ),
    ],
    link: localized('Reset password', 'Atur ulang kata sandi'),
    path: '/reset-password/',
  },
  verify_email: {
    subject: localized('Confirm your email for Dasbor', 'Konfirmasi email Anda untuk Dasbor'),
    paragraphs: [
      localized(
        `Use the link below to confirm your email address. It works once, within ${ACCOUNT_LINK_HOURS} hours.`,
        `Gunakan tautan di bawah untuk mengonfirmasi alamat email Anda. Tautan berlaku satu kali, dalam ${ACCOUNT_LINK_HOURS} jam.`,
      ),
      localized('If you did not request this, ignore this email.', 'Jika Anda tidak memintanya, abaikan email ini.'),
    ],
    link: localized('Confirm email', 'Konfirmasi email'),
    path: '/verification-email/',
  },
  already_registered: {
    subject: localized('You already have a Dasbor account', 'Anda sudah memiliki akun Dasbor'),
    paragraphs: [
      localized(
        'Someone tried to register a business with this email address. You already have an account, so no new one was created.',
        'Seseorang mencoba mendaftarkan bisnis dengan alamat email ini. Anda sudah memiliki akun, sehingga akun baru tidak dibuat.',
      ),
      localized(
        'Sign in with your password, or reset it on the sign-in page if you forgot it. If this was not you, ignore this email.',
        'Masuk dengan kata sandi Anda, atau atur ulang di halaman masuk jika lupa. Jika ini bukan Anda, abaikan email ini.',
      ),
    ],
    link: localized('Sign in', 'Masuk'),
    path: '/login',
  },
};

const FOOTER = localized(
  'You are receiving this email because your email address was used on Dasbor.',
  'Anda menerima email ini karena alamat email Anda digunakan di Dasbor.',
);

export function buildAccountEmail(
  purpose: AccountEmail,
  { language, token, public_url }: { language: Language; token: string; public_url: string },
): EmailContent {
  const { subject, paragraphs, link, path } = TEXTS[purpose];
  return {
    language,
    subject: subject[language],
    heading: subject[language],
    paragraphs: paragraphs.map((paragraph) => paragraph[language]),
    tables: [],
    link: { label: link[language], url: new URL(path.endsWith('/') ? path + token : path, public_url).href },
    footer: [FOOTER[language]],
  };
}
