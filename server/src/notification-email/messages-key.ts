/** Texts of notification emails about API keys and webhook secrets, in both languages. */
import { formatInstant } from '@dasbor/contract/format';
import type { TemplateData } from '../db/column-types.ts';
import { toText } from './format.ts';
import { always } from './message-builders.ts';

interface OutcomeTexts {
  subjects: Record<string, (data: TemplateData) => string>;
  bodies: Record<string, (data: TemplateData) => string>;
}

export const KEY_ENGLISH: OutcomeTexts = {
  subjects: {
    created: (data) => `API key created: ${toText(data.key_name)}`,
    revoked: (data) => `API key revoked: ${toText(data.key_name)}`,
    rolled: (data) => `API key rotated: ${toText(data.key_name)}`,
    expiring: (data) => `API key expires soon: ${toText(data.key_name)}`,
    secret_changed: always('Webhook secret changed'),
  },
  bodies: {
    created: always('A new API key can act on behalf of your business. If your team did not create it, revoke it now.'),
    revoked: always('This API key no longer works. Requests that use it are rejected.'),
    rolled: ({ valid_until }) =>
      valid_until
        ? `This API key was replaced by a new one. The previous key works until ${formatInstant(toText(valid_until), 'en')}. If your team did not do this, revoke both keys now.`
        : 'This API key was replaced by a new one. The previous key no longer works. If your team did not do this, revoke the key now.',
    expiring: (data) =>
      `This API key expires at ${formatInstant(toText(data.expires_at), 'en')}. Requests that use it are rejected from then on. Rotate the key and replace it on your servers before that.`,
    secret_changed: always(
      'Webhooks are now signed with a new secret. If your team did not change it, rotate the secret now.',
    ),
  },
};

export const KEY_INDONESIAN: OutcomeTexts = {
  subjects: {
    created: (data) => `API key dibuat: ${toText(data.key_name)}`,
    revoked: (data) => `API key dicabut: ${toText(data.key_name)}`,
    rolled: (data) => `API key dirotasi: ${toText(data.key_name)}`,
    expiring: (data) => `API key segera kedaluwarsa: ${toText(data.key_name)}`,
    secret_changed: always('Secret webhook diubah'),
  },
  bodies: {
    created: always(
      'Sebuah API key baru dapat bertindak atas nama bisnis Anda. Jika bukan tim Anda yang membuatnya, segera cabut.',
    ),
    revoked: always('API key ini tidak berlaku lagi. Permintaan yang menggunakannya akan ditolak.'),
    rolled: ({ valid_until }) =>
      valid_until
        ? `API key ini diganti dengan yang baru. API key sebelumnya berlaku sampai ${formatInstant(toText(valid_until), 'id')}. Jika bukan tim Anda yang melakukannya, segera cabut keduanya.`
        : 'API key ini diganti dengan yang baru. API key sebelumnya tidak berlaku lagi. Jika bukan tim Anda yang melakukannya, segera cabut API key ini.',
    expiring: (data) =>
      `API key ini kedaluwarsa pada ${formatInstant(toText(data.expires_at), 'id')}. Setelah itu permintaan yang menggunakannya ditolak. Rotasi API key ini dan perbarui server Anda sebelum waktu tersebut.`,
    secret_changed: always(
      'Webhook kini ditandatangani dengan secret baru. Jika bukan tim Anda yang mengubahnya, segera rotasi secret tersebut.',
    ),
  },
};
