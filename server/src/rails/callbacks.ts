/** Our side of SNAP BI: gives the bank a token and takes its notifications, each answered in the standard's words. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  SNAP_HEADERS,
  SNAP_PATHS,
  SNAP_RESPONSES,
  SNAP_SERVICES,
  type SnapCall,
  type SnapResponse,
  accessTokenRequest,
  snapAnswerOf,
} from '@dasbor/contract/snap';
import type { z } from 'zod';
import type { Clock } from '../db/clock.ts';
import type { Secrets } from '../secrets.ts';
import { type Received, SnapRefused, TOKEN_LIFE_S, admitMessage, admitTokenRequest, issueToken } from './access.ts';
import { BANK_PARTNER, withoutSecrets } from './message.ts';
import type { Stray } from './queries.ts';

const CALLBACK_PREFIX = '/snap';
const BODY_MAX_BYTES = 64 * 1024;

/** A message whose sender is proved. */
export interface Incoming<Body> {
  at: Date;
  external_id: string;
  body: Body;
}

/** One service that the bank calls at our side. */
export interface CallbackService<Body> {
  call: SnapCall;
  schema: z.ZodType<Body>;
  /**
   * Takes a message and answers what follows the two fields that begin every answer. Throws SnapRefused to refuse it;
   * nothing else is answered as a success.
   */
  take: (message: Incoming<Body>) => Promise<object>;
}

/** A service as the receiver sees it: its messages are parsed inside. */
export interface ServedCallback {
  call: SnapCall;
  receive: (at: Date, external_id: string, read: <S extends z.ZodType>(schema: S) => z.output<S>) => Promise<object>;
}

/** Declares a service that the bank calls. */
export const callbackService = <Body>({ call, schema, take }: CallbackService<Body>): ServedCallback => ({
  call,
  receive: (at, external_id, read) => take({ at, external_id, body: read(schema) }),
});

export interface Receiver {
  credentials: Secrets['snap'];
  clock: Clock;
  services: ServedCallback[];
  /** Keeps what proved nothing or belongs to nobody. */
  onStray: (stray: Stray) => Promise<void>;
}

/** Registers the token service and the given ones below `/snap`. */
export async function serveCallbacks(fastify: FastifyInstance, receiver: Receiver): Promise<void> {
  await fastify.register(
    async (scope) => {
      // The signature covers the bytes that were sent, so the body stays as it came.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
        done(null, body),
      );
      serveOne(scope, receiver, 'access_token', giveToken);
      for (const service of receiver.services) serveOne(scope, receiver, service.call, takeMessage(service));
    },
    { prefix: CALLBACK_PREFIX },
  );
}

type Serve = (receiver: Receiver, received: Received, now: Date) => Promise<object>;

const giveToken: Serve = async ({ credentials }, received, now) => {
  admitTokenRequest(received, credentials, now);
  parse(accessTokenRequest, received);
  const expiresIn = String(TOKEN_LIFE_S);
  return { accessToken: issueToken(credentials, now), tokenType: 'BearerToken', expiresIn };
};

const takeMessage =
  (service: ServedCallback): Serve =>
  async ({ credentials }, received, now) => {
    const external_id = admitMessage(received, credentials, now);
    return service.receive(now, external_id, (schema) => parse(schema, received));
  };

function serveOne(scope: FastifyInstance, receiver: Receiver, call: SnapCall, serve: Serve): void {
  const service = SNAP_SERVICES[call];
  const errorHandler = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refused = error instanceof SnapRefused ? error : refusalOf(error);
    if (refused.response === 'internal_error') request.log.error({ err: error }, 'callback failed');
    else request.log.warn({ refused: refused.message }, 'callback refused');
    const answer = snapAnswerOf(refused.response, service, refused.field);
    if (isStray(refused.response)) {
      await receiver.onStray(strayOf(request, receiver.clock.now(), answer.responseCode, refused.message));
    }
    return reply.code(SNAP_RESPONSES[refused.response].http).send(answer);
  };
  scope.post(SNAP_PATHS[call], { errorHandler, config: { route_name: `snap_${call}` } }, async (request) => {
    const received = receivedOf(request);
    const answer = await serve(receiver, received, receiver.clock.now());
    return { ...snapAnswerOf('successful', service), ...answer };
  });
}

/** Refusals of a known payment are kept with it; what is about no payment of ours is kept apart. */
const STRAY: readonly SnapResponse[] = [
  'bad_request',
  'invalid_format',
  'missing_field',
  'unauthorized',
  'invalid_token',
  'token_not_found',
  'partner_not_found',
  'transaction_not_found',
];
const isStray = (response: SnapResponse): boolean => STRAY.includes(response);

function strayOf(request: FastifyRequest, at: Date, response_code: string, reason: string): Stray {
  const external_id = request.headers[SNAP_HEADERS.external_id];
  return {
    at,
    partner: BANK_PARTNER,
    endpoint: (request.url.split('?', 1)[0] ?? '').slice(CALLBACK_PREFIX.length, 200),
    external_id: typeof external_id === 'string' ? external_id.slice(0, 36) : null,
    response_code,
    reason,
    request: withoutSecrets(jsonOf(receivedOf(request).body) ?? null),
  };
}

const receivedOf = ({ method, url, headers, body }: FastifyRequest): Received => ({
  method,
  url,
  headers,
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
});

/** Parses the body; the first fault names its field, as missing or as malformed. */
function parse<S extends z.ZodType>(schema: S, { body }: Received): z.output<S> {
  const given = jsonOf(body);
  if (given === undefined) throw new SnapRefused('bad_request');
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const at_path = path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );
  throw new SnapRefused(at_path === undefined ? 'missing_field' : 'invalid_format', path.join('.'));
}

/** undefined when it is not JSON. */
function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The server's own refusals (too large) are the caller's fault; anything unforeseen is ours, and worth another try. */
function refusalOf(error: unknown): SnapRefused {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return new SnapRefused(status >= 400 && status < 500 ? 'bad_request' : 'internal_error');
}
