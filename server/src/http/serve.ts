/**
 * Serves the contract: for each route check the caller, find the object, parse what came in, run the handler,
 * check what goes out. The order of refusal is fixed: 401, 403, 404, 400, then the business's own 409 and 422.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  API_BASE,
  type Body,
  type Output,
  type Params,
  type Query,
  type Route,
  XLSX_TYPE,
} from '@dasbor/contract/route';
import type { Deps } from '../deps.ts';
import type { MerchantTx } from '../db/tx.ts';
import { asMerchant } from '../db/tx.ts';
import { type Principal, isAllowed } from './principal.ts';
import { type Limiter, assertNestingDepth, buildLimiter } from './limits.ts';
import { Problem, forbidden, invalidInput, notFound, unauthenticated } from './problem.ts';

/** What a handler is given. */
export interface RequestContext<R extends Route> {
  deps: Deps;
  request: FastifyRequest;
  /** The instant of this request by the application's clock. */
  now: Date;
  params: Params<R>;
  query: Query<R>;
  body: Body<R>;
  /** The signed-in caller; throws 401 when there is none (only `public` routes can be without). */
  principal: Principal;
  /** The caller's merchant; throws 403 for the provider's own staff, who have none. */
  merchant_id: string;
  /** Runs work in a transaction of the caller's merchant. */
  tx: <T>(work: (tx: MerchantTx) => Promise<T>) => Promise<T>;
  /** Whether the caller asked for CSV (only on routes that offer it). */
  wants_csv: boolean;
  /** The kind of file that the caller asked for instead of JSON (only on routes that offer it). */
  file_format: 'csv' | 'xlsx' | null;
  /** Sets a header of the answer. */
  setHeader: (name: string, value: string) => void;
  /** The Idempotency-Key; always present on routes that require it. */
  idempotency_key: string;
}

/** An answer that is not JSON: a download or an event stream. */
export class StreamResponse {
  readonly stream: Readable;
  readonly content_type: string;
  readonly file_name: string | undefined;
  constructor(stream: Readable, content_type: string, file_name?: string) {
    this.stream = stream;
    this.content_type = content_type;
    this.file_name = file_name;
  }
}

type Handle<R extends Route> = (
  ctx: RequestContext<R>,
) => Promise<Output<R> | (R extends { csv: true } | { xlsx: true } | { stream: string } ? StreamResponse : never)>;

/** With both an id and a body, the object is looked for before the body is judged (404 before 400). */
interface FindThenHandle<R extends Route> {
  find: (ctx: Omit<RequestContext<R>, 'body'>) => Promise<unknown>;
  handle: Handle<R>;
}

export type Handler<R extends Route> = R extends { params: object; body: object } ? FindThenHandle<R> : Handle<R>;

/** The handlers of one contract file: one per route, under the same name. A missing one does not compile. */
export type Handlers<File> = {
  [K in keyof File as File[K] extends Route ? K : never]: File[K] extends Route ? Handler<File[K]> : never;
};

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** Name of the contract's route, for metrics, logs and limits. */
    route_name?: string;
  }
}

type AnyHandler = Handle<Route> | FindThenHandle<Route>;

/** Registers every route of a contract file with its handler. */
export function registerRoutes(
  fastify: FastifyInstance,
  deps: Deps,
  authenticate: (request: FastifyRequest) => Promise<Principal | null>,
  routes: Route[],
  handlers: Record<string, unknown>,
): void {
  for (const route of routes) {
    const handler = handlers[route.name] as AnyHandler | undefined;
    if (handler === undefined) throw new Error(`Route ${route.name} has no handler`);
    const limiter = buildLimiter(fastify, route);
    fastify.route({
      method: route.method,
      url: API_BASE + route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { route_name: route.name },
      handler: (request, reply) => handleRequest(route, handler, deps, authenticate, limiter, request, reply),
    });
  }
}

async function handleRequest(
  route: Route,
  handler: AnyHandler,
  deps: Deps,
  authenticate: (request: FastifyRequest) => Promise<Principal | null>,
  limiter: Limiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Answers are about one caller and one moment: no cache may keep them, refusals included.
  void reply.header('cache-control', 'no-store');
  request.principal = route.access === 'public' ? null : await authenticate(request);
  if (route.access !== 'public' && request.principal === null) throw unauthenticated();
  if (!isAllowed(route.access, request.principal)) throw forbidden();
  await limiter(request, reply);

  const ctx = buildContext(route, deps, request, reply);
  const handle = typeof handler === 'function' ? handler : handler.handle;
  if (typeof handler !== 'function') {
    // The body is parsed only after the object was found; until then its getter must not be touched.
    if ((await handler.find(ctx)) === null) throw notFound();
  }
  const parsed: RequestContext<Route> = Object.create(ctx, {
    query: { value: parse(route.query, request.query) },
    body: { value: parseBody(route, request.body) },
    idempotency_key: { value: route.idempotent === true ? parseIdempotencyKey(request) : '' },
  }) as RequestContext<Route>;
  const result = await handle(parsed);
  if (result instanceof StreamResponse) return sendStream(reply, result);
  if (route.output === undefined) return reply.code(route.status ?? 204).send();
  // Undeclared fields are stripped; a wrong output is our fault and a 500.
  return reply
    .code(route.status ?? 200)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(route.output.parse(result)));
}

function buildContext(route: Route, deps: Deps, request: FastifyRequest, reply: FastifyReply): RequestContext<Route> {
  const params = route.params?.safeParse(request.params);
  if (params?.success === false) throw notFound();
  const getMerchantId = (): string => {
    const merchant_id = request.principal?.merchant_id;
    if (merchant_id === undefined || merchant_id === null) throw forbidden();
    return merchant_id;
  };
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
    tx: (work) => asMerchant(deps.db, getMerchantId(), work),
    wants_csv: parseFileFormat(route, request) === 'csv',
    file_format: parseFileFormat(route, request),
    setHeader: (name: string, value: string) => void reply.header(name, value),
    query: undefined,
    body: undefined,
    idempotency_key: '',
  } as RequestContext<Route>;
}

function parseFileFormat(route: Route, request: FastifyRequest): 'csv' | 'xlsx' | null {
  const accepted = request.headers.accept ?? '';
  if (route.csv === true && accepted.includes('text/csv')) return 'csv';
  return route.xlsx === true && accepted.includes(XLSX_TYPE) ? 'xlsx' : null;
}

function parse(schema: Route['query'] | Route['body'], value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

function parseBody(route: Route, body: unknown): unknown {
  assertNestingDepth(body);
  return parse(route.body, body);
}

function parseIdempotencyKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem(
      400,
      'idempotency_key_missing',
      'Send an Idempotency-Key header of 1 to 255 printable characters.',
    );
  }
  return key;
}

function sendStream(reply: FastifyReply, answer: StreamResponse): FastifyReply {
  if (answer.file_name !== undefined) {
    void reply.header('content-disposition', `attachment; filename="${answer.file_name}"`);
  }
  return reply.header('cache-control', 'no-store').type(answer.content_type).send(answer.stream);
}
