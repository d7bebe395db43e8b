/** A person of two merchants: after a switch nothing of the first one is reached by its ids, in any process. */
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createPaymentLink, listPaymentLinks } from '@dasbor/contract/payment-link';
import { switchMerchant } from '@dasbor/contract/own-merchant';
import { getProfile } from '@dasbor/contract/profile';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { buildApp } from '../src/app.ts';
import { newId } from '../src/db/new-id.ts';
import { createLiveHub } from '../src/live/hub.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { sendInBudget } from './request-budget.ts';
import { SAMPLE_ULID, insertSampleObjects } from './sample-objects.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;
const TTL_MS = 5_000;

let t: TestApp;
/** A second process: it shares only the database with the first. */
let other: FastifyInstance;
let owner: pg.Client;
let person: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  other = await buildApp({ ...t.deps, live: createLiveHub({ url: t.database.web_url, log: t.deps.log }) });
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  await insertSampleObjects(owner, KOPI);
  person = await t.signIn('superadmin@kopi.example');
  const { id } = (await person.ok(getProfile)).data;
  await owner.query(
    `insert into app.membership (merchant_id, user_id, role, status, created_at, updated_at)
     values ($1, $2, 'superadmin', 'active', now(), now())`,
    [BATIK, id],
  );
});
afterAll(async () => {
  await owner?.end();
  await other?.close();
  await t?.close();
});

interface Answer {
  status: number;
  body: string;
}
async function request(app: FastifyInstance, method: Route['method'], path: string, body?: object): Promise<Answer> {
  const answer = await sendInBudget(() =>
    app.inject({
      method,
      url: API_BASE + path,
      headers: { authorization: person.authorization ?? '', 'idempotency-key': newId('request', t.clock.now()) },
      ...(method === 'GET' ? {} : { payload: body ?? {} }),
    }),
  );
  return { status: answer.statusCode, body: answer.body.replaceAll(/"request_id":"[^"]*"/g, '') };
}
async function switchTo(merchant_id: string): Promise<void> {
  const answer = await person.call(switchMerchant, { body: { merchant_id } });
  expect(answer.statusCode).toBe(200);
}

/** The prefix of the ids that a route takes; undefined when it is not one of ours. */
function findPrefix({ params }: Route): string | undefined {
  if (params === undefined) return undefined;
  const { properties } = z.toJSONSchema(params, { unrepresentable: 'any' }) as {
    properties?: { id?: { pattern?: string } };
  };
  return /^\^([a-z]+)_/.exec(properties?.id?.pattern ?? '')?.[1];
}

/** Paths of routes about one object, by the id of the sample and by one that exists nowhere. */
const OBJECTS = ROUTES.filter(({ path, stream }) => /^[^{]*\{id\}[^{]*$/.test(path) && stream === undefined).flatMap(
  (route) => {
    const prefix = findPrefix(route);
    if (prefix === undefined) return [];
    const fill = (ulid: string) => route.path.replace('{id}', `${prefix}_${ulid}`);
    return [{ method: route.method, own: fill(SAMPLE_ULID), missing: fill(SAMPLE_ULID.replace(/.$/, 'z')) }];
  },
);

test('foreign ids answer like missing ones after a switch, and in the second process from then on', async () => {
  const reads = OBJECTS.filter(({ method }) => method === 'GET');
  const before = await Promise.all(reads.map(({ own }) => request(t.app, 'GET', own)));
  const reachable = reads.filter((_each, index) => before[index]!.status === 200);
  expect(reachable.length).toBeGreaterThan(8);
  // The second process caches the session with the first merchant.
  expect((await request(other, 'GET', reachable[0]!.own)).status).toBe(200);
  await switchTo(BATIK);
  for (const { own, missing } of reachable) {
    const [foreign, unknown] = [await request(t.app, 'GET', own), await request(t.app, 'GET', missing)];
    expect([own, foreign.status], own).toEqual([own, 404]);
    expect(foreign.body).toBe(unknown.body);
  }
  t.clock.advance(TTL_MS + 1);
  for (const { own } of reachable) expect([own, (await request(other, 'GET', own)).status]).toEqual([own, 404]);
  await switchTo(KOPI);
});

test('changes act for the new merchant at once, also in a process that cached the session before the switch', async () => {
  const body = { title: 'Kain', type: 'multi_use', amount: 50_000 };
  expect((await request(other, 'GET', listPaymentLinks.path)).status).toBe(200);
  await switchTo(BATIK);
  expect((await request(other, 'POST', createPaymentLink.path, body)).status).toBe(201);
  const { rows } = await owner.query(`select merchant_id from app.payment_link where title = 'Kain'`);
  expect(rows).toEqual([{ merchant_id: BATIK }]);
  // Nor does a change of an object of the former merchant succeed.
  const changes = OBJECTS.filter(({ method }) => method !== 'GET');
  for (const { method, own } of changes) {
    const { status } = await request(other, method, own);
    expect([method, own, status >= 400 && status < 500]).toEqual([method, own, true]);
  }
  await switchTo(KOPI);
});
