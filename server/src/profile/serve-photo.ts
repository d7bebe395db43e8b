/** Serves the photos of people without a session, at an address that only those know who may see the person. */
import type { FastifyInstance } from 'fastify';
import { isStorableText } from '@dasbor/contract/text';
import { asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { toAddressKey } from '../http/address.ts';
import { assertWithinLimit } from '../http/limits.ts';
import { notFound } from '../http/problem.ts';
import { createRateCounter } from '../http/rate-counter.ts';
import { findPhoto } from './photo-queries.ts';

/** Per IP address; high, because a list shows many and an office shares an address. */
const PHOTOS_PER_MINUTE = 1_200;
const DAY_S = 86_400;

export function servePhotos(fastify: FastifyInstance, deps: Deps): void {
  const requests = createRateCounter({ max: PHOTOS_PER_MINUTE, window_ms: 60_000 });
  fastify.get<{ Params: { user_id: string; token: string } }>('/photos/:user_id/:token', async (request, reply) => {
    assertWithinLimit(requests.count(toAddressKey(request.ip)));
    const { user_id, token } = request.params;
    if (!isStorableText(user_id) || !isStorableText(token)) throw notFound();
    const photo = await asLogin(deps.db, (tx) => findPhoto(tx, user_id, token));
    if (photo === undefined) throw notFound();
    return (
      reply
        // Only the browser of the reader keeps it.
        .header('cache-control', `private, max-age=${DAY_S}, immutable`)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'same-origin')
        .type(photo.content_type)
        .send(photo.content)
    );
  });
}
