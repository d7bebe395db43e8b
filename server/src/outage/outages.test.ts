/** Outages: who edits them, what they hold, and where merchants and customers read them. */
import { previewDisbursement } from '@dasbor/contract/disbursement';
import {
  type OutageInput,
  addOutage,
  endOutage,
  listCurrentOutages,
  listOutages,
  updateOutage,
} from '@dasbor/contract/outage';
import { readPayLink } from '@dasbor/contract/pay';
import { createPaymentLink } from '@dasbor/contract/payment-link';
import { listProviderEvents } from '@dasbor/contract/operations';
import { afterEach, afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asPlatform } from '../db/tx.ts';
import { readRailCalendar } from '../rails/rail-queries.ts';

const MINUTE_MS = 60_000;
let t: TestApp;
let support: TestClient;
let compliance: TestClient;
let kopi: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  support = await t.signIn('platform_support@dasbor.example');
  compliance = await t.signIn('platform_compliance@dasbor.example');
  kopi = await t.signIn('superadmin@kopi.example');
});
afterAll(() => t.close());
afterEach(async () => {
  for (const { id, state } of (await support.ok(listOutages, { query: {} })).data) {
    if (state !== 'ended') await support.call(endOutage, { params: { id } });
  }
});

const inMinutes = (minutes: number): string => new Date(t.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
const TEXT = { text_en: 'BCA is being repaired.', text_id: 'BCA sedang diperbaiki.' };
const outage = (given: object = {}): OutageInput => ({
  methods: ['virtual_account'],
  bank_code: '014',
  ...TEXT,
  starts_at: inMinutes(-1),
  ends_at: inMinutes(60),
  ...given,
});
const add = async (given: object = {}) => (await support.ok(addOutage, { body: outage(given) })).data;
const code = (response: { json: () => unknown }): string => (response.json() as { code: string }).code;

let links = 0;
async function readMethods() {
  const { data: link } = await kopi.ok(createPaymentLink, {
    body: { type: 'single_use', title: 'Kopi', amount: 50_000, channels: ['QRIS', 'BCA', 'BNI'] },
    headers: { 'idempotency-key': `outage-${++links}` },
  });
  const slug = link.url.split('/').at(-1)!;
  const { data } = await t.client().ok(readPayLink, { params: { slug }, query: {} });
  return Object.fromEntries(data.methods.map(({ channel, outage: text }) => [channel, text]));
}

test('the pay page names the outage at the method of that bank only, and no longer after its end', async () => {
  const { id } = await add();
  const text = { en: TEXT.text_en, id: TEXT.text_id };
  expect(await readMethods()).toEqual({ QRIS: null, BCA: text, BNI: null });
  await support.call(endOutage, { params: { id } });
  expect(await readMethods()).toEqual({ QRIS: null, BCA: null, BNI: null });
});

test('an outage of every bank, and one of QRIS', async () => {
  await add({ bank_code: undefined });
  const all = await readMethods();
  expect([all['QRIS'], all['BCA'] === null, all['BNI'] === null]).toEqual([null, false, false]);
  await add({ methods: ['qris'], bank_code: undefined });
  expect((await readMethods())['QRIS']).not.toBeNull();
});

test('domain 1.12: disbursements wait for the end of an outage that affects them, and for no other', async () => {
  const calendar = () => asPlatform(t.deps.db, readRailCalendar);
  await add();
  expect((await calendar()).outages).toEqual([]);
  const preview = async () =>
    (await kopi.ok(previewDisbursement, { body: { bank_code: '014', amount: 100_000 } })).data;
  expect((await preview()).outage).toBeNull();
  await add({ methods: ['disbursement', 'virtual_account'] });
  expect((await calendar()).outages).toHaveLength(1);
  const held = await preview();
  expect(held.outage).toEqual({ en: TEXT.text_en, id: TEXT.text_id });
  expect(Date.parse(held.opens_at!)).toBeGreaterThanOrEqual(Date.parse(inMinutes(60)));
});

test('merchants read current outages and those of the next 48 hours', async () => {
  const current = await add();
  const soon = await add({ starts_at: inMinutes(47 * 60), ends_at: inMinutes(50 * 60) });
  await add({ starts_at: inMinutes(49 * 60), ends_at: inMinutes(50 * 60) });
  const { data } = await kopi.ok(listCurrentOutages);
  expect(data.map(({ id, is_current }) => [id, is_current])).toEqual([
    [current.id, true],
    [soon.id, false],
  ]);
  expect(data[0]).not.toHaveProperty('created_by');
});

test('it is changed until it is over; each change is in the log of staff', async () => {
  const { id } = await add();
  const { data } = await support.ok(updateOutage, { params: { id }, body: outage({ ends_at: inMinutes(120) }) });
  expect(data).toMatchObject({ state: 'current', ends_at: inMinutes(120) });
  expect((await support.call(endOutage, { params: { id } })).statusCode).toBe(204);
  expect(code(await support.call(updateOutage, { params: { id }, body: outage() }))).toBe('outage_is_over');
  expect(code(await support.call(endOutage, { params: { id } }))).toBe('outage_is_over');
  const { data: events } = await support.ok(listProviderEvents, { query: {} });
  expect(
    events
      .filter(({ object_id, result }) => object_id === id && result === 'ok')
      .map(({ action }) => action)
      .toSorted(),
  ).toEqual(['transfer_outage.added', 'transfer_outage.changed', 'transfer_outage.removed']);
});

test('a planned one is removed', async () => {
  const { id } = await add({ starts_at: inMinutes(30) });
  await support.call(endOutage, { params: { id } });
  expect((await support.ok(listOutages, { query: {} })).data.map((row) => row.id)).not.toContain(id);
});

test.each([
  [{ ends_at: '2026-01-01T00:00:00.000Z' }, 'ends_at'],
  [{ methods: ['qris'] }, 'bank_code'],
  [{ methods: ['disbursement'], bank_code: undefined }, 'bank_code'],
  [{ rail: 'bi_fast' }, 'rail'],
  [{ bank_code: '999' }, 'bank_code'],
  [{ methods: [] }, 'methods'],
  [{ text_id: '' }, 'text_id'],
])('%j is refused at %s', async (given, field) => {
  const response = await support.call(addOutage, { body: outage(given) });
  expect(response.statusCode).toBe(400);
  expect(response.json<{ errors: { field: string }[] }>().errors.map((each) => each.field)).toContain(field);
});

test('an outage that is over already is refused, and compliance may only read', async () => {
  const over = { starts_at: inMinutes(-60), ends_at: inMinutes(-1) };
  expect(code(await support.call(addOutage, { body: outage(over) }))).toBe('outage_is_over');
  expect((await compliance.call(listOutages, { query: {} })).statusCode).toBe(200);
  expect((await compliance.call(addOutage, { body: outage() })).statusCode).toBe(403);
});
