/** Routes between the contract and the handlers: order of errors, input and output validation, languages. */
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { needs } from '@dasbor/contract/access';
import { localized, validationMessage } from '@dasbor/contract/language';
import { problem } from '@dasbor/contract/problem';
import { type Route, route } from '@dasbor/contract/route';
import { createManualClock } from '../db/clock.ts';
import { newId } from '../db/new-id.ts';
import type { HungDatabaseWatch } from '../db/hung-database.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from './principal.ts';
import { Problem, sendProblem } from './problem.ts';
import { createLimits } from './limits.ts';
import { registerRoutes } from './serve.ts';

const NOW = new Date('2026-11-18T07:05:00.000Z');
const params = z.object({ id: z.string().regex(/^thing_\d+$/) });
const body = z
  .strictObject({
    amount: z.int().min(1).max(10_000_000),
    note: z
      .string()
      .regex(/^[a-z]+$/, validationMessage('Use small letters only.', 'Gunakan huruf kecil saja.'))
      .optional(),
    limit: z.int().optional(),
  })
  .superRefine(({ amount, limit }, ctx) => {
    if (limit === undefined || amount <= limit) return;
    const text = localized(`At most Rp ${limit}.`, `Paling banyak Rp ${limit}.`);
    ctx.addIssue({ code: 'custom', path: ['amount'], message: text.en, params: { localized: text } });
  });
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
  idempotency_key: 'required',
});
const leakThing = route({ ...common, name: 'leakThing', method: 'GET', path: '/leak', output });
const lieThing = route({ ...common, name: 'lieThing', method: 'GET', path: '/lie', output });
const breakThing = route({ ...common, name: 'breakThing', method: 'GET', path: '/break', output });

const handlers = {
  changeThing: {
    find: async ({ params: { id } }: { params: { id: string } }) => (id === 'thing_1' ? {} : null),
    handle: async ({ params: { id } }: { params: { id: string } }) => {
      if (id === 'thing_1')
        throw new Problem(409, 'too_late', localized('It is too late for that.', 'Sudah terlambat.'));
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

const buildPrincipal = (level: 'view' | 'manage'): Principal => ({
  type: 'api_key',
  id: 'key_1',
  name: 'Key',
  merchant_id: 'mer_1',
  owner_id: 'usr_1',
  access: [{ group: 'Transactions', access: level }],
});

const watch_access = () => () => undefined;

let fastify: FastifyInstance;
beforeAll(async () => {
  fastify = Fastify({ genReqId: () => newId('request', NOW) });
  fastify.decorateRequest('principal', null);
  fastify.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
  const hung_database: HungDatabaseWatch = { watch: (request) => request };
  const deps = { clock: createManualClock(NOW), hung_database } as unknown as Deps;
  const authenticate = async (request: { headers: Record<string, unknown> }) => {
    const level = request.headers.authorization;
    return level === 'view' || level === 'manage' ? buildPrincipal(level) : null;
  };
  const routes: Route[] = [changeThing, payThing, leakThing, lieThing, breakThing];
  registerRoutes(fastify, { deps, authenticate, routes, handlers, limits: createLimits(), watch_access });
  await fastify.ready();
});
afterAll(() => fastify.close());

const call = (
  authorization: string | undefined,
  endpoint: `${'GET' | 'PUT' | 'POST'} /${string}`,
  payload?: object,
  headers = {},
) => {
  const [method, path] = endpoint.split(' ') as ['GET' | 'PUT' | 'POST', string];
  return fastify.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...(authorization === undefined ? {} : { authorization }), ...headers },
    ...(payload ? { payload } : {}),
  });
};

describe('the order of errors: 401, 403, 404, 400, 409', () => {
  const wrong = { amount: 'a lot', role: 'superadmin' };
  test.each<[string, string | undefined, `/${string}`, object, number, string]>([
    // Each row fixes the first error of the previous row; all later errors remain.
    ['no session', undefined, '/things/thing_9', wrong, 401, 'unauthenticated'],
    ['no access', 'view', '/things/thing_9', wrong, 403, 'forbidden'],
    ['no such object', 'manage', '/things/thing_9', wrong, 404, 'not_found'],
    ['not an id at all', 'manage', '/things/nonsense', wrong, 404, 'not_found'],
    ['an invalid body', 'manage', '/things/thing_1', wrong, 400, 'invalid_request'],
    ['a business error', 'manage', '/things/thing_1', { amount: 1 }, 409, 'too_late'],
  ])('%s', async (_name, authorization, ...row) => {
    const [path, payload, status, code] = row;
    const answer = await call(authorization, `PUT ${path}`, payload);
    expect(problem.strict().parse(answer.json())).toMatchObject({ status_code: status, code });
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ request_id: string }>().request_id).toMatch(/^req_[0-9a-z]{26}$/);
  });
});

describe('input', () => {
  test('names every invalid field, unknown fields included (mass assignment)', async () => {
    const answer = await call('manage', 'PUT /things/thing_1', { amount: 0, merchant_id: 'mer_2' });
    expect(answer.statusCode).toBe(400);
    const fields = answer.json<{ errors: { field: string }[] }>().errors.map((error) => error.field);
    expect(fields.toSorted()).toEqual(['amount', 'merchant_id']);
  });

  test.each([0, -1, 1.5, 1e21, 10_000_001, '1', null, true, [], {}, Number.MAX_SAFE_INTEGER])(
    'rejects an amount of %j instead of rounding it',
    async (amount) => {
      expect((await call('manage', 'PUT /things/thing_1', { amount })).statusCode).toBe(400);
    },
  );

  test.each([
    ['no key', {}, 400],
    ['an empty key', { 'idempotency-key': '' }, 400],
    ['a key with a space', { 'idempotency-key': 'a b' }, 400],
    ['a key of 255', { 'idempotency-key': 'k'.repeat(255) }, 200],
    ['a key of 256', { 'idempotency-key': 'k'.repeat(256) }, 400],
  ])('a route that moves money, with %s', async (_name, headers, status) => {
    const answer = await call('manage', 'POST /things', { amount: 1 }, headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.body.includes('idempotency_key_missing')).toBe(status === 400);
  });

  test.each([
    ['a body that is not JSON', '{"amount":', 'application/json', 400],
    ['a prototype key', '{"__proto__":{"admin":true},"amount":1}', 'application/json', 400],
    ['another media type', 'amount=1', 'text/xml', 415],
  ])('rejects %s', async (_name, payload, type, status) => {
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

describe('output', () => {
  test('removes undeclared fields', async () => {
    const answer = await call('manage', 'GET /leak');
    expect(answer.json()).toEqual({ data: { id: 'thing_1' } });
  });

  test.each(['/lie', '/break'] as const)('answers internal errors with a 500 and a fixed text: %s', async (path) => {
    const answer = await call('manage', `GET ${path}` as const);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      detail: 'Internal Server Error',
      status_code: 500,
      code: 'internal',
      request_id: expect.stringMatching(/^req_/) as string,
    });
  });
});

describe('languages', () => {
  const fetchDetails = async (payload: object, language?: string) => {
    const headers = language === undefined ? {} : { 'accept-language': language };
    const answer = await call('manage', 'PUT /things/thing_1', payload, headers);
    const { detail, errors = [] } = problem.parse(answer.json());
    return [detail, ...errors.map((error) => error.detail)];
  };

  test.each([
    [{ amount: 1 }, 'It is too late for that.', 'Sudah terlambat.'],
    [
      { amount: 'a lot' },
      'amount: Invalid input: expected number, received string',
      'amount: Input tidak valid: diharapkan number, diterima string',
    ],
    [{ amount: 1, note: 'X' }, 'note: Use small letters only.', 'note: Gunakan huruf kecil saja.'],
    [{ amount: 9, limit: 5 }, 'amount: At most Rp 5.', 'amount: Paling banyak Rp 5.'],
    [{ amount: 1, role: 'x' }, 'role: This field is not known.', 'role: Kolom ini tidak dikenal.'],
  ])('answers %j in the language of Accept-Language, English by default', async (payload, english, indonesian) => {
    const [detail, field_detail] = await fetchDetails(payload);
    expect(detail).toBe(english);
    expect(english).toContain(field_detail ?? english);
    const [translated, translated_field] = await fetchDetails(payload, 'id-ID,id;q=0.9,en;q=0.8');
    expect(translated).toBe(indonesian);
    expect(indonesian).toContain(translated_field ?? indonesian);
  });
});

test('a route without a handler prevents the server from starting', () => {
  const other = Fastify();
  expect(() =>
    registerRoutes(other, {
      deps: {} as Deps,
      authenticate: async () => null,
      routes: [changeThing],
      handlers: {},
      limits: createLimits(),
      watch_access,
    }),
  ).toThrow('Route changeThing has no handler');
});
