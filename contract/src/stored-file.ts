/** Files that emails link to. The signed link is the only authorization and expires. */
import { z } from 'zod';
import { route } from './route.ts';

export const downloadStoredFile = route({
  name: 'downloadStoredFile',
  method: 'GET',
  path: '/files/{token}',
  summary: 'Download a file by its signed link',
  access: 'public',
  params: z.object({ token: z.string().max(300).describe('Signed token with the file and the expiry of the link') }),
  stream: 'application/octet-stream',
  errors: { link_expired: 404 },
});
