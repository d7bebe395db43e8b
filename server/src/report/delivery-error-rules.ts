/** Delivery errors: stored in English with their run, translated when a user reads them. Pure. */
import { type Language, type Localized, localized } from '@dasbor/contract/language';
import { SFTP_ERROR_MESSAGES } from '../sftp/sftp-error.ts';

export const DELIVERY_ERRORS = {
  password_missing: localized(
    'The SFTP password is missing. Enter it in the configuration.',
    'Kata sandi SFTP belum diisi. Masukkan di konfigurasi.',
  ),
  password_unreadable: localized(
    'The stored SFTP password cannot be read. Enter it again.',
    'Kata sandi SFTP yang tersimpan tidak dapat dibaca. Masukkan kembali.',
  ),
  switched_off: localized(
    'Report delivery was switched off before the report could be delivered.',
    'Pengiriman laporan dinonaktifkan sebelum laporan dapat dikirim.',
  ),
  mail_unreachable: localized('The mail server could not be reached.', 'Server email tidak dapat dihubungi.'),
  mail_not_configured: localized(
    'No mail server is configured (SMTP_URL).',
    'Server email belum dikonfigurasi (SMTP_URL).',
  ),
  header_invalid: localized('A header contains a control character.', 'Judul email memuat karakter kontrol.'),
  recipient_invalid: localized(
    'The recipient is not a valid email address.',
    'Penerima bukan alamat email yang valid.',
  ),
} as const;

/** Errors that end with the response of the mail server. */
const PREFIXES: readonly Localized[] = [
  localized('The mail server rejected the email: ', 'Server email menolak email: '),
  localized('The mail server deferred the email: ', 'Server email menunda email: '),
];

const MESSAGES = new Map(
  [...Object.values(DELIVERY_ERRORS), ...Object.values(SFTP_ERROR_MESSAGES)].map((message) => [message.en, message.id]),
);

/** Translates a stored error, line by line; a line may begin with its recipient. Unknown errors stay English. */
export function translateDeliveryError(error: string | null, language: Language): string | null {
  if (error === null || language === 'en') return error;
  return error.split('\n').map(translateLine).join('\n');
}

function translateLine(line: string): string {
  const [, recipient = '', message = ''] = /^(?:(\S+@\S+: ))?(.*)$/s.exec(line) ?? [];
  const prefix = PREFIXES.find(({ en }) => message.startsWith(en));
  const translated =
    prefix === undefined ? (MESSAGES.get(message) ?? message) : prefix.id + message.slice(prefix.en.length);
  return recipient + translated;
}
