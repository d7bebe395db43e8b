/** Files that are fetched by a link from a mail: the link is the whole permission, for as long as it says. */
import { z } from 'zod';
import { route } from './route.ts';

export const downloadStoredFile = route({
  name: 'downloadStoredFile',
  method: 'GET',
  path: '/files/{token}',
  summary: 'A file by its signed link, without a session, until the link ends',
  access: 'public',
  params: z.object({ token: z.string().max(300).describe('Signed by us: names the file and when the link ends') }),
  stream: 'application/octet-stream',
  errors: { link_expired: 404 },
});
