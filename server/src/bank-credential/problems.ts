/** Why the credentials of a merchant at the bank are refused. */
import { localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';

export const credentialExists = () =>
  new Problem(
    409,
    'bank_credential_exists',
    localized(
      'The merchant has its own credentials for this channel. Rotate them, or remove them first.',
      'Merchant sudah memiliki kredensial sendiri untuk kanal ini. Rotasi atau hapus kredensial tersebut terlebih dahulu.',
    ),
  );

export function keyTaken(): Problem {
  const detail = localized(
    'This client key of the bank belongs to other credentials. Each set of credentials needs its own.',
    'Client key bank ini dipakai oleh kredensial lain. Setiap kredensial memerlukan client key sendiri.',
  );
  return new Problem(409, 'bank_client_key_taken', detail, { errors: [{ field: 'bank_client_key', detail }] });
}

export const rotationInProgress = () =>
  new Problem(
    409,
    'bank_rotation_in_progress',
    localized(
      'The credentials were rotated less than 24 hours ago, and callbacks under the former ones are still accepted.',
      'Kredensial dirotasi kurang dari 24 jam yang lalu, dan callback dengan kredensial lama masih diterima.',
    ),
  );

export const credentialRejected = () =>
  new Problem(
    422,
    'bank_credential_rejected',
    localized(
      'The bank did not accept the new credentials. Nothing was changed. Check the client key and the client secret.',
      'Bank tidak menerima kredensial baru. Tidak ada yang diubah. Periksa client key dan client secret.',
    ),
  );
