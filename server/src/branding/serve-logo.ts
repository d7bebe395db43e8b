/**
 * Serves logos to customers without a session: only files that a merchant published, at an address with their hash, with
 * the type under which they were encoded.
 */
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { isStorableText } from '@dasbor/contract/text';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { toAddressKey } from '../http/address.ts';
import { assertWithinLimit } from '../http/limits.ts';
import { notFound } from '../http/problem.ts';
import { createRateCounter } from '../http/rate-counter.ts';
import { readStoredFile } from '../storage/stored-file.ts';
import { findPublishedLogo } from './queries.ts';
import { parseLogoHash } from './rules.ts';

/** Per IP address; high, because mobile customers share addresses. */
const LOGOS_PER_MINUTE = 600;
const YEAR_S = 31_536_000;

export function serveLogos(fastify: FastifyInstance, deps: Deps): void {
  const requests = createRateCounter({ max: LOGOS_PER_MINUTE, window_ms: 60_000 });
  fastify.get<{ Params: { merchant_id: string; file: string } }>(
    '/logos/:merchant_id/:file',
    async (request, reply) => {
      assertWithinLimit(requests.count(toAddressKey(request.ip)));
      const { merchant_id, file } = request.params;
      const sha256 = parseLogoHash(`/${file}`);
      if (sha256 === null || !isStorableText(merchant_id)) throw notFound();
      const logo = await asMerchant(deps.db, merchant_id, (tx) => findPublishedLogo(tx, sha256));
      if (logo === undefined) throw notFound();
      const stored = { id: logo.file_id, size_bytes: logo.size_bytes };
      return (
        reply
          .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
          .header('content-security-policy', "default-src 'none'; sandbox")
          // Web mail shows the logo of an email on its own page.
          .header('cross-origin-resource-policy', 'cross-origin')
          .type(logo.content_type)
          .send(await buffer(readStoredFile(deps.db, merchant_id, stored)))
      );
    },
  );
}
