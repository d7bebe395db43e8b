/** Builds the application from the explicit list of its features. It neither listens nor connects. */
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { parseVaNumber } from '@dasbor/contract/bank';
import type { Route } from '@dasbor/contract/route';
import { logApiRequests } from './api-settings/log-writer.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { withCallbackGuard } from './bank-credential/callback-guard.ts';
import { depositVaCallbackHandler } from './deposit-va/va-callback-handler.ts';
import { recordRefusal } from './audit/refusal.ts';
import { assertReachable } from './db/start-checks.ts';
import { newId } from './db/new-id.ts';
import type { Deps } from './deps.ts';
import { rejectMalformedConnection, rejectMalformedUrl } from './http/malformed-requests.ts';
import { compressResponses } from './http/compress.ts';
import { acceptForms } from './http/form.ts';
import { setSecurityHeaders } from './http/headers.ts';
import { BODY_LIMIT_BYTES, HEADER_LIMIT_BYTES, createLimits } from './http/limits.ts';
import { logResponses } from './http/log-responses.ts';
import { serveMetrics } from './http/metrics.ts';
import { servePage } from './http/page.ts';
import type { Principal } from './http/principal.ts';
import { sendProblem } from './http/problem.ts';
import { serveReference } from './api-reference/serve-reference.ts';
import { registerRoutes } from './http/serve.ts';
import { FEATURES } from './features.ts';
import { PAY_FOLDER, WEB_FOLDER } from './folders.ts';
import { watchAccess } from './live/access-watch.ts';
import { serveLogos } from './branding/serve-logo.ts';
import { servePhotos } from './profile/serve-photo.ts';
import { servePayPage } from './pay/page.ts';
import { qrisCallbacks } from './qris-payment/callbacks.ts';
import { parsePartnerReference } from './qris-payment/reference-rules.ts';
import { handleStickerCallback } from './sticker/receive-payment.ts';
import { withReversals } from './refund/reversal.ts';
import { findMerchantByVaPrefix } from './merchant/queries.ts';
import { registerRailCallbacks } from './rails/register-callbacks.ts';
import { buildVaCallbacks } from './rails/va-callbacks.ts';
import { buildTokenService, registerMerchantServices } from './snap-credential/services.ts';
import { SNAP_OPERATIONS } from './snap-ports.ts';
import { createUploads } from './upload/accept.ts';
import { virtualAccountCallbackHandler } from './virtual-account/va-callback-handler.ts';

/** Longest user agent that is stored with what a principal does. */
const USER_AGENT_MAX = 300;

/**
 * Actions of a principal are recorded with its browser or program. A change by a person reads the session again, because
 * another process may have switched its merchant.
 */
function authenticateRequests(deps: Deps): (request: FastifyRequest) => Promise<Principal | null> {
  const authenticate = createAuthenticator(deps);
  return async ({ headers, ip, method }) => {
    const principal = await authenticate(headers.authorization, ip, { is_current: method !== 'GET' });
    return principal && { ...principal, user_agent: headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null };
  };
}

/** Builds the HTTP server. Call `ready()` or `listen()` on the result. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { env } = deps;
  const fastify = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: BODY_LIMIT_BYTES,
    http: { maxHeaderSize: HEADER_LIMIT_BYTES },
    // Limits how long a request may take to arrive; its processing is not limited.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    genReqId: () => newId('request', deps.clock.now()),
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: rejectMalformedUrl,
    clientErrorHandler: rejectMalformedConnection,
    trustProxy: env.NODE_ENV === 'production' ? 'loopback, uniquelocal' : false,
  });
  fastify.decorateRequest('principal', null);
  fastify.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  // Open event streams would delay the shutdown.
  fastify.addHook('preClose', () => deps.live.close());
  setSecurityHeaders(fastify, { is_https: env.PUBLIC_URL.startsWith('https:') });
  logResponses(fastify);
  logApiRequests(fastify, deps);
  compressResponses(fastify);
  acceptForms(fastify);
  serveMetrics(fastify, env);
  serveHealth(fastify, deps);

  const authenticate = authenticateRequests(deps);
  const limits = createLimits();
  const accept_upload = createUploads();
  for (const [file, handlers] of FEATURES) {
    registerRoutes(fastify, {
      deps,
      authenticate,
      routes: listRoutes(file),
      handlers,
      limits,
      record_refusal: recordRefusal,
      accept_upload,
      watch_access: watchAccess,
    });
  }
  const countRequest = limits.countAnonymous;
  serveReference(fastify, { origin: env.PUBLIC_URL, countRequest });
  const findMerchant = (va_part: string) => findMerchantByVaPrefix(deps.db, va_part);
  const callbacks = [
    ...qrisCallbacks(deps, handleStickerCallback),
    // Deposit VAs first: their numbers alone identify them, without using up the external id of the message.
    ...buildVaCallbacks(findMerchant, [depositVaCallbackHandler(deps), virtualAccountCallbackHandler(deps)]),
  ];
  const findMerchantByVaNumber = async (number: string) => {
    const read = parseVaNumber(number);
    return read === null ? null : findMerchant(read.va_part);
  };
  const findMerchantByReference = (reference: string) => parsePartnerReference(reference)?.merchant_id ?? null;
  const lookup = { findMerchantByReference, findMerchantByVaNumber };
  const services = withCallbackGuard(deps, lookup, withReversals(deps, lookup, callbacks));
  const issueMerchantToken = buildTokenService(deps, limits);
  await registerRailCallbacks(fastify, deps, services, { limits, issueMerchantToken });
  await registerMerchantServices(fastify, deps, limits, SNAP_OPERATIONS);
  servePayPage(fastify, deps, PAY_FOLDER);
  serveLogos(fastify, deps);
  servePhotos(fastify, deps);
  await servePage(fastify, WEB_FOLDER, { env, countRequest });
  return fastify;
}

export const listRoutes = (file: object): Route[] =>
  (Object.values(file) as unknown[]).filter(
    (value): value is Route => typeof value === 'object' && value !== null && 'access' in value && 'path' in value,
  );

function serveHealth(fastify: FastifyInstance, deps: Deps): void {
  fastify.get('/healthz', () => ({ status: 'ok' }));
  fastify.get('/readyz', async () => {
    await assertReachable(deps.db);
    return { status: 'ready' };
  });
}
