/**
 * Serves the hosted pay page at `/pay/{slug}`: one document with inlined style and link data, and one script. Unknown
 * slugs return the same document with status 404.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PayLink } from '@dasbor/contract/pay';
import { isStorableText } from '@dasbor/contract/text';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { parseEncoding } from '../http/compress.ts';
import { toAddressKey } from '../http/address.ts';
import { hashStyle } from '../http/headers.ts';
import { assertWithinLimit } from '../http/limits.ts';
import { notFound } from '../http/problem.ts';
import { createRateCounter } from '../http/rate-counter.ts';
import { recordLinkEvent } from '../payment-link/queries.ts';
import { buildBrandStyle } from '../branding/rules.ts';
import { type BuiltPage, createPageReader } from './built-page.ts';
import { type OpenedLink, buildPayLink, findOpenedLink } from './view.ts';

/** Page views per IP address and minute; high, because mobile customers share addresses. */
const PAGES_PER_MINUTE = 300;
const YEAR_S = 31_536_000;

/** Registers the page and its files. `folder`: the build of pay/. */
export function servePayPage(fastify: FastifyInstance, deps: Deps, folder: string): void {
  const readPage = createPageReader(folder);
  const views = createRateCounter({ max: PAGES_PER_MINUTE, window_ms: 60_000 });
  const is_https = deps.env.PUBLIC_URL.startsWith('https:');

  fastify.get<{ Params: { slug: string } }>('/pay/:slug', async (request, reply) => {
    assertWithinLimit(views.count(toAddressKey(request.ip)));
    const page = readPage();
    if (page === null) throw notFound();
    const now = deps.clock.now();
    const { slug } = request.params;
    const opened = isStorableText(slug) ? await findOpenedLink(deps.db, slug, now) : null;
    if (opened !== null && isVisit(request)) recordView(deps, opened, now);
    const link = opened === null ? null : buildPayLink(opened, null, now);
    const brand_style = buildBrandStyle(opened?.merchant.brand_color ?? null);
    return sendDocument(reply, page, { link, brand_style, is_https });
  });

  fastify.get<{ Params: { file: string } }>('/pay/assets/:file', async (request, reply) => {
    const file = readPage()?.assets.get(request.params.file);
    if (file === undefined) throw notFound();
    const encoding = parseEncoding(request);
    return reply
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .header('vary', 'accept-encoding')
      .headers(encoding === 'identity' ? {} : { 'content-encoding': encoding })
      .type(file.type)
      .send(file.bodies[encoding]);
  });
}

interface PayDocument {
  link: PayLink | null;
  /** Empty without a brand colour. */
  brand_style: string;
  is_https: boolean;
}

function sendDocument(
  reply: FastifyReply,
  page: BuiltPage,
  { link, brand_style, is_https }: PayDocument,
): FastifyReply {
  const style_hashes = [page.style_hash, ...(brand_style === '' ? [] : [hashStyle(brand_style)])];
  return reply
    .code(link === null ? 404 : 200)
    .header('content-security-policy', buildPolicy(style_hashes, is_https))
    .header('x-robots-tag', 'noindex, nofollow')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.renderDocument(link, brand_style));
}

/** Stricter than the policy of the dashboard: inline styles are allowed by their hash, and no Trusted Types policy exists. */
const buildPolicy = (style_hashes: string[], is_https: boolean): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${style_hashes.map((hash) => `'${hash}'`).join(' ')}`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "trusted-types 'none'",
    "require-trusted-types-for 'script'",
    ...(is_https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');

/** A browser navigation; link previews and prefetches do not count as views. */
const isVisit = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'document' && headers['sec-purpose'] === undefined;

/** Records a view in the background; a failure does not affect the response. */
function recordView(deps: Deps, { merchant_id, link }: OpenedLink, at: Date): void {
  asMerchant(deps.db, merchant_id, (tx) =>
    recordLinkEvent(tx, link.id, { at, kind: 'viewed', actor_type: 'visitor' }),
  ).catch((error: unknown) => deps.log.warn({ err: error }, 'failed to record a page view'));
}
