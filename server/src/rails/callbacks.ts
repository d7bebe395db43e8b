/** The SNAP BI server: issues access tokens to the bank and receives its requests. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  SNAP_HEADERS,
  SNAP_PATHS,
  SNAP_RESPONSES,
  SNAP_SERVICES,
  type SnapCall,
  type SnapResponseKind,
  accessTokenRequest,
  buildSnapResponse,
} from '@dasbor/contract/snap';
import { findUnstorableText } from '@dasbor/contract/text';
import type { z } from 'zod';
import type { Clock } from '../db/clock.ts';
import type { Secrets } from '../secrets.ts';
import {
  type ReceivedRequest,
  SnapError,
  TOKEN_TTL_S,
  authenticateMessage,
  assertTokenRequest,
  issueToken,
} from './callback-auth.ts';
import { BANK_PARTNER_ID, redactSecrets } from './rail-message.ts';
import type { UnmatchedCallback } from './queries.ts';

const CALLBACK_PREFIX = '/snap';
const BODY_MAX_BYTES = 64 * 1024;

/** An authenticated request. */
export interface CallbackMessage<Body> {
  at: Date;
  external_id: string;
  body: Body;
}

/** One service that the bank calls. */
export interface CallbackService<Body> {
  call: SnapCall;
  schema: z.ZodType<Body>;
  /** Handles a request and returns the response body without its first two fields. Throws SnapError to reject the request. */
  handle: (message: CallbackMessage<Body>) => Promise<object>;
}

/** A service with its request schema applied inside. */
export interface CallbackRoute {
  call: SnapCall;
  receive: (at: Date, external_id: string, read: <S extends z.ZodType>(schema: S) => z.output<S>) => Promise<object>;
}

/** Defines a service that the bank calls. */
export const defineCallback = <Body>({ call, schema, handle: take }: CallbackService<Body>): CallbackRoute => ({
  call,
  receive: (at, external_id, read) => take({ at, external_id, body: read(schema) }),
});

export interface CallbackServerOptions {
  credentials: Secrets['snap'];
  clock: Clock;
  services: CallbackRoute[];
  /** Stores callbacks that failed authentication or match no object. */
  onUnmatched: (callback: UnmatchedCallback) => Promise<void>;
}

/** Registers the token service and the given ones below `/snap`. */
export async function registerCallbacks(fastify: FastifyInstance, receiver: CallbackServerOptions): Promise<void> {
  await fastify.register(
    async (scope) => {
      // The signature covers the raw bytes, so the body is not parsed here.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
        done(null, body),
      );
      registerService(scope, receiver, 'access_token', handleTokenRequest);
      for (const service of receiver.services) registerService(scope, receiver, service.call, handleMessage(service));
    },
    { prefix: CALLBACK_PREFIX },
  );
}

type RequestHandler = (receiver: CallbackServerOptions, received: ReceivedRequest, now: Date) => Promise<object>;

const handleTokenRequest: RequestHandler = async ({ credentials }, received, now) => {
  assertTokenRequest(received, credentials, now);
  parse(accessTokenRequest, received);
  const expiresIn = String(TOKEN_TTL_S);
  return { accessToken: issueToken(credentials, now), tokenType: 'BearerToken', expiresIn };
};

const handleMessage =
  (service: CallbackRoute): RequestHandler =>
  async ({ credentials }, received, now) => {
    const external_id = authenticateMessage(received, credentials, now);
    return service.receive(now, external_id, createBodyReader(received));
  };

/** Parses the body once per schema, because several handlers may look at the same message. */
function createBodyReader(received: ReceivedRequest): <S extends z.ZodType>(schema: S) => z.output<S> {
  const parsed = new Map<z.ZodType, unknown>();
  return <S extends z.ZodType>(schema: S): z.output<S> => {
    if (!parsed.has(schema)) parsed.set(schema, parse(schema, received));
    return parsed.get(schema) as z.output<S>;
  };
}

function registerService(
  scope: FastifyInstance,
  receiver: CallbackServerOptions,
  call: SnapCall,
  serve: RequestHandler,
): void {
  const service = SNAP_SERVICES[call];
  const errorHandler = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const refused = error instanceof SnapError ? error : toSnapError(error);
    if (refused.response === 'internal_error') request.log.error({ err: error }, 'callback failed');
    else request.log.warn({ refused: refused.message }, 'callback refused');
    const answer = buildSnapResponse(refused.response, service, refused.field);
    if (isUnmatched(refused.response)) {
      await receiver.onUnmatched(
        buildUnmatchedCallback(request, receiver.clock.now(), answer.responseCode, refused.message),
      );
    }
    return reply.code(SNAP_RESPONSES[refused.response].http).send(answer);
  };
  scope.post(SNAP_PATHS[call], { errorHandler, config: { route_name: `snap_${call}` } }, async (request) => {
    const received = toReceivedRequest(request);
    const answer = await serve(receiver, received, receiver.clock.now());
    return { ...buildSnapResponse('successful', service), ...answer };
  });
}

/** Responses that concern no known payment; all others are logged with their payment. */
const UNMATCHED_RESPONSES: readonly SnapResponseKind[] = [
  'bad_request',
  'invalid_format',
  'missing_field',
  'unauthorized',
  'invalid_token',
  'token_not_found',
  'partner_not_found',
  'transaction_not_found',
];
const isUnmatched = (response: SnapResponseKind): boolean => UNMATCHED_RESPONSES.includes(response);

function buildUnmatchedCallback(
  request: FastifyRequest,
  at: Date,
  response_code: string,
  reason: string,
): UnmatchedCallback {
  const external_id = request.headers[SNAP_HEADERS.external_id];
  const body = parseJson(toReceivedRequest(request).body) ?? null;
  return {
    at,
    partner: BANK_PARTNER_ID,
    endpoint: (request.url.split('?', 1)[0] ?? '').slice(CALLBACK_PREFIX.length, 200),
    external_id: typeof external_id === 'string' ? external_id.slice(0, 36) : null,
    response_code,
    reason,
    request: redactSecrets(findUnstorableText(body) === null ? body : null),
  };
}

const toReceivedRequest = ({ method, url, headers, body }: FastifyRequest): ReceivedRequest => ({
  method,
  url,
  headers,
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
});

/** Parses the body; the first validation error names its field as missing or malformed. */
function parse<S extends z.ZodType>(schema: S, { body }: ReceivedRequest): z.output<S> {
  const given = parseJson(body);
  if (given === undefined) throw new SnapError('bad_request');
  const unstorable = findUnstorableText(given);
  if (unstorable !== null) throw new SnapError('invalid_format', unstorable.join('.'));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const at_path = path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );
  throw new SnapError(at_path === undefined ? 'missing_field' : 'invalid_format', path.join('.'));
}

/** undefined when it is not JSON. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** HTTP errors such as an oversized body are client errors; anything else is an internal error, which the bank retries. */
function toSnapError(error: unknown): SnapError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return new SnapError(status >= 400 && status < 500 ? 'bad_request' : 'internal_error');
}
