/** The bank's side of SNAP BI: every service that it answers, behind one door. */
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
import type { BankParts } from './bank.ts';
import { qrServices } from './qr-services.ts';
import { refundServices } from './refund-services.ts';
import type { SnapServices } from './snap-service.ts';
import { admitCall, admitTokenRequest, issueToken, SnapRefused, TOKEN_LIFE_S } from './snap-access.ts';
import { readSwitches } from './switches.ts';
import { transferServices } from './transfer-services.ts';
import { vaServices } from './va-services.ts';

/** Registers the services. The body stays text here, for the signature covers the bytes that were sent. */
export function serveSnap(app: FastifyInstance, bank: BankParts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  serve('access_token', async (request) => {
    admitTokenRequest(bank, receivedOf(request));
    parse(accessTokenRequest, request);
    return { accessToken: issueToken(bank), tokenType: 'BearerToken', expiresIn: String(TOKEN_LIFE_S) };
  });

  const services: SnapServices = {
    ...qrServices(bank),
    ...transferServices(bank),
    ...refundServices(bank),
    ...vaServices(bank),
  };
  for (const [call, service] of Object.entries(services) as [SnapCall, SnapServices[SnapCall]][]) {
    serve(call, async (request) => {
      admitCall(bank, receivedOf(request));
      return service ? service((schema) => parse(schema, request)) : {};
    });
  }

  function serve(call: SnapCall, answer: (request: FastifyRequest) => Promise<object>): void {
    const service = SNAP_SERVICES[call];
    const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      const refused = error instanceof SnapRefused ? error : refusalOf(error);
      if (refused.response === 'internal_error') request.log.error({ err: error }, 'SNAP call failed');
      else request.log.info({ refused: refused.message }, 'SNAP call refused');
      return reply
        .code(SNAP_RESPONSES[refused.response].http)
        .send(buildSnapResponse(refused.response, service, refused.field));
    };
    const handler = async (request: FastifyRequest): Promise<object> => {
      if (readSwitches(bank.database).offline) throw new SnapRefused('unavailable');
      return { ...buildSnapResponse('successful', service), ...(await answer(request)) };
    };
    app.route({ method: getSnapMethod(call), url: SNAP_PATHS[call], errorHandler, handler });
  }
}

const receivedOf = (request: FastifyRequest) => ({
  method: request.method,
  url: request.url,
  headers: request.headers,
  body: textOf(request),
});

const textOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');

/** Parses the body; the first fault names its field, as missing or as malformed. */
function parse<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  const body = jsonOf(textOf(request));
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const given = path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], body);
  throw new SnapRefused(given === undefined ? 'missing_field' : 'invalid_format', path.join('.'));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SnapRefused('bad_request');
  }
}

/** Fastify's own refusals (too large, wrong media type) are the caller's fault; the rest is ours. */
function refusalOf(error: unknown): SnapRefused {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return new SnapRefused(status >= 400 && status < 500 ? 'bad_request' : 'internal_error');
}
