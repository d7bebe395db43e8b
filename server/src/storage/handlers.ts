/** Files by their signed links. */
import type * as contract from '@dasbor/contract/stored-file';
import { Problem } from '../http/problem.ts';
import { type Handlers, StreamResponse } from '../http/serve.ts';
import { verifyFileToken } from './signed-url.ts';
import { findStoredFile, readStoredFile } from './stored-file.ts';

export const storageHandlers: Handlers<typeof contract> = {
  downloadStoredFile: async ({ params, deps, now }) => {
    const named = await verifyFileToken(deps.secrets, params.token, now);
    const file = named && (await findStoredFile(deps, named.merchant_id, named.file_id));
    // A link that was made up and one that ended are answered alike.
    if (!file) throw new Problem(404, 'link_expired', 'This link has ended. Download the file in the dashboard.');
    return new StreamResponse(readStoredFile(deps.db, named.merchant_id, file), file.content_type, file.name);
  },
};
