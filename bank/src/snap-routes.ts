/** Registers the SNAP BI services of the bank. */
import {
  accessTokenRequest,
  SNAP_PATHS,
  SNAP_RESPONSES,
  SNAP_SERVICES,
  type SnapCall,
  buildSnapResponse,
  getSnapMethod,
} from '@dasbor/contract/snap';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { BankContext } from './bank.ts';
import { qrServices } from './qr-services.ts';
import { refundServices } from './refund-services.ts';
import type { SnapServices } from './snap-service.ts';
import { authenticateRequest, authenticateTokenRequest, issueToken, SnapError, TOKEN_TTL_S } from './snap-auth.ts';
import { readSwitches } from './switches.ts';
import { transferServices } from './transfer-services.ts';
import { vaServices } from './va-services.ts';

/** Bodies are kept as text, because the signature covers the raw bytes. */
export function registerSnapServices(app: FastifyInstance, bank: BankContext): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  registerService('access_token', async (request) => {
    const partner = authenticateTokenRequest(bank, toReceivedRequest(request));
    parse(accessTokenRequest, request);
    return { accessToken: issueToken(bank, partner), tokenType: 'BearerToken', expiresIn: String(TOKEN_TTL_S) };
  });

  const transfers = transferServices(bank);
  const services: SnapServices = { ...qrServices(bank), ...transfers, ...refundServices(bank), ...vaServices(bank) };
  for (const [call, service] of Object.entries(services) as [SnapCall, SnapServices[SnapCall]][]) {
    registerService(call, async (request) => {
      const partner = authenticateRequest(bank, toReceivedRequest(request));
      // Registered partners have no account to transfer from.
      if (!partner.is_first && call in transfers) throw new SnapError('feature_not_allowed');
      return service ? service((schema) => parse(schema, request), partner) : {};
    });
  }

  function registerService(call: SnapCall, answer: (request: FastifyRequest) => Promise<object>): void {
    const service = SNAP_SERVICES[call];
    const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const refused = error instanceof SnapError ? error : toSnapError(error);
      if (refused.response === 'internal_error') request.log.error({ err: error }, 'SNAP call failed');
      else request.log.info({ reason: refused.message }, 'SNAP call refused');
      return reply
        .code(SNAP_RESPONSES[refused.response].http)
        .send(buildSnapResponse(refused.response, service, refused.field));
    };
    const handler = async (request: FastifyRequest): Promise<object> => {
      if (readSwitches(bank.database).offline) throw new SnapError('unavailable');
      return { ...buildSnapResponse('successful', service), ...(await answer(request)) };
    };
    app.route({ method: getSnapMethod(call), url: SNAP_PATHS[call], errorHandler, handler });
  }
}

const toReceivedRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: request.url,
  headers: request.headers,
  body: getBody(request),
});

const getBody = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');

/** Parses the body; the first validation error names its field as missing or malformed. */
function parse<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  const body = parseJson(getBody(request));
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const given = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], body);
  throw new SnapError(given === undefined ? 'missing_field' : 'invalid_format', path.join('.'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SnapError('bad_request');
  }
}

/** HTTP errors of Fastify (oversized body, wrong media type) are client errors; anything else is an internal error. */
function toSnapError(error: unknown): SnapError {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return new SnapError(status >= 400 && status < 500 ? 'bad_request' : 'internal_error');
}
