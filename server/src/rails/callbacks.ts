/** The SNAP BI server: issues access tokens to the bank and receives its requests. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SNAP_HEADERS, type SnapCall, type SnapResponseKind, accessTokenRequest } from '@dasbor/contract/snap';
import { findUnstorableText } from '@dasbor/contract/text';
import type { z } from 'zod';
import type { Clock } from '../db/clock.ts';
import type { Secrets } from '../secrets.ts';
import {
  type ReceivedRequest,
  TOKEN_TTL_S,
  authenticateMessage,
  assertTokenRequest,
  issueToken,
} from './callback-auth.ts';
import { BANK_PARTNER_ID, redactSecrets } from './rail-message.ts';
import {
  type ServeSnap,
  SNAP_PREFIX,
  acceptRawBodies,
  parseJson,
  parseSnapBody,
  registerSnapEndpoint,
  toReceivedRequest,
} from './snap-endpoint.ts';
import type { UnmatchedCallback } from './queries.ts';

/** Client keys of merchants' credentials (merchant-credential.ts). */
const MERCHANT_CLIENT_KEY = /^snap_(test|live)_/;

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
  /** Answers token requests with the client key of a merchant. */
  issueMerchantToken?: ServeSnap | undefined;
}

/** Registers the token service and the given ones below `/snap`. */
export async function registerCallbacks(fastify: FastifyInstance, receiver: CallbackServerOptions): Promise<void> {
  await fastify.register(
    async (scope) => {
      acceptRawBodies(scope);
      registerService(scope, receiver, 'access_token', handleTokenRequest);
      for (const service of receiver.services) registerService(scope, receiver, service.call, handleMessage(service));
    },
    { prefix: SNAP_PREFIX },
  );
}

interface Exchange {
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
}

type RequestHandler = (
  receiver: CallbackServerOptions,
  received: ReceivedRequest,
  exchange: Exchange,
) => Promise<object>;

/** Whether a request carries the client key of a merchant's credential, which looks different from that of a bank. */
const isOfMerchant = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  MERCHANT_CLIENT_KEY.test(String(headers[SNAP_HEADERS.client_key] ?? ''));

const handleTokenRequest: RequestHandler = async ({ credentials, issueMerchantToken }, received, exchange) => {
  const { now, request, reply } = exchange;
  if (issueMerchantToken !== undefined && isOfMerchant(received)) return issueMerchantToken(received, request, reply);
  assertTokenRequest(received, credentials, now);
  parseSnapBody(accessTokenRequest, received);
  const expiresIn = String(TOKEN_TTL_S);
  return { accessToken: issueToken(credentials, now), tokenType: 'BearerToken', expiresIn };
};

const handleMessage =
  (service: CallbackRoute): RequestHandler =>
  async ({ credentials }, received, { now }) => {
    const external_id = authenticateMessage(received, credentials, now);
    return service.receive(now, external_id, createBodyReader(received));
  };

/** Parses the body once per schema, because several handlers may look at the same message. */
function createBodyReader(received: ReceivedRequest): <S extends z.ZodType>(schema: S) => z.output<S> {
  const parsed = new Map<z.ZodType, unknown>();
  return <S extends z.ZodType>(schema: S): z.output<S> => {
    if (!parsed.has(schema)) parsed.set(schema, parseSnapBody(schema, received));
    return parsed.get(schema) as z.output<S>;
  };
}

function registerService(
  scope: FastifyInstance,
  receiver: CallbackServerOptions,
  call: SnapCall,
  serve: RequestHandler,
): void {
  registerSnapEndpoint(scope, {
    call,
    serve: (received, request, reply) => serve(receiver, received, { now: receiver.clock.now(), request, reply }),
    onRefused: async (refused, { responseCode }, request) => {
      if (!isUnmatched(refused.response) || (call === 'access_token' && isOfMerchant(request))) return;
      await receiver.onUnmatched(buildUnmatchedCallback(request, receiver.clock.now(), responseCode, refused.message));
    },
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
    endpoint: (request.url.split('?', 1)[0] ?? '').slice(SNAP_PREFIX.length, 200),
    external_id: typeof external_id === 'string' ? external_id.slice(0, 36) : null,
    response_code,
    reason,
    request: redactSecrets(findUnstorableText(body) === null ? body : null),
  };
}
