/**
 * Runs a route of the contract for a request that came by another protocol: same access, validation, merchant activity,
 * idempotency and checked output as over HTTP. The caller authenticates.
 */
import type { Output, Params, Route } from '@dasbor/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type MerchantTx, type ReadStatement, asMerchant, readAsMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { isReplay } from './idempotency.ts';
import { parseInput } from './input.ts';
import { assertActiveMerchant } from './active-merchant.ts';
import type { Principal } from './principal.ts';
import { isAllowed } from './principal.ts';
import { forbidden, unauthenticated } from './problem.ts';
import { type Handler, type RequestContext, StreamResponse } from './serve.ts';

/** The request behind a run. Its principal is set. */
export interface RunContext {
  deps: Deps;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Reads the principal again; null when it is no longer authenticated. */
  reload: () => Promise<Principal | null>;
}

interface RunInput<R extends Route> {
  params?: Params<R>;
  body?: unknown;
  idempotency_key?: string;
}

/** Throws Problem as the route would answer. */
export async function runRoute<R extends Route>(
  route: R,
  handler: Handler<R>,
  run: RunContext,
  { params, body, idempotency_key = '' }: RunInput<R>,
): Promise<Output<R>> {
  const { deps, request, reply } = run;
  const { principal } = request;
  if (principal === null) throw unauthenticated();
  const { merchant_id } = principal;
  if (merchant_id === null || !isAllowed(route.access, principal)) throw forbidden();
  const read: ReadStatement = (build, options) => readAsMerchant(deps.db, merchant_id, build, options);
  const ctx = {
    deps,
    request,
    now: deps.clock.now(),
    params,
    query: undefined,
    body: route.body === undefined ? undefined : parseInput(route.body, body, 'en'),
    file: undefined,
    get principal() {
      return request.principal ?? principal;
    },
    merchant_id,
    tx: <T>(work: (tx: MerchantTx) => Promise<T>) => asMerchant(deps.db, merchant_id, work),
    read,
    language: 'en',
    file_format: null,
    setHeader: (name: string, value: string) => void reply.header(name, value),
    idempotency_key,
  } as unknown as RequestContext<R>;
  const wasAccepted = () => isReplay(route, ctx as unknown as RequestContext<Route>);
  await assertActiveMerchant({ route, deps, authenticate: run.reload, wasAccepted }, request);
  const handle = (typeof handler === 'function' ? handler : (handler as { handle: unknown }).handle) as (
    ctx: RequestContext<R>,
  ) => Promise<unknown>;
  const result = await handle(ctx);
  if (route.output === undefined || result instanceof StreamResponse)
    throw new Error(`${route.name} returns no object`);
  return route.output.parse(result) as Output<R>;
}
