/** Deliveries of webhooks: events, signatures, rotated secrets, leases of workers, and events that are sent again. */
import { Webhook as SvixWebhook } from 'svix';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import {
  getWebhookEvent,
  listWebhookAttempts,
  recoverWebhook,
  resendWebhookEvent,
  resendWebhookEvents,
  rotateWebhookSecret,
} from '@dasbor/contract/webhook';
import { listTransactions } from '@dasbor/contract/transaction';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import {
  type ReceivedWebhook,
  createEndpoint,
  runWebhooks,
  startWebhookReceiver,
} from '../../test/webhook-receiver.ts';
import { asMerchant } from '../db/tx.ts';
import { invalidateWebhookSubscription, listWebhooksSince } from '../db/webhook-subscription.ts';
import { deliverWebhooks } from './deliver.ts';
import { updateEndpoint } from './endpoint-queries.ts';
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

const toSigned = ({ headers }: ReceivedWebhook) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
});
/** The libraries compare the timestamp with the clock of the computer. */
const useTestTime = () => vi.useFakeTimers({ toFake: ['Date'], now: t.clock.now() });

test('a payment is delivered once, signed as two public libraries verify', async () => {
  const { id, secret } = await createEndpoint(developer, receiver.url, {
    headers: [{ name: 'X-Shop', value: 'top secret' }],
  });
  expect(secret).toMatch(/^whsec_/);
  const payment = await pay();
  expect(await runWebhooks(t)).toBe(1);
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
  const event = getOnly(await listEvents(payment));
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
  expect(await runWebhooks(t)).toBe(0);
});

test('an endpoint receives only the events that it subscribes to; others are in the log without a delivery', async () => {
  await createEndpoint(developer, receiver.url, { events: ['refund.*', 'va.paid'] });
  const payment = await pay();
  await runWebhooks(t);
  expect(receiver.received).toEqual([]);
  expect(getOnly(await listEvents(payment)).status).toBe('url_not_set');
});

test('what happened before the first endpoint is no event', async () => {
  const payment = await pay();
  await createEndpoint(developer, receiver.url);
  await runWebhooks(t);
  expect(await listEvents(payment)).toEqual([]);
});

test('a payment that the bank dates to the second in which the first endpoint was created is an event', async () => {
  const second = new Date(Math.ceil(t.clock.now().getTime() / 1_000) * 1_000);
  t.clock.set(new Date(second.getTime() + 148));
  await createEndpoint(developer, receiver.url);
  const payment = await insertPaidPayment(t, KOPI, { amount: 50_000, paid_at: second });
  await runWebhooks(t);
  expect((await listEvents(payment)).map(({ type }) => type)).toContain('payment.success');
  // Notifications of banks look merchants up by several.
  invalidateWebhookSubscription(t.deps.db, KOPI);
  const since = await asMerchant(t.deps.db, KOPI, (tx) => listWebhooksSince(t.deps.db, tx.sql, [KOPI]));
  expect(second.toISOString() >= (since.get(KOPI) ?? '~')).toBe(true);
});

test('during a rotation both secrets verify; after 24 hours only the new one', async () => {
  const { id, secret: former } = await createEndpoint(developer, receiver.url);
  const { data } = await developer.ok(rotateWebhookSecret, { params: { id } });
  expect(data.previous_secret_expires_at).toBe(new Date(t.clock.now().getTime() + 86_400_000).toISOString());
  await pay();
  await runWebhooks(t);
  const during = getOnly(receiver.received);
  useTestTime();
  for (const secret of [former, data.secret]) {
    new Webhook(secret).verify(during.body, toSigned(during));
    new SvixWebhook(secret).verify(during.body, toSigned(during));
  }
  vi.useRealTimers();
  t.clock.advance(86_400_000);
  await signIn();
  await pay();
  await runWebhooks(t);
  const after = receiver.received[1] as ReceivedWebhook;
  useTestTime();
  new Webhook(data.secret).verify(after.body, toSigned(after));
  expect(() => new Webhook(former).verify(after.body, toSigned(after))).toThrow('signature');
});

test('domain 1.13: a second rotation within the overlap leaves the secret that receivers use', async () => {
  const { id, secret: first } = await createEndpoint(developer, receiver.url);
  const { data: second } = await developer.ok(rotateWebhookSecret, { params: { id } });
  t.clock.advance(60_000);
  const { data: third } = await developer.ok(rotateWebhookSecret, { params: { id } });
  await pay();
  await runWebhooks(t);
  const during = getOnly(receiver.received);
  useTestTime();
  for (const secret of [first, second.secret, third.secret]) {
    new Webhook(secret).verify(during.body, toSigned(during));
  }
  vi.useRealTimers();
  // The first one ends 24 hours after it was replaced, although the second one still signs.
  t.clock.advance(86_400_000 - 60_000);
  await signIn();
  await pay();
  await runWebhooks(t);
  const after = receiver.received[1] as ReceivedWebhook;
  useTestTime();
  new Webhook(second.secret).verify(after.body, toSigned(after));
  expect(() => new Webhook(first).verify(after.body, toSigned(after))).toThrow('signature');
});

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
  const first = runWebhooks(t);
  await arrived;
  expect(await deliverWebhooks(t.deps, target)).toBe(0);
  release();
  expect(await first).toBe(1);
  expect(receiver.received).toHaveLength(1);
  // A worker dies with the lease: nobody delivers until it ends.
  receiver.respond = (_request, response) => response.end();
  const until = new Date(t.clock.now().getTime() + 60_000);
  await asMerchant(t.deps.db, KOPI, (tx) => updateEndpoint(tx, id, { lease_until: until }));
  await pay();
  expect(await runWebhooks(t)).toBe(0);
  expect(await deliverWebhooks(t.deps, target)).toBe(0);
  t.clock.advance(60_000);
  expect(await runWebhooks(t)).toBe(1);
});

test('resend one event, a selection, and everything that was missed', async () => {
  await createEndpoint(developer, receiver.url);
  const payments = [await pay(), await pay()];
  await runWebhooks(t);
  const events = (await Promise.all(payments.map(listEvents))).flat();
  const first = events[0]?.id ?? '';
  expect((await developer.ok(resendWebhookEvent, { params: { id: first } })).data.count).toBe(1);
  await runWebhooks(t);
  expect((await developer.ok(resendWebhookEvents, { body: { ids: events.map((event) => event.id) } })).data.count).toBe(
    2,
  );
  await runWebhooks(t);
  expect(receiver.received).toHaveLength(5);
  // Missed: recorded before this second endpoint existed.
  const second = await startWebhookReceiver();
  const late = await createEndpoint(developer, second.url);
  const body = {
    from: new Date(t.clock.now().getTime() - 3_600_000).toISOString(),
    to: new Date(t.clock.now().getTime() + 1_000).toISOString(),
  };
  await developer.ok(recoverWebhook, { params: { id: late.id }, body });
  await runWebhooks(t);
  const ids = second.received.map(({ headers }) => headers['webhook-id']);
  for (const event of events) expect(ids).toContain(event.id);
  expect((await developer.ok(recoverWebhook, { params: { id: late.id }, body })).data.count).toBe(0);
  await second.close();
});

test('domain 1.5: payments with an undelivered webhook are found, and their latest event is sent again', async () => {
  await createEndpoint(developer, receiver.url);
  receiver.respond = (_request, response) => response.writeHead(500).end();
  const [failed, other] = [await pay(), await pay()];
  await runWebhooks(t);
  const listFailed = async () =>
    (await developer.ok(listTransactions, { query: { flags: ['failed_webhook'] } })).data.flatMap(({ id }) =>
      id === failed || id === other ? [id] : [],
    );
  // Created within the same millisecond, so in either order.
  expect((await listFailed()).toSorted()).toEqual([other, failed].toSorted());
  receiver.respond = (_request, response) => response.end();
  const body = { object_ids: [failed, 'txn_of_nobody'] };
  expect((await developer.ok(resendWebhookEvents, { body })).data.count).toBe(1);
  await runWebhooks(t);
  expect(await listFailed()).toEqual([other]);
});
