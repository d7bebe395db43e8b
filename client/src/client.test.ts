/** The client against a real server: what it sends, what it repeats, and what it throws. */
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Dasbor, DasborError, createDasbor, listAll } from './index.ts';

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Closes the connection instead of answering. */
  is_lost?: boolean;
}
interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const received: Received[] = [];
let answers: Answer[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    const answer = answers.shift() ?? { status: 200, body: { data: [], next_cursor: null } };
    if (answer.is_lost === true) return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body ?? {}));
  });
});

let base_url: string;
let dasbor: Dasbor;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  dasbor = createDasbor({ api_key: 'sk_test_1', base_url: `${base_url}/` });
});
afterAll(() => server.close());
beforeEach(() => {
  received.length = 0;
  answers = [];
});

/** Takes no idempotency key. */
const SYNC = { params: { path: { id: 'va_1' } } };
const SOON = { 'retry-after': '0' };
const REFUSED = { detail: 'Enter an amount.', status_code: 400, code: 'invalid_request', request_id: 'req_1' };

test('sends the key, the path of the API and values of lists separated by commas', async () => {
  await dasbor.GET('/transactions', { params: { query: { status: 'success,failed', limit: 2 } } });
  expect(received[0]).toMatchObject({
    method: 'GET',
    url: '/api/v1/transactions?status=success%2Cfailed&limit=2',
    headers: { authorization: 'Bearer sk_test_1' },
  });
});

test('what creates a payment is sent with one idempotency key, however often it is repeated', async () => {
  answers = [
    { status: 0, is_lost: true },
    { status: 503, headers: SOON },
    { status: 201, body: { data: { id: 'qr_1' } } },
  ];
  const { data } = await dasbor.POST('/qris-payments', { body: { amount: 125_000 } });
  expect(data?.data).toEqual({ id: 'qr_1' });
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  expect(received[0]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(received.map(({ body }) => body))).toEqual(new Set(['{"amount":125000}']));
});

test('a key of the caller is kept, and two calls have two keys', async () => {
  const body = { amount: 1_000 };
  await dasbor.POST('/qris-payments', { body, params: { header: { 'Idempotency-Key': 'order-7' } } });
  await dasbor.POST('/qris-payments', { body });
  await dasbor.POST('/qris-payments', { body });
  const keys = received.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toBe('order-7');
  expect(new Set(keys).size).toBe(3);
});

test('a request whose repetition could have a second effect is not repeated after an unclear end', async () => {
  answers = [{ status: 0, is_lost: true }];
  await expect(dasbor.POST('/virtual-accounts/{id}/sync', SYNC)).rejects.toThrow('fetch failed');
  answers = [{ status: 500 }];
  await expect(dasbor.POST('/virtual-accounts/{id}/sync', SYNC)).rejects.toThrow('500');
  expect(received).toHaveLength(2);
});

test('a request that the server did not begin is repeated, at most as often as allowed', async () => {
  answers = Array.from({ length: 9 }, () => ({ status: 429, headers: SOON, body: { code: 'too_many_requests' } }));
  await expect(dasbor.POST('/virtual-accounts/{id}/sync', SYNC)).rejects.toMatchObject({
    status_code: 429,
    code: 'too_many_requests',
  });
  expect(received).toHaveLength(4);
});

test('an error has the code, the fields and the id of the request', async () => {
  answers = [{ status: 400, body: { ...REFUSED, errors: [{ field: 'amount', detail: 'Enter an amount.' }] } }];
  const error = await dasbor.POST('/qris-payments', { body: {} as { amount: number } }).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(DasborError);
  expect(error).toMatchObject({
    message: '400 invalid_request: Enter an amount.',
    code: 'invalid_request',
    request_id: 'req_1',
    errors: [{ field: 'amount', detail: 'Enter an amount.' }],
  });
  expect(received).toHaveLength(1);
});

test('an error of a proxy in between is an error with the status', async () => {
  const once = createDasbor({ api_key: 'sk_test_1', base_url, max_retries: 0 });
  answers = [{ status: 502, headers: { 'content-type': 'text/html' } }];
  await expect(once.GET('/transactions')).rejects.toMatchObject({ status_code: 502, code: 'unexpected_response' });
});

test('an attempt that takes too long is ended, and a call can be aborted', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const impatient = createDasbor({ api_key: 'sk_test_1', base_url: url, max_retries: 0, timeout_ms: 50 });
  await expect(impatient.GET('/transactions')).rejects.toMatchObject({ name: 'TimeoutError' });
  const patient = createDasbor({ api_key: 'sk_test_1', base_url: url });
  await expect(patient.GET('/transactions', { signal: AbortSignal.timeout(50) })).rejects.toThrow('aborted');
  silent.closeAllConnections();
  silent.close();
});

test('a list is read page by page, as far as it is needed', async () => {
  answers = [
    { status: 200, body: { data: [1, 2], next_cursor: 'c1' } },
    { status: 200, body: { data: [3, 4], next_cursor: 'c2' } },
  ];
  const seen: unknown[] = [];
  for await (const row of listAll((cursor) => dasbor.GET('/transactions', { params: { query: { cursor } } }))) {
    seen.push(row);
    if (seen.length === 3) break;
  }
  expect(seen).toEqual([1, 2, 3]);
  expect(received.map(({ url }) => url)).toEqual(['/api/v1/transactions', '/api/v1/transactions?cursor=c1']);
});
