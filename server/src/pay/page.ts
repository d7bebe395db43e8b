/**
 * Serves the customer's pay page at `/pay/{slug}`: one document with its style and the link's data in it, and one
 * script. What is unknown is answered by the same document with status 404, whatever is wrong with the address.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PayLink } from '@dasbor/contract/pay';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { parseEncoding } from '../http/compress.ts';
import { Problem, notFound } from '../http/problem.ts';
import { recordLinkEvent } from '../payment-link/queries.ts';
import { type BuiltPage, createPageReader } from './built-page.ts';
import { type OpenedLink, buildPayLink, findOpenedLink } from './view.ts';

/** Pages that one address may open in a minute: many customers share the address of their mobile network. */
const PAGES_PER_MINUTE = 300;
const YEAR_S = 31_536_000;

/** Registers the page and its files. `folder`: the build of pay/. */
export function servePayPage(fastify: FastifyInstance, deps: Deps, folder: string): void {
  const readPage = createPageReader(folder);
  const check = fastify.createRateLimit({
    max: PAGES_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => `pay-page:${request.ip}`,
  });
  const is_https = deps.env.PUBLIC_URL.startsWith('https:');

  fastify.get<{ Params: { slug: string } }>('/pay/:slug', async (request, reply) => {
    const limit = await check(request);
    if (!limit.isAllowed && limit.isExceeded) throw buildTooManyRequests(limit.ttl);
    const page = readPage();
    if (page === null) throw notFound();
    const now = deps.clock.now();
    const opened = await findOpenedLink(deps.db, request.params.slug, now);
    if (opened !== null && isVisit(request)) recordView(deps, opened, now);
    const link = opened === null ? null : buildPayLink(opened, null, now);
    return sendDocument(reply, page, link, is_https);
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

const buildTooManyRequests = (ttl_ms: number): Problem => {
  const retry_after_s = Math.max(1, Math.ceil(ttl_ms / 1000));
  return new Problem(429, 'too_many_requests', `Too many requests. Try again in ${retry_after_s} s.`, {
    retry_after_s,
  });
};

function sendDocument(reply: FastifyReply, page: BuiltPage, link: PayLink | null, is_https: boolean): FastifyReply {
  return reply
    .code(link === null ? 404 : 200)
    .header('content-security-policy', buildPolicy(page.style_hash, is_https))
    .header('x-robots-tag', 'noindex, nofollow')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.renderDocument(link));
}

/** As strict as the dashboard's, and stricter: the one style sheet is known by its hash, and no policy makes markup. */
const buildPolicy = (style_hash: string, is_https: boolean): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${style_hash}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "trusted-types 'none'",
    "require-trusted-types-for 'script'",
    ...(is_https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');

/** A person's browser that opens the page; previews in chats and pages loaded ahead are no visits. */
const isVisit = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'document' && headers['sec-purpose'] === undefined;

/** Beside the answer: nobody waits for it, and it is no reason to fail. */
function recordView(deps: Deps, { merchant_id, link }: OpenedLink, at: Date): void {
  asMerchant(deps.db, merchant_id, (tx) =>
    recordLinkEvent(tx, link.id, { at, kind: 'viewed', actor_type: 'visitor' }),
  ).catch((error: unknown) => deps.log.warn({ err: error }, 'a view was not counted'));
}
