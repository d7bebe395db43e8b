/** The API log: what it stores of requests with keys, what it hides, and that it never disturbs a request. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getRoleAccess } from '@dasbor/contract/access';
import { getApiRequest, listApiRequests } from '@dasbor/contract/api-log';
import { createApiKey, listApiKeys } from '@dasbor/contract/api-settings';
import * as duration from '@dasbor/contract/duration';
import { listSettlements } from '@dasbor/contract/settlement';
import { API_BASE } from '@dasbor/contract/route';
import { listTransactions } from '@dasbor/contract/transaction';
import { createPaymentLink } from '@dasbor/contract/payment-link';
import { deleteExpiredRecords } from '../retention/retention.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { getApiLogWriter } from './log-writer.ts';
import { redactBody, redactPath, toStoredBody } from './log-rules.ts';

let it: TestApp;
let superadmin: TestClient;
let developer: TestClient;
let key: TestClient;
let key_id: string;

beforeAll(async () => {
  it = await startTestApp();
  superadmin = await it.signIn('superadmin@kopi.example');
  developer = await it.signIn('developer@kopi.example');
  const { data } = await superadmin.ok(createApiKey, { body: { name: 'ERP', access: getRoleAccess('superadmin') } });
  key = it.client(`Bearer ${data.secret}`);
  key_id = data.id;
});
afterAll(() => it?.close());

const flush = () => getApiLogWriter(it.app)!.flush();
const list = async (query: object = {}, by = superadmin) =>
  (await by.ok(listApiRequests, { query: { limit: 100, ...query } })).data;
const readId = (answer: { json: () => unknown }) => (answer.json() as { request_id: string }).request_id;

test('requests with keys are logged with their outcome and found by request id; those of people are not', async () => {
  await key.ok(listTransactions, { query: { limit: 5 } });
  await superadmin.ok(listTransactions);
  it.clock.advance(1_000);
  const refused = await key.call(createPaymentLink, { body: { title: 1 }, headers: { 'idempotency-key': 'order-1' } });
  expect(refused.statusCode).toBe(400);
  await flush();
  const rows = await list({ api_key_id: key_id });
  expect(rows.map(({ method, path_pattern, status }) => [method, path_pattern, status])).toEqual([
    ['POST', '/payment-links', 400],
    ['GET', '/transactions', 200],
  ]);
  expect(rows[1]).toMatchObject({ path: '/transactions?limit=5', api_key_name: 'ERP', ip: '127.0.0.1' });
  const [found] = await list({ q: readId(refused) });
  expect(found).toMatchObject({ id: readId(refused), status: 400, error_code: 'invalid_request', is_replay: false });
  expect((await list({ q: 'order-1' })).map(({ id }) => id)).toEqual([readId(refused)]);
  expect((await list({ status: '4xx' })).every(({ status }) => status >= 400)).toBe(true);
  expect((await list({ method: 'GET', q: '/transactions' })).map(({ path_pattern }) => path_pattern)).toContain(
    '/transactions',
  );
  const { data } = await superadmin.ok(getApiRequest, { params: { id: readId(refused) } });
  expect(data).toMatchObject({ request_body: { title: 1 }, idempotency_key: 'order-1', is_hidden: false });
  expect(data.response_body).toMatchObject({ code: 'invalid_request' });
});

test('a use from a forbidden network is logged as refused; the secret is nowhere', async () => {
  const { data } = await superadmin.ok(createApiKey, {
    body: { name: 'Office', access: getRoleAccess('developer'), allowed_cidrs: ['203.0.113.7'] },
  });
  await it.client(`Bearer ${data.secret}`).call(listTransactions);
  await flush();
  const rows = await list({ api_key_id: data.id });
  expect(rows).toMatchObject([{ status: 403, error_code: 'address_not_allowed' }]);
  expect(JSON.stringify(rows)).not.toContain(data.secret);
});

test('bodies are hidden from readers without access to what the route returns', async () => {
  await key.ok(listSettlements);
  await key.ok(listTransactions);
  await flush();
  const rows = await list({ api_key_id: key_id });
  const find = (path: string) => rows.find(({ path_pattern }) => path_pattern === path)!;
  const read = async (path: string, by: TestClient) =>
    (await by.ok(getApiRequest, { params: { id: find(path).id } })).data;
  expect(await read('/settlements', developer)).toMatchObject({ response_body: null, is_hidden: true });
  expect(await read('/settlements', superadmin)).toMatchObject({ response_body: { data: [] }, is_hidden: false });
  expect((await read('/transactions', developer)).is_hidden).toBe(false);
});

test('another merchant sees none of it, and keys cannot read the log', async () => {
  const batik = await it.signIn('superadmin@batik.example');
  expect(await list({}, batik)).toEqual([]);
  const [row] = await list();
  expect((await batik.call(getApiRequest, { params: { id: row!.id } })).statusCode).toBe(404);
  expect((await key.call(listApiRequests)).statusCode).toBe(403);
});

test('requests are answered while the log cannot be written, and it goes on afterwards', async () => {
  const connect = vi.spyOn(it.deps.db.pool, 'connect');
  await key.ok(listTransactions);
  connect.mockRejectedValue(new Error('down'));
  await flush();
  connect.mockRestore();
  const before = (await list()).length;
  await key.ok(listTransactions);
  await flush();
  expect((await list()).length).toBe(before + 1);
});

test('pages follow each other, and requests are removed after 30 days', async () => {
  const first = await superadmin.ok(listApiRequests, { query: { limit: 1 } });
  const second = await superadmin.ok(listApiRequests, { query: { limit: 1, cursor: first.next_cursor! } });
  expect(second.data[0]!.id < first.data[0]!.id).toBe(true);
  await deleteExpiredRecords(it.deps, it.clock.now());
  expect((await list()).length).toBeGreaterThan(1);
  const later = new Date(it.clock.now().getTime() + duration.days(30) + duration.minutes(1));
  await deleteExpiredRecords(it.deps, later);
  expect(await list()).toEqual([]);
  expect((await superadmin.ok(listApiKeys)).data.length).toBeGreaterThan(0);
});

test('secrets, account numbers and data of people are masked; long texts and large bodies are cut', () => {
  expect(
    redactBody({
      account_no: '1234567890',
      customer_name: 'Budi',
      customer: { email: 'budi@example.com', phone: '0812' },
      sftp_password: 'x',
      bank_name: 'BRI',
      amount: 10_000,
      note: 'a'.repeat(1_001),
    }),
  ).toEqual({
    account_no: '•••7890',
    customer_name: '•••',
    customer: { email: '•••', phone: '•••' },
    sftp_password: '•••',
    bank_name: 'BRI',
    amount: 10_000,
    note: `${'a'.repeat(1_000)}…`,
  });
  expect(redactPath(`${API_BASE}/transactions?q=budi@example.com&limit=5`)).toBe(
    `${API_BASE}/transactions?q=•••&limit=5`,
  );
  expect(redactPath('/x?a=%E0%A4%A')).toContain('/x?a=');
  expect(toStoredBody({ a: 1 }, 8_193)).toBeNull();
  expect(toStoredBody({ a: 'x\u0000y' }, 10)).toBe('{"a":"xy"}');
  // The letters of the escape are a text like any other.
  const letters = { 'k\\u0000': 'C:\\u0000dir \\\\u0000' };
  expect(JSON.parse(toStoredBody(letters, 10) ?? '')).toEqual(letters);
});
