/**
 * Serves the contract: each route authenticates the principal, finds the object, validates the input, runs the handler
 * and validates the output. Errors have a fixed order: 401, 403, 404, 400, then business errors 409 and 422.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  API_BASE,
  type Body,
  type Output,
  type Params,
  type Query,
  type Route,
  XLSX_TYPE,
  listMediaTypes,
} from '@dasbor/contract/route';
import { findUnstorableText } from '@dasbor/contract/text';
import type { Deps } from '../deps.ts';
import { type MerchantTx, type ReadStatement, asMerchant, readAsMerchant } from '../db/tx.ts';
import { isAllowedAddress } from './allowed-address.ts';
import { type Principal, isAllowed, isMasked } from './principal.ts';
import { discardOnError, parseQuery, readContent } from './content.ts';
import { type FileStyle, getFileStyle } from './file-style.ts';
import { isReplay, runWithKey } from './idempotency.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { buildStrictQuery } from './input.ts';
import type { Limits } from './limits.ts';
import { assertNotReadOnly } from './impersonation.ts';
import { assertActiveMerchant } from './active-merchant.ts';
import { addressNotAllowed, forbidden, keyAddressNotAllowed, notFound, unauthenticated } from './problem.ts';
import { findMissingAuthentication, isSteppedUp } from './step-up.ts';
import { invalidatePrincipal } from './principal-cache.ts';
import { type AcceptUpload, type UploadedFile, registerUploadRoutes } from './upload.ts';

/** Input and dependencies of a handler. */
export interface RequestContext<R extends Route> extends FileStyle {
  deps: Deps;
  request: FastifyRequest;
  /** Time of the request, from the application clock. */
  now: Date;
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
  /** The stored file of the form, on routes with an upload. */
  file: R extends { upload: object } ? UploadedFile : undefined;
  /** The authenticated principal; throws 401 when there is none, which only happens on `public` routes. */
  principal: Principal;
  /** The principal's merchant; throws 403 for provider staff, who have none. */
  merchant_id: string;
  /** Runs work in a transaction of the principal's merchant. */
  tx: <T>(work: (tx: MerchantTx) => Promise<T>) => Promise<T>;
  /** Runs one statement that only reads, as the principal's merchant: faster than `tx`. */
  read: ReadStatement;
  /** The file format that the client accepts instead of JSON (only on routes that offer it). */
  file_format: 'csv' | 'xlsx' | null;
  /** Sets a response header. */
  setHeader: (name: string, value: string) => void;
  /** The Idempotency-Key; empty on routes that do not take one. */
  idempotency_key: string;
}

/** A response that is not JSON: a download or an event stream. */
export class StreamResponse {
  readonly stream: Readable;
  readonly content_type: string;
  readonly file_name: string | undefined;
  /** Called when the reader loses the access. By default the connection breaks, so that no file looks complete. */
  readonly onAccessLost: () => void;
  constructor(stream: Readable, content_type: string, file_name?: string, onAccessLost?: () => void) {
    this.stream = stream;
    this.content_type = content_type;
    this.file_name = file_name;
    this.onAccessLost = onAccessLost ?? (() => stream.destroy(new Error('the reader lost the access')));
  }
}

type Handle<R extends Route> = (
  ctx: RequestContext<R>,
) => Promise<
  Output<R> | (R extends { files: true } | { stream: NonNullable<Route['stream']> } ? StreamResponse : never)
>;

/** For routes with both an id and a body: the object is found before the body is validated (404 before 400). */
interface FindThenHandle<R extends Route> {
  find: (ctx: Omit<RequestContext<R>, 'body' | 'file'>) => Promise<unknown>;
  handle: Handle<R>;
}

export type Handler<R extends Route> = R extends { params: object; body: object } | { params: object; upload: object }
  ? FindThenHandle<R>
  : Handle<R>;

/** The handlers of one contract file: one per route, under the same name. A missing handler does not compile. */
export type Handlers<File> = {
  [K in keyof File as File[K] extends Route ? K : never]: File[K] extends Route ? Handler<File[K]> : never;
};

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** Name of the route in the contract, for metrics, logs and rate limits. */
    route_name?: string;
  }
}

type AnyHandler = Handle<Route> | FindThenHandle<Route>;

interface RouteRegistration {
  deps: Deps;
  authenticate: (request: FastifyRequest) => Promise<Principal | null>;
  routes: Route[];
  /** Handlers by route name. */
  handlers: Record<string, unknown>;
  limits: Limits;
  record_refusal?: RecordRefusal;
  /** Required where a route takes an upload. */
  accept_upload?: AcceptUpload;
  watch_access: WatchAccess;
}

/** Calls `end` soon after a principal lost the access that a stream was opened with. Returns a function that stops it. */
export type WatchAccess = (deps: Deps, principal: Principal, end: () => void) => () => void;

/** Records the error of a request in the audit log, where its route is sensitive. Never throws. */
export type RecordRefusal = (deps: Deps, route: Route, request: FastifyRequest, error: unknown) => Promise<void>;

interface Endpoint extends Pick<
  RouteRegistration,
  'deps' | 'authenticate' | 'limits' | 'accept_upload' | 'watch_access'
> {
  route: Route;
  handler: AnyHandler;
  query: z.ZodType;
}

/** Registers every route of a contract file with its handler. */
export function registerRoutes(fastify: FastifyInstance, registration: RouteRegistration): void {
  const with_upload = registration.routes.filter((route) => route.upload !== undefined);
  for (const route of registration.routes) if (route.upload === undefined) registerRoute(fastify, route, registration);
  if (with_upload.length === 0) return;
  registerUploadRoutes(fastify, (scope) => {
    for (const route of with_upload) registerRoute(scope, route, registration);
  });
}

function registerRoute(fastify: FastifyInstance, route: Route, registration: RouteRegistration): void {
  const { deps, handlers, limits, record_refusal } = registration;
  const handler = handlers[route.name] as AnyHandler | undefined;
  if (handler === undefined) throw new Error(`Route ${route.name} has no handler`);
  const endpoint: Endpoint = { ...registration, route, handler, query: buildStrictQuery(route) };
  const serveRequest = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    handleRequest(endpoint, request, reply).catch(async (error: unknown) => {
      await record_refusal?.(deps, route, request, error);
      throw error;
    });
  fastify.route({
    method: route.method,
    url: API_BASE + route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { route_name: route.name },
    // Before the body is read, so that a rejected address costs little.
    onRequest: async (request, reply) => limits.assertAddress(request, reply),
    handler: (request, reply) => deps.hung_database.watch(serveRequest(request, reply)),
  });
}

async function handleRequest(
  { route, handler, deps, authenticate, limits, query, accept_upload, watch_access }: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Responses, errors included, belong to one principal and one moment: no cache may store them.
  void reply.header('cache-control', 'no-store');
  request.principal = route.access === 'public' ? null : await authenticate(request);
  if (request.principal === null) limits.countAnonymous(request, reply);
  else limits.countPrincipal(request, reply);
  if (route.access !== 'public' && request.principal === null) throw unauthenticated();
  assertAllowedAddress(route, request);
  if (!isAllowed(route.access, request.principal)) throw forbidden();
  assertNotReadOnly(route, request.principal);
  await assertAuthentication(route, { deps, authenticate }, request);
  limits.countRoute(route, request);

  const ctx = buildContext(route, deps, request, reply);
  const handle = typeof handler === 'function' ? handler : handler.handle;
  if (typeof handler !== 'function') {
    // The body is validated only after the object is found.
    if ((await handler.find(ctx)) === null) throw notFound();
  }
  const parsed_query = parseQuery(query, request, route.errors);
  const idempotency_key = readIdempotencyKey(route, request);
  const { body, file, discard } = await readContent(route, ctx, accept_upload);
  const parsed: RequestContext<Route> = Object.create(ctx, {
    query: { value: parsed_query },
    body: { value: body },
    file: { value: file },
    idempotency_key: { value: idempotency_key },
  }) as RequestContext<Route>;
  const run = async () => {
    const wasAccepted = () => isReplay(route, parsed);
    await assertActiveMerchant({ route, deps, authenticate, wasAccepted }, request);
    const is_optional = idempotency_key !== '' && route.idempotency_key !== 'required';
    return is_optional ? runWithKey(route, parsed, () => handle(parsed)) : handle(parsed);
  };
  const result = await (discard === undefined ? run() : discardOnError(run(), discard));
  if (result instanceof StreamResponse) {
    assertMediaType(route, result);
    const { principal } = request;
    // HEAD sends no stream, so nothing would end the watch.
    if (principal !== null && request.method !== 'HEAD') {
      result.stream.once('close', watch_access(deps, principal, result.onAccessLost));
    }
    return sendStream(reply, result);
  }
  if (route.output === undefined) return reply.code(route.status ?? 204).send();
  // Undeclared fields are removed; an invalid output is an internal error (500).
  return reply
    .code(route.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(route.output.parse(result)));
}

/** Throws 403 when the user must enrol a second factor first, or has not authenticated recently. */
async function assertAuthentication(
  route: Route,
  { deps, authenticate }: Pick<RouteRegistration, 'deps' | 'authenticate'>,
  request: FastifyRequest,
): Promise<void> {
  const { principal } = request;
  if (principal === null) return;
  const is_enough = route.step_up !== 'conditional' || isSteppedUp(principal, deps.clock.now());
  if (is_enough && findMissingAuthentication(route, principal, deps.clock.now()) === null) return;
  // Read again: another process may have stepped this session up, or enrolled a factor, since this one read it.
  if (principal.type === 'user') invalidatePrincipal(deps, principal.session_id);
  request.principal = await authenticate(request);
  if (request.principal === null) throw unauthenticated();
  const missing = findMissingAuthentication(route, request.principal, deps.clock.now());
  if (missing !== null) throw missing;
}

/** Routes that are allowed from any address: sign out, and switch to another merchant. */
const AT_ANY_ADDRESS: readonly string[] = ['logout', 'listOwnMerchants', 'switchMerchant', 'switchGroup'];

/** People of a merchant with a list of addresses are rejected elsewhere. */
function assertAllowedAddress(route: Route, { principal, ip }: FastifyRequest): void {
  if (principal === null || (principal.type === 'user' && AT_ANY_ADDRESS.includes(route.name))) return;
  if (isAllowedAddress(ip, principal.allowed_networks ?? [])) return;
  throw principal.type === 'user' ? addressNotAllowed() : keyAddressNotAllowed(ip);
}

function buildContext(route: Route, deps: Deps, request: FastifyRequest, reply: FastifyReply): RequestContext<Route> {
  const params = route.params?.safeParse(request.params);
  if (params?.success === false || findUnstorableText(request.params) !== null) throw notFound();
  const getMerchantId = (): string => {
    const merchant_id = request.principal?.merchant_id;
    if (merchant_id === undefined || merchant_id === null) throw forbidden();
    return merchant_id;
  };
  const hides_contacts = request.principal !== null && isMasked(request.principal);
  return {
    deps,
    request,
    now: deps.clock.now(),
    params: params?.data,
    get principal() {
      if (request.principal === null) throw unauthenticated();
      return request.principal;
    },
    get merchant_id() {
      return getMerchantId();
    },
    tx: (work) => asMerchant(deps.db, getMerchantId(), (tx) => work({ ...tx, hides_contacts })),
    read: (build, options) => readAsMerchant(deps.db, getMerchantId(), build, options),
    ...getFileStyle(request),
    file_format: parseFileFormat(route, request),
    setHeader: (name: string, value: string) => void reply.header(name, value),
    query: undefined,
    body: undefined,
    idempotency_key: '',
  } as RequestContext<Route>;
}

function parseFileFormat(route: Route, request: FastifyRequest): 'csv' | 'xlsx' | null {
  const accepted = request.headers.accept ?? '';
  if (route.files !== true) return null;
  if (accepted.includes('text/csv')) return 'csv';
  return accepted.includes(XLSX_TYPE) ? 'xlsx' : null;
}

/** Responses are validated: a stream has a media type that the route declares. */
function assertMediaType(route: Route, { content_type }: StreamResponse): void {
  const type = content_type.split(';', 1)[0];
  const declared: string[] = [...listMediaTypes(route)];
  if (route.files === true) declared.push('text/csv', XLSX_TYPE);
  if (type === undefined || !declared.includes(type)) {
    throw new Error(`${route.name} declares ${declared.join(', ') || 'no stream'}, not ${content_type}`);
  }
}

function sendStream(reply: FastifyReply, answer: StreamResponse): FastifyReply {
  if (answer.file_name !== undefined) {
    void reply.header('content-disposition', `attachment; filename="${answer.file_name}"`);
  }
  return reply.header('cache-control', 'no-store').type(answer.content_type).send(answer.stream);
}
