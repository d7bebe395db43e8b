/** Serves the built dashboard: hashed files as immutable, and the page, with a new nonce, for every browser path. */
import * as duration from '@dasbor/contract/duration';
import { parseLanguage } from '@dasbor/contract/language';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../env.ts';
import { buildPagePolicy } from './headers.ts';
import { rejectUnmatched } from './unmatched.ts';

/** Folder of the files whose names contain a hash of their content. */
const ASSETS = 'assets';
const YEAR_MS = duration.days(365);
/** Paths that are never a page of the dashboard. */
const NOT_PAGES = /^\/(api|snap|assets|healthz|readyz|metrics)(\/|$)/;

/** Paths of the API: a request that matches none of its routes counts like one without credentials. */
const API_PATHS = /^\/(api|snap)(\/|$)/;

interface PageOptions {
  env: Env;
  /** Counts a request against the budget of its address. */
  countRequest: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Registers the files of `folder` (the web build) and the page as the fallback of every GET that accepts HTML. */
export async function servePage(
  fastify: FastifyInstance,
  folder: string,
  { env, countRequest }: PageOptions,
): Promise<void> {
  const page_file = join(folder, 'index.html');
  const is_built = existsSync(page_file);
  const html = is_built ? readFileSync(page_file, 'utf8') : '';
  if (is_built) {
    await fastify.register(fastifyStatic, {
      root: join(folder, ASSETS),
      serve: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const is_hashed = path.startsWith(join(folder, ASSETS));
        reply.header(
          'cache-control',
          is_hashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'public, max-age=300',
        );
      },
    });
    // One route for all files: one per file would cost a third of the start. The library's own route reads the folder for
    // every request, to find out how the file's name is spelled, which is a fifth of the work of a page's first load.
    fastify.route<{ Params: { name: string } }>({
      method: ['GET', 'HEAD'],
      url: `/${ASSETS}/:name`,
      handler: (request, reply) => reply.sendFile(request.params.name),
    });
    for (const name of listPublicFiles(folder)) {
      fastify.get(`/${name}`, (_request, reply) => reply.sendFile(name, folder));
    }
  }
  const options = {
    report_origin: env.SENTRY_DSN === undefined ? undefined : new URL(env.SENTRY_DSN).origin,
    is_https: env.PUBLIC_URL.startsWith('https:'),
  };

  const sendPage = (request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', buildPagePolicy(nonce, options))
      .header('cache-control', 'no-store')
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(
        html
          .replaceAll('__CSP_NONCE__', nonce)
          .replaceAll('__SENTRY_DSN__', env.SENTRY_DSN ?? '')
          .replaceAll('__ERROR_REPORTING_PII__', env.ERROR_REPORTING_PII)
          .replaceAll('__SUPPORT_EMAIL__', env.SUPPORT_EMAIL)
          .replaceAll(
            '__LOGIN_FRAME__',
            path === '/login' ? parseLanguage(request.headers['accept-language']) : 'hidden',
          ),
      );
  };
  fastify.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (is_built && wantsPage(request) && !NOT_PAGES.test(path)) return sendPage(request, reply, path);
    if (API_PATHS.test(path)) countRequest(request, reply);
    throw rejectUnmatched(request, reply);
  });
}

/** Files next to the page that are served under their own name, such as its icon. */
const listPublicFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:svg|png|ico|txt|webmanifest)$/.test(entry.name))
    .map(({ name }) => name);

/** Every client that reads a page gets it, link previews included, unless it asks for JSON or names a file. */
function wantsPage({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const accepted = headers.accept ?? '';
  if (accepted.includes('text/html')) return true;
  return !accepted.includes('application/json') && !/\.[a-z0-9]+$/i.test(url.split('?', 1)[0] ?? '');
}
