/** Input that no route may accept: text that cannot be stored, impossible times, reversed ranges, unknown parameters. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROVIDER_ROLES, type ProviderRole, getRoleLevel, hasLevel } from '@dasbor/contract/access';
import { findUnstorableText } from '@dasbor/contract/text';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { createSavedView } from '@dasbor/contract/saved-view';
import { listTransactions } from '@dasbor/contract/transaction';
import type { z } from 'zod';
import { isProviderRoute } from '../../test/provider-route.ts';
import { SAMPLE_CALLBACK_CAUSE, SAMPLE_STICKER_ID, insertSampleBodyObjects } from '../../test/sample-body-objects.ts';
import { SAMPLE_ULID, insertSampleObjects } from '../../test/sample-objects.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { toAddressKey } from './address.ts';
import { encodeCursor } from './cursor.ts';
import { buildSample } from '../api-reference/schema-fields.ts';

let it: TestApp;
let client: TestClient;
const staff = new Map<ProviderRole, TestClient>();
beforeAll(async () => {
  it = await startTestApp();
  client = await it.signIn('superadmin@kopi.example');
  for (const role of PROVIDER_ROLES) staff.set(role, await it.signIn(`${role}@dasbor.example`));
  const owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  await insertSampleObjects(owner, PATH.merchant_id);
  const { staff_id } = await insertSampleBodyObjects(owner, PATH.merchant_id);
  PATH_BY_ROUTE['changeStaffRole'] = { id: staff_id };
  await owner.end();
});
afterAll(() => it.close());

const UNSTORABLE = ['a\u0000b', 'a\ud800b', '\udc00'];
const TIMES = [
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01',
  '9999-12-31',
  `2026-11-16T07:00:00.${'0'.repeat(200)}Z`,
];

/** A client with the access of a route. */
function getClient(route: Route): TestClient {
  const { access } = route;
  if (typeof access === 'string' || !isProviderRoute(route)) return client;
  const role = PROVIDER_ROLES.find((each) => hasLevel(getRoleLevel(each, access.group), access.level));
  if (role === undefined) throw new Error(`nobody may do what needs ${access.level} on ${access.group}`);
  return staff.get(role)!;
}

/** A field that takes times or days, and no other text. */
const isTime = (field: z.ZodType): boolean =>
  !['text', 'a text that is as long as a secret'].some((text) => field.safeParse(text).success) &&
  ['2026-11-21', '2026-11-21T00:00:00.000Z'].some((time) => field.safeParse(time).success);

/** Path parameters that no sample of the contract has. */
const PATH = { merchant_id: KOPI_NUSANTARA.merchant_id, slug: 'kopi-only-abcdefghijkl' };

/** Path parameters of single routes whose object has no id of the examples. */
const PATH_BY_ROUTE: Record<string, Record<string, string>> = {
  assignCallback: { id: SAMPLE_CALLBACK_CAUSE },
  requestTransferResolution: { id: `dsb_${SAMPLE_ULID}` },
  setQrisStickerStatus: { id: SAMPLE_STICKER_ID },
};

/** Sends a request that differs from a valid one by one value. Its own address and client keep it below the limits. */
let sent = 0;
async function send(
  route: Route,
  change: { query?: Record<string, string>; body?: unknown; id?: string; accept?: string },
) {
  const params = {
    ...(route.params && (buildSample(route.params) as object)),
    ...PATH,
    ...PATH_BY_ROUTE[route.name],
  } as Record<string, string>;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(change.id ?? params[name] ?? ''),
  );
  sent += 1;
  if (sent % 80 === 0) await new Promise((resolve) => setTimeout(resolve, 1_000));
  return it.app.inject({
    method: route.method,
    url: `${API_BASE}${path}?${new URLSearchParams(change.query).toString()}`,
    headers: {
      authorization: getClient(route).authorization!,
      'idempotency-key': `input-${sent}`,
      accept: change.accept ?? 'application/json',
      ...(change.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    remoteAddress: `10.2.${sent % 250}.${Math.floor(sent / 250)}`,
    ...(change.body === undefined ? {} : { payload: JSON.stringify(change.body) }),
  });
}

describe('no input causes an internal error', () => {
  const with_query = ROUTES.filter((route) => route.query !== undefined);
  test.each(with_query.map((route) => [route.name, route] as const))('%s: query', async (_name, route) => {
    for (const [name] of Object.entries(route.query?.shape ?? {})) {
      const values = [...(name === 'q' ? ['a\u0000b'] : ['\u0000']), ...(/from|to$/.test(name) ? TIMES : [])];
      for (const value of values) {
        const { statusCode, body } = await send(route, { query: { [name]: value }, accept: 'text/csv' });
        expect([400, 403, 422], `${name}=${JSON.stringify(value)}: ${body}`).toContain(statusCode);
      }
    }
  });

  const with_body = ROUTES.filter((route) => route.body !== undefined && route.params === undefined);
  test.each(with_body.map((route) => [route.name, route] as const))('%s: body', async (_name, route) => {
    const sample = buildSample(route.body!) as Record<string, unknown>;
    const names = Object.keys((route.body as { shape?: object }).shape ?? {});
    for (const name of names.length > 0 ? names : Object.keys(sample)) {
      for (const value of [UNSTORABLE[0], UNSTORABLE[1], TIMES[0]]) {
        const { statusCode, body } = await send(route, { body: { ...sample, [name]: value } });
        // A time may be a valid text of the field.
        const refused = [400, 403, 429, ...(route.upload === undefined ? [] : [415])];
        // No bank answers here: 502 is the declared answer of routes that ask it.
        const allowed = value === TIMES[0] ? [200, 201, 202, 401, 404, 409, 422, 502, ...refused] : refused;
        expect(allowed, `${name}: ${JSON.stringify(value)}: ${body}`).toContain(statusCode);
      }
    }
    const unknown = await send(route, { body: { ...sample, kopi_only: 'x' } });
    expect([400, 403, 429, ...(route.upload === undefined ? [] : [415])], unknown.body).toContain(unknown.statusCode);
  });

  // The object is found before the body is read.
  const of_object = ROUTES.filter((route) => route.body !== undefined && route.params !== undefined);
  test.each(of_object.map((route) => [route.name, route] as const))('%s: body of an object', async (_name, route) => {
    const sample = buildSample(route.body!) as Record<string, unknown>;
    for (const [name, field] of Object.entries((route.body as z.ZodObject).shape)) {
      for (const value of [...UNSTORABLE, ...(isTime(field as z.ZodType) ? TIMES : [])]) {
        const { statusCode, body } = await send(route, { body: { ...sample, [name]: value } });
        expect(statusCode, `${name}: ${JSON.stringify(value)}: ${body}`).toBe(400);
      }
    }
    const { statusCode, body } = await send(route, { body: { ...sample, kopi_only: 'x' } });
    expect(statusCode, body).toBe(400);
    expect(body).toContain('kopi_only');
  });

  const with_params = ROUTES.filter((route) => route.params !== undefined && route.method === 'GET');
  test.each(with_params.map((route) => [route.name, route] as const))('%s: path', async (_name, route) => {
    for (const id of ['\u0000', 'a\u0000']) {
      const { statusCode } = await send(route, { id });
      expect([403, 404]).toContain(statusCode);
    }
  });

  test('a cursor of an impossible time is not a cursor', async () => {
    for (const at of TIMES) {
      const cursor = encodeCursor(['-created_at', at, 'txn_01kagz7v3w8x9y2m4n5p6q7r8s']);
      const { statusCode, body } = await send(listTransactions, { query: { cursor } });
      expect(statusCode, body).toBe(400);
    }
  });

  test('the pay page treats an impossible slug as an unknown one', async () => {
    const answer = await it.app.inject({ method: 'GET', url: '/pay/%00' });
    expect(answer.statusCode).toBe(404);
  });
});

test('the error names the field of an unstorable text', async () => {
  const answer = await send(createSavedView, { body: { list: 'transactions', name: 'a\u0000', query: '' } });
  expect(answer.json()).toMatchObject({ status_code: 400, code: 'invalid_request', errors: [{ field: 'name' }] });
});

test('a POST that creates something honours an optional Idempotency-Key', async () => {
  const create = (name: string) =>
    client.call(createSavedView, {
      headers: { 'idempotency-key': 'view-once' },
      body: { list: 'refunds', name, query: '' },
    });
  const [first, second] = [await create('Mine'), await create('Mine')];
  expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
  expect(second.json()).toEqual(first.json());
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect((await create('Other')).json()).toMatchObject({ status_code: 422, code: 'idempotency_key_reused' });
  const without_key = await client.call(createSavedView, { body: { list: 'refunds', name: 'Mine', query: '' } });
  expect(without_key.statusCode).toBe(409);
});

describe('queries', () => {
  test.each([
    [{ statuss: 'success' }, 'statuss'],
    [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
    [{ amount_min: '2000', amount_max: '1000' }, 'amount_max'],
    [{ from: '2026-11-18T07:00:00Z', to: '2026-11-18T06:59:59Z' }, 'to'],
  ])('rejects %j and names the parameter', async (query, field) => {
    const answer = await send(listTransactions, { query });
    expect(answer.json()).toMatchObject({ status_code: 400, code: 'invalid_request', errors: [{ field }] });
  });

  test('accepts days: from the start of the first to the end of the last in WIB', () => {
    const parse = (query: object) => listTransactions.query.parse(query);
    expect(parse({ from: '2026-11-01', to: '2026-11-01' })).toMatchObject({
      from: '2026-10-31T17:00:00.000Z',
      to: '2026-11-01T17:00:00.000Z',
    });
  });

  test('a route without parameters rejects all', async () => {
    const answer = await it.app.inject({
      method: 'GET',
      url: `${API_BASE}/profile?x=1`,
      headers: { authorization: client.authorization! },
    });
    expect(answer.json()).toMatchObject({ status_code: 400, errors: [{ field: 'x' }] });
  });
});

test.each([
  [null, 'plain'],
  [['a', '1', 'b'], { a: [{ b: 'fine' }, { b: 'half \ud83d' }] }],
  [['a'], { a: { 'name\u0000': 1 } }],
  [null, { a: 'pair \ud83d\ude00', n: 1, empty: null }],
])('findUnstorableText finds %j', (path, value) => {
  expect(findUnstorableText(value)).toEqual(path);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001::1', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s counts as %s', (ip, key) => {
  expect(toAddressKey(ip)).toBe(key);
});
