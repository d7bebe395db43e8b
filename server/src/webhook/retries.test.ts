/** Failed deliveries of webhooks: their retries, outages, and endpoints that are disabled. */
import { expect, test } from 'vitest';
import {
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  listWebhookAttempts,
  testWebhook,
} from '@dasbor/contract/webhook';
import { createEndpoint, readDeliveries, runWebhooks, startWebhookReceiver } from '../../test/webhook-receiver.ts';
import { sweepWebhooks } from './dispatch.ts';
import {
  KOPI,
  t,
  developer,
  receiver,
  signIn,
  pay,
  readEndpoint,
  listEvents,
  getOnly,
  setUpWebhooks,
} from '../../test/webhook-fixture.ts';

setUpWebhooks();

test('a failure is retried by the schedule until the endpoint responds 2xx; attempts are never changed', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  receiver.respond = (_request, response) => response.writeHead(500).end('broken');
  const payment = await pay();
  await runWebhooks(t);
  expect(await readEndpoint(id)).toMatchObject({ status: 'failing', waiting_count: 1 });
  t.clock.advance(3_900);
  expect(await runWebhooks(t)).toBe(0);
  t.clock.advance(2_200);
  expect(await runWebhooks(t)).toBe(1);
  receiver.respond = (_request, response) => response.end();
  t.clock.advance(36_100);
  expect(await runWebhooks(t)).toBe(1);
  const event = getOnly(await listEvents(payment));
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
  await runWebhooks(t);
  expect(await readEndpoint(id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
  receiver.respond = (_request, response) => response.end();
  await pay();
  expect(await runWebhooks(t)).toBe(0);
  await developer.ok(enableWebhook, { params: { id } });
  expect(await runWebhooks(t)).toBe(2);
});

test('429 with Retry-After delays the next attempt', async () => {
  await createEndpoint(developer, receiver.url);
  receiver.respond = (_request, response) => response.writeHead(429, { 'retry-after': '600' }).end();
  await pay();
  await runWebhooks(t);
  t.clock.advance(599_000);
  expect(await runWebhooks(t)).toBe(0);
  t.clock.advance(2_000);
  expect(await runWebhooks(t)).toBe(1);
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
      await runWebhooks(t);
      t.clock.advance(15 * 60_000);
    }
  }
  expect(healthy.received).toHaveLength(payments.length);
  // Probes only, instead of every event with its own schedule.
  expect(receiver.received.length).toBeLessThan(72 * 4 + 10);
  receiver.received.length = 0;
  receiver.respond = (_request, response) => response.end();
  const recovered_at = t.clock.now().getTime();
  while ((await readDeliveries(t, KOPI)).some(({ next_attempt_at }) => next_attempt_at !== null)) {
    if ((await runWebhooks(t)) === 0) t.clock.advance(60_000);
    expect(t.clock.now().getTime() - recovered_at).toBeLessThan(60 * 60_000);
  }
  await signIn();
  expect(receiver.received).toHaveLength(payments.length);
  expect(await readEndpoint(id)).toMatchObject({ status: 'active' });
  await healthy.close();
});

test('an outage of 72 hours with one event: it arrives within an hour of the recovery, after many successes before', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  for (let count = 0; count < 20; count++) await pay();
  await runWebhooks(t);
  receiver.respond = (_request, response) => response.writeHead(503).end();
  receiver.received.length = 0;
  await pay();
  for (let quarter = 0; quarter < 72 * 4; quarter++) {
    await runWebhooks(t);
    t.clock.advance(15 * 60_000);
  }
  receiver.respond = (_request, response) => response.end();
  const waits = async () =>
    (await readDeliveries(t, KOPI)).some(({ endpoint_id, next_attempt_at }) => endpoint_id === id && next_attempt_at);
  for (let minute = 0; minute < 60 && (await waits()); minute++) {
    await runWebhooks(t);
    t.clock.advance(60_000);
  }
  expect(await waits()).toBe(false);
  await signIn();
  expect(await readEndpoint(id)).toMatchObject({ status: 'active', waiting_count: 0 });
});

test('what waits for a disabled endpoint is given up after 31 days, and that of a deleted one at once', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  const { id: deleted } = await createEndpoint(developer, receiver.url);
  await developer.ok(disableWebhook, { params: { id } });
  await developer.ok(disableWebhook, { params: { id: deleted } });
  await pay();
  await sweepWebhooks(t.deps);
  t.clock.advance(1_000);
  await developer.ok(deleteWebhook, { params: { id: deleted } });
  const readStatus = async (endpoint_id: string) =>
    (await readDeliveries(t, KOPI)).find((each) => each.endpoint_id === endpoint_id)?.status;
  expect([await readStatus(id), await readStatus(deleted)]).toEqual(['pending', 'exhausted']);
  t.clock.advance(31 * 86_400_000 - 120_000);
  await sweepWebhooks(t.deps);
  expect(await readStatus(id)).toBe('pending');
  t.clock.advance(180_000);
  await sweepWebhooks(t.deps);
  expect(await readStatus(id)).toBe('exhausted');
  await signIn();
  await developer.ok(enableWebhook, { params: { id } });
  expect(await runWebhooks(t)).toBe(0);
});

test('five days of failures disable the endpoint after three emails', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  receiver.respond = (_request, response) => response.writeHead(500).end();
  await pay();
  for (let hour = 0; hour < 5 * 24 + 100; hour++) {
    await runWebhooks(t);
    t.clock.advance(3_600_000);
  }
  await signIn();
  expect(await readEndpoint(id)).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
});
