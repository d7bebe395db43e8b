/** Texts of notification emails about SNAP credentials, in both languages. */
import { formatInstant } from '@dasbor/contract/format';
import type { TemplateData } from '../db/column-types.ts';
import { toText } from './format.ts';
import { always } from './message-builders.ts';

interface OutcomeTexts {
  subjects: Record<string, (data: TemplateData) => string>;
  bodies: Record<string, (data: TemplateData) => string>;
}

export const SNAP_ENGLISH: OutcomeTexts = {
  subjects: {
    snap_created: ({ name }) => `SNAP credential created: ${toText(name)}`,
    snap_revoked: ({ name }) => `SNAP credential revoked: ${toText(name)}`,
    snap_key_replaced: ({ name }) => `Public key of a SNAP credential changed: ${toText(name)}`,
    snap_secret_rotated: ({ name }) => `Secret of a SNAP credential rotated: ${toText(name)}`,
  },
  bodies: {
    snap_created: always(
      'A new SNAP credential can accept payments on behalf of your business. If your team did not create it, revoke it now.',
    ),
    snap_revoked: always('This SNAP credential no longer works. Requests that use it are rejected.'),
    snap_key_replaced: always(
      'Access tokens are now issued to the holder of another private key. If your team did not change it, revoke the credential now.',
    ),
    snap_secret_rotated: ({ valid_until }) =>
      valid_until
        ? `Requests can be signed with a new client secret. The former one works until ${formatInstant(toText(valid_until), 'en')}. If your team did not do this, revoke the credential now.`
        : 'Requests can be signed with a new client secret only. If your team did not do this, revoke the credential now.',
  },
};

export const SNAP_INDONESIAN: OutcomeTexts = {
  subjects: {
    snap_created: ({ name }) => `Kredensial SNAP dibuat: ${toText(name)}`,
    snap_revoked: ({ name }) => `Kredensial SNAP dicabut: ${toText(name)}`,
    snap_key_replaced: ({ name }) => `Public key kredensial SNAP diubah: ${toText(name)}`,
    snap_secret_rotated: ({ name }) => `Secret kredensial SNAP dirotasi: ${toText(name)}`,
  },
  bodies: {
    snap_created: always(
      'Sebuah kredensial SNAP baru dapat menerima pembayaran atas nama bisnis Anda. Jika bukan tim Anda yang membuatnya, segera cabut.',
    ),
    snap_revoked: always('Kredensial SNAP ini tidak berlaku lagi. Permintaan yang menggunakannya akan ditolak.'),
    snap_key_replaced: always(
      'Access token kini diterbitkan untuk pemegang private key lain. Jika bukan tim Anda yang mengubahnya, segera cabut kredensial ini.',
    ),
    snap_secret_rotated: ({ valid_until }) =>
      valid_until
        ? `Permintaan dapat ditandatangani dengan client secret baru. Secret sebelumnya berlaku sampai ${formatInstant(toText(valid_until), 'id')}. Jika bukan tim Anda yang melakukannya, segera cabut kredensial ini.`
        : 'Permintaan hanya dapat ditandatangani dengan client secret baru. Jika bukan tim Anda yang melakukannya, segera cabut kredensial ini.',
  },
};
