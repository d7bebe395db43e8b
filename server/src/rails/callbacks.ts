/** The SNAP BI server: issues access tokens to the bank and receives its requests. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SNAP_HEADERS, type SnapCall, type SnapResponseKind, accessTokenRequest } from '@dasbor/contract/snap';
import { findUnstorableText } from '@dasbor/contract/text';
import type { z } from 'zod';
import type { Clock } from '../db/clock.ts';
import { Problem } from '../http/problem.ts';
import { listAcceptedCredentials } from '../secrets.ts';
import { type CredentialWithKeys, type CallbackCredential, PROVIDER_CREDENTIAL } from './collection-clients.ts';
import {
  type ReceivedRequest,
  SnapError,
  TOKEN_TTL_S,
  authenticateMessage,
  assertTokenRequest,
  issueToken,
} from './callback-auth.ts';
import { redactSecrets } from './rail-message.ts';
import type { Secrets } from '../secrets.ts';
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

/** Sender and time of an authenticated request. */
export interface CallbackEnvelope {
  at: Date;
  external_id: string;
  credential: CallbackCredential;
}

/** An authenticated request. */
export interface CallbackMessage<Body> extends CallbackEnvelope {
  body: Body;
}

/** Reads the body of a request by a schema. */
export type ReadBody = <S extends z.ZodType>(schema: S) => z.output<S>;

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
  receive: (envelope: CallbackEnvelope, read: ReadBody) => Promise<object>;
}

/** Defines a service that the bank calls. */
export const defineCallback = <Body>({ call, schema, handle: take }: CallbackService<Body>): CallbackRoute => ({
  call,
  receive: (envelope, read) => take({ ...envelope, body: read(schema) }),
});

export interface CallbackServerOptions {
  /** Keys of the provider. */
  credentials: Secrets['snap'];
  /** The credential of a merchant with a client key of the bank. */
  findCredential: (bank_client_key: string) => Promise<CredentialWithKeys | null>;
  clock: Clock;
  services: CallbackRoute[];
  /** Stores callbacks that failed authentication or match no object. */
  onUnmatched: (callback: UnmatchedCallback) => Promise<void>;
  limits: FailureLimits;
  /** Responds to token requests with the client key of a merchant. */
  issueMerchantToken?: ServeSnap | undefined;
}

/** Limits the requests of an address that fail authentication. Both throw Problem 429 beyond the limit. */
export interface FailureLimits {
  /** Before authentication. */
  assertAddress: (request: FastifyRequest, reply: FastifyReply) => void;
  countAnonymous: (request: FastifyRequest, reply: FastifyReply) => void;
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

/** Whether a request has the client key of a merchant's credential, which looks different from that of a bank. */
const isOfMerchant = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  MERCHANT_CLIENT_KEY.test(String(headers[SNAP_HEADERS.client_key] ?? ''));

/** Merchants' credentials of the requests that are being served, for the log of refused ones. */
const request_credentials = new WeakMap<FastifyRequest, CallbackCredential>();

/** The credential whose client key a request carries; that of the provider when no merchant has it. */
async function getCredential(
  { credentials, findCredential }: CallbackServerOptions,
  client_key: unknown,
  { now, request }: Exchange,
): Promise<CredentialWithKeys> {
  const of_provider = { ...PROVIDER_CREDENTIAL, keys: credentials };
  const accepted = listAcceptedCredentials(credentials, now);
  if (typeof client_key !== 'string' || accepted.some((set) => set.bank_client_key === client_key)) return of_provider;
  const found = client_key.length > CLIENT_KEY_MAX ? null : await findCredential(client_key);
  if (found !== null) request_credentials.set(request, found);
  return found ?? of_provider;
}
/** Length of X-CLIENT-KEY and X-PARTNER-ID. */
const CLIENT_KEY_MAX = 36;

const handleTokenRequest: RequestHandler = async (receiver, received, exchange) => {
  const { issueMerchantToken } = receiver;
  const { now, request, reply } = exchange;
  if (issueMerchantToken !== undefined && isOfMerchant(received)) return issueMerchantToken(received, request, reply);
  const { keys } = await getCredential(receiver, received.headers[SNAP_HEADERS.client_key], exchange);
  assertTokenRequest(received, keys, now);
  parseSnapBody(accessTokenRequest, received);
  const expiresIn = String(TOKEN_TTL_S);
  return { accessToken: issueToken(keys, now), tokenType: 'BearerToken', expiresIn };
};

const handleMessage =
  (service: CallbackRoute): RequestHandler =>
  async (receiver, received, exchange) => {
    const { now } = exchange;
    const { keys, ...credential } = await getCredential(receiver, received.headers[SNAP_HEADERS.partner_id], exchange);
    const external_id = authenticateMessage(received, keys, now);
    return service.receive({ at: now, external_id, credential }, createBodyReader(received));
  };

/** Parses the body once per schema, because several handlers may look at the same message. */
function createBodyReader(received: ReceivedRequest): ReadBody {
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
    serve: (received, request, reply) =>
      countFailures(receiver.limits, { call, request, reply }, () =>
        serve(receiver, received, { now: receiver.clock.now(), request, reply }),
      ),
    onRequest: (request, reply) => receiver.limits.assertAddress(request, reply),
    toRefusal: (error) => (isTooMany(error) ? new SnapError('too_many_requests') : null),
    onRefused: async (refused, { responseCode }, request) => {
      if (!isUnmatched(refused.response) || (call === 'access_token' && isOfMerchant(request))) return;
      await receiver.onUnmatched(buildUnmatchedCallback(request, receiver.clock.now(), responseCode, refused.message));
    },
  });
}

const isTooMany = (error: unknown): boolean => error instanceof Problem && error.status_code === 429;

/** Counts a request that fails before it concerns a payment. Those of merchants are counted where they authenticate. */
async function countFailures<T>(
  limits: FailureLimits,
  { call, request, reply }: { call: SnapCall; request: FastifyRequest; reply: FastifyReply },
  serve: () => Promise<T>,
): Promise<T> {
  try {
    return await serve();
  } catch (error) {
    const is_of_merchant = call === 'access_token' && isOfMerchant(request);
    const is_failure =
      error instanceof SnapError && isUnmatched(error.response) && error.response !== 'transaction_not_found';
    if (is_failure && !is_of_merchant) limits.countAnonymous(request, reply);
    throw error;
  }
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
    partner: (request_credentials.get(request) ?? PROVIDER_CREDENTIAL).partner,
    endpoint: (request.url.split('?', 1)[0] ?? '').slice(SNAP_PREFIX.length, 200),
    external_id: typeof external_id === 'string' ? external_id.slice(0, 36) : null,
    response_code,
    reason,
    request: redactSecrets(findUnstorableText(body) === null ? body : null),
  };
}
