/** Downloads by signed link. */
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/stored-file';
import { Problem } from '../http/problem.ts';
import { type Handlers, StreamResponse } from '../http/serve.ts';
import { verifyFileToken } from './signed-url.ts';
import { findStoredFile, readStoredFile } from './stored-file.ts';

const LINK_EXPIRED = localized(
  'This link has expired. Download the file from the dashboard.',
  'Tautan ini sudah kedaluwarsa. Unduh berkas dari dasbor.',
);

export const storageHandlers: Handlers<typeof contract> = {
  downloadStoredFile: async ({ params, deps, now }) => {
    const claims = await verifyFileToken(deps.secrets, params.token, now);
    const file = claims && (await findStoredFile(deps, claims.merchant_id, claims.file_id));
    // Forged and expired links get the same response.
    if (!file) throw new Problem(404, 'link_expired', LINK_EXPIRED);
    return new StreamResponse(readStoredFile(deps.db, claims.merchant_id, file), file.content_type, file.name);
  },
};
