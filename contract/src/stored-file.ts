/** Files that emails link to. The signed link is the only authorization and expires. */
import { z } from 'zod';
import { route, TABLE_TYPES } from './route.ts';

export const downloadStoredFile = route({
  name: 'downloadStoredFile',
  method: 'GET',
  path: '/files/{token}',
  summary: 'Download a file by its signed link',
  access: 'public',
  params: z.object({ token: z.string().max(300).describe('Signed token with the file and the expiry of the link') }),
  stream: [...TABLE_TYPES, 'text/plain', 'image/png', 'image/jpeg'],
  errors: { link_expired: 404 },
});
