/** The glue between the contract and the handlers: order of refusal, input and output, errors. */
import Fastify, { type FastifyInstance } from 'fastify';
import fastifyRateLimit from '@fastify/rate-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { needs } from '@dasbor/contract/access';
import { problem } from '@dasbor/contract/problem';
import { type Route, route } from '@dasbor/contract/route';
import { createManualClock } from '../db/clock.ts';
import { newId } from '../db/new-id.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from './principal.ts';
import { Problem, sendProblem } from './problem.ts';
import { registerRoutes } from './serve.ts';

const NOW = new Date('2026-11-18T07:05:00.000Z');
const params = z.object({ id: z.string().regex(/^thing_\d+$/) });
const body = z.strictObject({ amount: z.int().min(1).max(10_000_000) });
const output = z.object({ data: z.object({ id: z.string() }) });
const access = needs('Transactions', 'manage');
const common = { summary: 'Test', access };

const changeThing = route({
  ...common,
  name: 'changeThing',
  method: 'PUT',
  path: '/things/{id}',
  params,
  body,
  output,
});
const payThing = route({
  ...common,
  name: 'payThing',
  method: 'POST',
  path: '/things',
  body,
  output,
  idempotent: true,
});
const leakThing = route({ ...common, name: 'leakThing', method: 'GET', path: '/leak', output });
const lieThing = route({ ...common, name: 'lieThing', method: 'GET', path: '/lie', output });
const breakThing = route({ ...common, name: 'breakThing', method: 'GET', path: '/break', output });

const handlers = {
  changeThing: {
    find: async ({ params: { id } }: { params: { id: string } }) => (id === 'thing_1' ? {} : null),
    handle: async ({ params: { id } }: { params: { id: string } }) => {
      if (id === 'thing_1') throw new Problem(409, 'too_late', 'It is too late for that.');
      return { data: { id } };
    },
  },
  payThing: async ({ idempotency_key }: { idempotency_key: string }) => ({ data: { id: idempotency_key } }),
  leakThing: async () => ({ data: { id: 'thing_1', password_hash: 'canary' }, merchant_id: 'canary' }),
  lieThing: async () => ({ data: { id: 7 } }),
  breakThing: async () => {
    throw new Error('canary: select * from app.login');
  },
};

const callerWith = (level: 'view' | 'manage'): Principal => ({
  type: 'api_key',
  id: 'key_1',
  name: 'Key',
  merchant_id: 'mer_1',
  access: [{ group: 'Transactions', access: level }],
});

let fastify: FastifyInstance;
beforeAll(async () => {
  fastify = Fastify({ genReqId: () => newId('request', NOW) });
  fastify.decorateRequest('principal', null);
  fastify.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  await fastify.register(fastifyRateLimit, { global: false });
  const deps = { clock: createManualClock(NOW) } as unknown as Deps;
  const authenticate = async (request: { headers: Record<string, unknown> }) => {
    const level = request.headers.authorization;
    return level === 'view' || level === 'manage' ? callerWith(level) : null;
  };
  const routes: Route[] = [changeThing, payThing, leakThing, lieThing, breakThing];
  registerRoutes(fastify, deps, authenticate, routes, handlers);
  await fastify.ready();
});
afterAll(() => fastify.close());

const call = (
  authorization: string | undefined,
  method: 'GET' | 'PUT' | 'POST',
  path: string,
  payload?: object,
  headers = {},
) =>
  fastify.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...(authorization === undefined ? {} : { authorization }), ...headers },
    ...(payload ? { payload } : {}),
  });

describe('the order of refusal: 401, 403, 404, 400, 409', () => {
  const wrong = { amount: 'a lot', role: 'superadmin' };
  test.each([
    // Each row mends the first fault of the row before; all the later faults are still there.
    ['no session', undefined, '/things/thing_9', wrong, 401, 'unauthenticated'],
    ['no access', 'view', '/things/thing_9', wrong, 403, 'forbidden'],
    ['no such object', 'manage', '/things/thing_9', wrong, 404, 'not_found'],
    ['not an id at all', 'manage', '/things/nonsense', wrong, 404, 'not_found'],
    ['a faulty body', 'manage', '/things/thing_1', wrong, 400, 'invalid_request'],
    ['a refusal of the business', 'manage', '/things/thing_1', { amount: 1 }, 409, 'too_late'],
  ])('%s', async (_name, authorization, path, payload, status, code) => {
    const answer = await call(authorization, 'PUT', path, payload);
    expect(problem.strict().parse(answer.json())).toMatchObject({ status_code: status, code });
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ request_id: string }>().request_id).toMatch(/^req_[0-9a-z]{26}$/);
  });
});

describe('what comes in', () => {
  test('each faulty field is named, unknown ones too (mass assignment)', async () => {
    const answer = await call('manage', 'PUT', '/things/thing_1', { amount: 0, merchant_id: 'mer_2' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ errors: { field: string }[] }>().errors.map((error) => error.field)).toContain('amount');
    expect(answer.body).toContain('merchant_id');
  });

  test.each([0, -1, 1.5, 1e21, 10_000_001, '1', null, true, [], {}, Number.MAX_SAFE_INTEGER])(
    'an amount of %j is refused, never rounded',
    async (amount) => {
      expect((await call('manage', 'PUT', '/things/thing_1', { amount })).statusCode).toBe(400);
    },
  );

  test.each([
    ['no key', {}, 400],
    ['an empty key', { 'idempotency-key': '' }, 400],
    ['a key with a blank', { 'idempotency-key': 'a b' }, 400],
    ['a key of 255', { 'idempotency-key': 'k'.repeat(255) }, 200],
    ['a key of 256', { 'idempotency-key': 'k'.repeat(256) }, 400],
  ])('a route that moves money, with %s', async (_name, headers, status) => {
    const answer = await call('manage', 'POST', '/things', { amount: 1 }, headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.body.includes('idempotency_key_missing')).toBe(status === 400);
  });

  test.each([
    ['text that is no JSON', '{"amount":', 'application/json', 400],
    ['a prototype', '{"__proto__":{"admin":true},"amount":1}', 'application/json', 400],
    ['another media type', 'amount=1', 'text/xml', 415],
  ])('%s is refused', async (_name, payload, type, status) => {
    const answer = await fastify.inject({
      method: 'PUT',
      url: '/api/v1/things/thing_1',
      payload,
      headers: { authorization: 'manage', 'content-type': type },
    });
    expect(answer.statusCode).toBe(status);
    expect(problem.safeParse(answer.json()).success).toBe(true);
  });
});

describe('what goes out', () => {
  test('undeclared fields never leave', async () => {
    const answer = await call('manage', 'GET', '/leak');
    expect(answer.json()).toEqual({ data: { id: 'thing_1' } });
  });

  test.each(['/lie', '/break'])('our own fault is a 500 with a fixed text: %s', async (path) => {
    const answer = await call('manage', 'GET', path);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      detail: 'Internal Server Error',
      status_code: 500,
      code: 'internal',
      request_id: expect.stringMatching(/^req_/) as string,
    });
  });
});

test('a route without a handler keeps the server from starting', () => {
  const other = Fastify();
  expect(() => registerRoutes(other, {} as Deps, async () => null, [changeThing], {})).toThrow(
    'Route changeThing has no handler',
  );
});
