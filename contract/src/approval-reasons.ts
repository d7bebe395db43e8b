/** Why a request was not approved. Stored in English and translated when it is shown. */
import { validationMessage } from './language.ts';

export const APPROVAL_EXPIRED = validationMessage(
  'The request expired before it was approved',
  'Permintaan kedaluwarsa sebelum disetujui',
);
