import { Webhook as SvixWebhook } from 'svix';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  getWebhookEvent,
  listWebhookAttempts,
  listWebhookEvents,
  listWebhooks,
  recoverWebhook,
  resendWebhookEvent,
  resendWebhookEvents,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@dasbor/contract/webhook';
import { listTransactions } from '@dasbor/contract/transaction';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { listHostileHosts } from '../../test/hostile-hosts.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import {
  type ReceivedWebhook,
  type WebhookReceiver,
  createEndpoint,
  readDeliveries,
  runWebhooks,
  startWebhookReceiver,
} from '../../test/webhook-receiver.ts';
import { createEgress } from '../egress/gate.ts';
import { asMerchant } from '../db/tx.ts';
import { invalidateWebhookSubscription, listWebhooksSince } from '../db/webhook-subscription.ts';
import { deliverWebhooks } from './deliver.ts';
import { sweepWebhooks } from './dispatch.ts';
import { updateEndpoint } from './endpoint-queries.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
let it: TestApp;
let developer: TestClient;
let receiver: WebhookReceiver;

beforeAll(async () => {
  // Every public name resolves to an internal address.
  const resolve = () => Promise.resolve(['127.0.0.1']);
  it = await startTestApp({ change: (deps) => ({ ...deps, egress: createEgress(deps.env, { resolve }) }) });
});
afterAll(() => it.close());
beforeEach(async () => {
  it.clock.advance(60_000);
  developer = await it.signIn('developer@kopi.example');
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  vi.useRealTimers();
  developer = await it.signIn('developer@kopi.example');
  const { data } = await developer.ok(listWebhooks);
  for (const { id } of data) await developer.call(deleteWebhook, { params: { id } });
  await receiver.close();
});

const pay = (amount = 50_000) => insertPaidPayment(it, KOPI, { amount });
const readEndpoint = async (id: string) => (await developer.ok(getWebhook, { params: { id } })).data;
const listOf = async (object_id: string) => (await developer.ok(listWebhookEvents, { query: { object_id } })).data;
const toSigned = ({ headers }: ReceivedWebhook) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
});
/** The libraries compare the timestamp with the clock of the computer. */
const useTestTime = () => vi.useFakeTimers({ toFake: ['Date'], now: it.clock.now() });

function getOnly<T>(values: readonly T[]): T {
  expect(values).toHaveLength(1);
  return values[0] as T;
}

test('a payment is delivered once, signed as two public libraries verify', async () => {
  const { id, secret } = await createEndpoint(developer, receiver.url, {
    headers: [{ name: 'X-Shop', value: 'top secret' }],
  });
  expect(secret).toMatch(/^whsec_/);
  const payment = await pay();
  expect(await runWebhooks(it)).toBe(1);
  const request = getOnly(receiver.received);
  useTestTime();
  for (const library of [new Webhook(secret), new SvixWebhook(secret)]) {
    library.verify(request.body, toSigned(request));
    expect(() => library.verify(request.body.replace('50000', '60000'), toSigned(request))).toThrow('signature');
  }
  expect(JSON.parse(request.body)).toMatchObject({
    id: request.headers['webhook-id'],
    type: 'payment.success',
    sequence: 1,
    api_version: '2026-11-01',
    data: { object: 'payment', id: payment, status: 'success', amount: 50_000 },
  });
  expect(request.headers).toMatchObject({ 'x-shop': 'top secret', 'content-type': 'application/json' });
  expect(Buffer.byteLength(request.body)).toBeLessThan(20_000);
  const event = getOnly(await listOf(payment));
  expect(event).toMatchObject({
    status: 'delivered',
    deliveries: [{ endpoint_id: id, attempts: 1, last_http_status: 200 }],
  });
  const { data: attempts } = await developer.ok(listWebhookAttempts, { params: { id: event.id } });
  expect(getOnly(attempts)).toMatchObject({
    kind: 'automatic',
    is_delivered: true,
    response_body: 'ok',
    request_body: request.body,
  });
  expect(JSON.stringify(attempts)).not.toContain('top secret');
  expect((await developer.ok(getWebhookEvent, { params: { id: event.id } })).data.payload).toBe(request.body);
  expect(await readEndpoint(id)).toMatchObject({
    status: 'active',
    success_rate_24h: 1,
    waiting_count: 0,
    header_names: ['x-shop'],
  });
  // Nothing is sent again, however often the jobs run.
  expect(await runWebhooks(it)).toBe(0);
});

test('an endpoint receives only the events that it subscribes to; others are in the log without a delivery', async () => {
  await createEndpoint(developer, receiver.url, { events: ['refund.*', 'va.paid'] });
  const payment = await pay();
  await runWebhooks(it);
  expect(receiver.received).toEqual([]);
  expect(getOnly(await listOf(payment)).status).toBe('url_not_set');
});

test('what happened before the first endpoint is no event', async () => {
  const payment = await pay();
  await createEndpoint(developer, receiver.url);
  await runWebhooks(it);
  expect(await listOf(payment)).toEqual([]);
});

test('a payment that the bank dates to the second in which the first endpoint was created is an event', async () => {
  const second = new Date(Math.ceil(it.clock.now().getTime() / 1_000) * 1_000);
  it.clock.set(new Date(second.getTime() + 148));
  await createEndpoint(developer, receiver.url);
  const payment = await insertPaidPayment(it, KOPI, { amount: 50_000, paid_at: second });
  await runWebhooks(it);
  expect((await listOf(payment)).map(({ type }) => type)).toContain('payment.success');
  // Notifications of banks look merchants up by several.
  invalidateWebhookSubscription(it.deps.db, KOPI);
  const since = await asMerchant(it.deps.db, KOPI, (tx) => listWebhooksSince(it.deps.db, tx.sql, [KOPI]));
  expect(second.toISOString() >= (since.get(KOPI) ?? '~')).toBe(true);
});

test('during a rotation both secrets verify; after 24 hours only the new one', async () => {
  const { id, secret: former } = await createEndpoint(developer, receiver.url);
  const { data } = await developer.ok(rotateWebhookSecret, { params: { id } });
  expect(data.previous_secret_expires_at).toBe(new Date(it.clock.now().getTime() + 86_400_000).toISOString());
  await pay();
  await runWebhooks(it);
  const during = getOnly(receiver.received);
  useTestTime();
  for (const secret of [former, data.secret]) {
    new Webhook(secret).verify(during.body, toSigned(during));
    new SvixWebhook(secret).verify(during.body, toSigned(during));
  }
  vi.useRealTimers();
  it.clock.advance(86_400_000);
  developer = await it.signIn('developer@kopi.example');
  await pay();
  await runWebhooks(it);
  const after = receiver.received[1] as ReceivedWebhook;
  useTestTime();
  new Webhook(data.secret).verify(after.body, toSigned(after));
  expect(() => new Webhook(former).verify(after.body, toSigned(after))).toThrow('signature');
});

test('domain 1.13: a second rotation within the overlap leaves the secret that receivers use', async () => {
  const { id, secret: first } = await createEndpoint(developer, receiver.url);
  const { data: second } = await developer.ok(rotateWebhookSecret, { params: { id } });
  it.clock.advance(60_000);
  const { data: third } = await developer.ok(rotateWebhookSecret, { params: { id } });
  await pay();
  await runWebhooks(it);
  const during = getOnly(receiver.received);
  useTestTime();
  for (const secret of [first, second.secret, third.secret]) {
    new Webhook(secret).verify(during.body, toSigned(during));
  }
  vi.useRealTimers();
  // The first one ends 24 hours after it was replaced, although the second one still signs.
  it.clock.advance(86_400_000 - 60_000);
  developer = await it.signIn('developer@kopi.example');
  await pay();
  await runWebhooks(it);
  const after = receiver.received[1] as ReceivedWebhook;
  useTestTime();
  new Webhook(second.secret).verify(after.body, toSigned(after));
  expect(() => new Webhook(first).verify(after.body, toSigned(after))).toThrow('signature');
});

test('a failure is retried by the schedule until the endpoint responds 2xx; attempts are never changed', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  receiver.respond = (_request, response) => response.writeHead(500).end('broken');
  const payment = await pay();
  await runWebhooks(it);
  expect(await readEndpoint(id)).toMatchObject({ status: 'failing', waiting_count: 1 });
  it.clock.advance(3_900);
  expect(await runWebhooks(it)).toBe(0);
  it.clock.advance(2_200);
  expect(await runWebhooks(it)).toBe(1);
  receiver.respond = (_request, response) => response.end();
  it.clock.advance(36_100);
  expect(await runWebhooks(it)).toBe(1);
  const event = getOnly(await listOf(payment));
  expect(event).toMatchObject({ status: 'delivered', deliveries: [{ attempts: 3 }] });
  const { data } = await developer.ok(listWebhookAttempts, { params: { id: event.id } });
  expect(data.map(({ http_status, response_body }) => [http_status, response_body])).toEqual([
    [200, ''],
    [500, 'broken'],
    [500, 'broken'],
  ]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await readEndpoint(id)).toMatchObject({ status: 'active', failing_since: null });
});

test.each([
  ['redirects', 'http_status', 302],
  ['closes the connection in the middle of its body', 'connection_closed', null],
  ['responds with 10 MB', null, 200],
] as const)('a receiver that %s', async (kind, error, http_status) => {
  const { id } = await createEndpoint(developer, receiver.url);
  receiver.respond = (request, response) => {
    if (request.url === '/elsewhere') return response.end();
    if (kind === 'redirects') return response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end();
    if (kind === 'responds with 10 MB') return response.end('x'.repeat(10_000_000));
    response.writeHead(200, { 'content-length': '100' }).write('half');
    return setTimeout(() => response.destroy(), 20);
  };
  const { data } = await developer.ok(testWebhook, { params: { id } });
  expect(data).toMatchObject({ kind: 'test', error, http_status, is_delivered: error === null });
  expect((await readEndpoint(id)).last_delivery_at === null).toBe(error !== null);
  expect((data.response_body ?? '').length).toBeLessThanOrEqual(16_384);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/']);
});

test('410 disables the endpoint and sends an email; its events wait for it', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  receiver.respond = (_request, response) => response.writeHead(410).end();
  await pay();
  await runWebhooks(it);
  expect(await readEndpoint(id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
  receiver.respond = (_request, response) => response.end();
  await pay();
  expect(await runWebhooks(it)).toBe(0);
  await developer.ok(enableWebhook, { params: { id } });
  expect(await runWebhooks(it)).toBe(2);
});

test('429 with Retry-After delays the next attempt', async () => {
  await createEndpoint(developer, receiver.url);
  receiver.respond = (_request, response) => response.writeHead(429, { 'retry-after': '600' }).end();
  await pay();
  await runWebhooks(it);
  it.clock.advance(599_000);
  expect(await runWebhooks(it)).toBe(0);
  it.clock.advance(2_000);
  expect(await runWebhooks(it)).toBe(1);
});

test('an outage of 72 hours: everything arrives within an hour of the recovery, and other endpoints notice nothing', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  const healthy = await startWebhookReceiver();
  await createEndpoint(developer, healthy.url);
  receiver.respond = (_request, response) => response.writeHead(503).end();
  const payments: string[] = [];
  for (let hour = 0; hour < 72; hour++) {
    if (hour % 3 === 0) payments.push(await pay());
    for (let minute = 0; minute < 60; minute += 15) {
      await runWebhooks(it);
      it.clock.advance(15 * 60_000);
    }
  }
  expect(healthy.received).toHaveLength(payments.length);
  // Probes only, instead of every event with its own schedule.
  expect(receiver.received.length).toBeLessThan(72 * 4 + 10);
  receiver.received.length = 0;
  receiver.respond = (_request, response) => response.end();
  const recovered_at = it.clock.now().getTime();
  while ((await readDeliveries(it, KOPI)).some(({ next_attempt_at }) => next_attempt_at !== null)) {
    if ((await runWebhooks(it)) === 0) it.clock.advance(60_000);
    expect(it.clock.now().getTime() - recovered_at).toBeLessThan(60 * 60_000);
  }
  developer = await it.signIn('developer@kopi.example');
  expect(receiver.received).toHaveLength(payments.length);
  expect(await readEndpoint(id)).toMatchObject({ status: 'active' });
  await healthy.close();
}, 120_000);

test('an outage of 72 hours with one event: it arrives within an hour of the recovery, after many successes before', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  for (let count = 0; count < 20; count++) await pay();
  await runWebhooks(it);
  receiver.respond = (_request, response) => response.writeHead(503).end();
  receiver.received.length = 0;
  await pay();
  for (let quarter = 0; quarter < 72 * 4; quarter++) {
    await runWebhooks(it);
    it.clock.advance(15 * 60_000);
  }
  receiver.respond = (_request, response) => response.end();
  const waits = async () =>
    (await readDeliveries(it, KOPI)).some(({ endpoint_id, next_attempt_at }) => endpoint_id === id && next_attempt_at);
  for (let minute = 0; minute < 60 && (await waits()); minute++) {
    await runWebhooks(it);
    it.clock.advance(60_000);
  }
  expect(await waits()).toBe(false);
  developer = await it.signIn('developer@kopi.example');
  expect(await readEndpoint(id)).toMatchObject({ status: 'active', waiting_count: 0 });
}, 120_000);

test('what waits for a disabled endpoint is given up after 31 days, and that of a deleted one at once', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  const { id: deleted } = await createEndpoint(developer, receiver.url);
  await developer.ok(disableWebhook, { params: { id } });
  await developer.ok(disableWebhook, { params: { id: deleted } });
  await pay();
  await sweepWebhooks(it.deps);
  it.clock.advance(1_000);
  await developer.ok(deleteWebhook, { params: { id: deleted } });
  const statusOf = async (endpoint_id: string) =>
    (await readDeliveries(it, KOPI)).find((each) => each.endpoint_id === endpoint_id)?.status;
  expect([await statusOf(id), await statusOf(deleted)]).toEqual(['pending', 'exhausted']);
  it.clock.advance(31 * 86_400_000 - 120_000);
  await sweepWebhooks(it.deps);
  expect(await statusOf(id)).toBe('pending');
  it.clock.advance(180_000);
  await sweepWebhooks(it.deps);
  expect(await statusOf(id)).toBe('exhausted');
  developer = await it.signIn('developer@kopi.example');
  await developer.ok(enableWebhook, { params: { id } });
  expect(await runWebhooks(it)).toBe(0);
}, 120_000);

test('five days of failures disable the endpoint after three emails', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  receiver.respond = (_request, response) => response.writeHead(500).end();
  await pay();
  for (let hour = 0; hour < 5 * 24 + 100; hour++) {
    await runWebhooks(it);
    it.clock.advance(3_600_000);
  }
  developer = await it.signIn('developer@kopi.example');
  expect(await readEndpoint(id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
}, 120_000);

test('two workers: the lease lets one deliver; after a crash it ends and the event is sent again', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  await pay();
  let release = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    receiver.respond = (_request, response) => {
      resolve();
      release = () => response.end();
    };
  });
  const target = { merchant_id: KOPI, endpoint_id: id };
  const first = runWebhooks(it);
  await arrived;
  expect(await deliverWebhooks(it.deps, target)).toBe(0);
  release();
  expect(await first).toBe(1);
  expect(receiver.received).toHaveLength(1);
  // A worker dies with the lease: nobody delivers until it ends.
  receiver.respond = (_request, response) => response.end();
  const until = new Date(it.clock.now().getTime() + 60_000);
  await asMerchant(it.deps.db, KOPI, (tx) => updateEndpoint(tx, id, { lease_until: until }));
  await pay();
  expect(await runWebhooks(it)).toBe(0);
  expect(await deliverWebhooks(it.deps, target)).toBe(0);
  it.clock.advance(60_000);
  expect(await runWebhooks(it)).toBe(1);
});

test('resend one event, a selection, and everything that was missed', async () => {
  await createEndpoint(developer, receiver.url);
  const payments = [await pay(), await pay()];
  await runWebhooks(it);
  const events = (await Promise.all(payments.map(listOf))).flat();
  const first = events[0]?.id ?? '';
  expect((await developer.ok(resendWebhookEvent, { params: { id: first } })).data.count).toBe(1);
  await runWebhooks(it);
  expect((await developer.ok(resendWebhookEvents, { body: { ids: events.map((event) => event.id) } })).data.count).toBe(
    2,
  );
  await runWebhooks(it);
  expect(receiver.received).toHaveLength(5);
  // Missed: recorded before this second endpoint existed.
  const second = await startWebhookReceiver();
  const late = await createEndpoint(developer, second.url);
  const body = {
    from: new Date(it.clock.now().getTime() - 3_600_000).toISOString(),
    to: new Date(it.clock.now().getTime() + 1_000).toISOString(),
  };
  await developer.ok(recoverWebhook, { params: { id: late.id }, body });
  await runWebhooks(it);
  const ids = second.received.map(({ headers }) => headers['webhook-id']);
  for (const event of events) expect(ids).toContain(event.id);
  expect((await developer.ok(recoverWebhook, { params: { id: late.id }, body })).data.count).toBe(0);
  await second.close();
});

test('domain 1.5: payments with an undelivered webhook are found, and their latest event is sent again', async () => {
  await createEndpoint(developer, receiver.url);
  receiver.respond = (_request, response) => response.writeHead(500).end();
  const [failed, other] = [await pay(), await pay()];
  await runWebhooks(it);
  const listFailed = async () =>
    (await developer.ok(listTransactions, { query: { flags: ['failed_webhook'] } })).data.flatMap(({ id }) =>
      id === failed || id === other ? [id] : [],
    );
  // Created within the same millisecond, so in either order.
  expect((await listFailed()).toSorted()).toEqual([other, failed].toSorted());
  receiver.respond = (_request, response) => response.end();
  const body = { object_ids: [failed, 'txn_of_nobody'] };
  expect((await developer.ok(resendWebhookEvents, { body })).data.count).toBe(1);
  await runWebhooks(it);
  expect(await listFailed()).toEqual([other]);
});

test('a disabled endpoint refuses tests and recovery and receives nothing', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  await developer.ok(disableWebhook, { params: { id } });
  expect((await developer.call(testWebhook, { params: { id } })).json()).toMatchObject({ code: 'webhook_disabled' });
  await pay();
  expect(await runWebhooks(it)).toBe(0);
});

test('hostile and odd addresses are refused when they are saved', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  const urls = [
    ...listHostileHosts().map((host) =>
      host.includes(':') && !host.startsWith('[') ? `https://[${host}]/` : `https://${host}/`,
    ),
    'http://example.com/',
    'https://example.com:22/',
    'https://user:secret@example.com/',
    'http://localhost:3000/',
    'http://127.0.0.2:3000/',
    'http://127.1:3000/',
    'http://2130706433:3000/',
    'http://127.0.0.1/',
    'ftp://example.com/',
    'javascript:alert(1)',
    'nonsense',
  ];
  // All hosts are tested at delivery (send.test.ts); a client may not make so many requests a second.
  for (const url of urls.filter((_url, index) => index % 8 === 0 || index > urls.length - 12)) {
    const answer = await developer.call(updateWebhook, { params: { id }, body: { url } });
    expect([url, answer.json<{ code: string }>().code]).toEqual([url, 'webhook_url_not_allowed']);
  }
});

test('headers of the protocol cannot be replaced; a merchant has at most 20 endpoints', async () => {
  for (const name of ['Host', 'Webhook-Signature', 'Content-Length', 'Transfer-Encoding', 'X-Forwarded-For']) {
    const body = { url: receiver.url, events: ['*'], headers: [{ name, value: 'x' }] };
    expect((await developer.call(createWebhook, { body })).json()).toMatchObject({ code: 'header_not_allowed' });
  }
  for (let count = 0; count < 20; count++) await createEndpoint(developer, receiver.url);
  const body = { url: receiver.url, events: ['*'] };
  expect((await developer.call(createWebhook, { body })).json()).toMatchObject({ code: 'too_many_webhooks' });
});

test('values of custom headers are not sent to another server unless they are entered again', async () => {
  const other = await startWebhookReceiver();
  const headers = [{ name: 'Authorization', value: 'Bearer top-secret' }];
  const { id } = await createEndpoint(developer, receiver.url, { headers });
  const update = (body: object) => developer.call(updateWebhook, { params: { id }, body });
  const refused = await update({ url: `${other.url}/hooks` });
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ code: 'headers_required', errors: [{ field: 'headers' }] });
  expect(await readEndpoint(id)).toMatchObject({ url: receiver.url, header_names: ['authorization'] });
  // Another path of the same server keeps them.
  expect((await update({ url: `${receiver.url}/other?path=1` })).statusCode).toBe(200);
  expect((await update({ url: `${other.url}/hooks`, headers: [{ name: 'X-Shop', value: 'mine' }] })).statusCode).toBe(
    200,
  );
  await pay();
  await runWebhooks(it);
  expect(receiver.received).toEqual([]);
  const moved = getOnly(other.received).headers;
  expect([moved['x-shop'], moved.authorization]).toEqual(['mine', undefined]);
  // An empty list removes them, and an endpoint without headers moves freely.
  expect((await update({ url: receiver.url, headers: [] })).statusCode).toBe(200);
  expect((await update({ url: other.url })).statusCode).toBe(200);
  expect(await readEndpoint(id)).toMatchObject({ url: other.url, header_names: [] });
  await other.close();
});
