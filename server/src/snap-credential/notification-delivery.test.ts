/** Deliveries of notifications over SNAP BI that fail: retries, pauses, and what is sent again afterwards. */
import { expect, test } from 'vitest';
import {
  enableWebhook,
  getWebhook,
  listWebhookAttempts,
  recoverWebhook,
  resendWebhookEvent,
} from '@dasbor/contract/webhook';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { runWebhooks } from '../../test/webhook-receiver.ts';
import {
  KOPI,
  SECOND,
  MINUTE,
  t,
  kopi,
  receiver,
  signIn,
  connect,
  payByQris,
  payByVa,
  readEvent,
  runAfter,
  setUpSnapNotifications,
} from '../../test/snap-notification-fixture.ts';

setUpSnapNotifications();

const parseBodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const buildSuccess = (service: string, status = 200) => ({
  status,
  body: { responseCode: `200${service}00`, responseMessage: 'Successful' },
});

test.each([
  [
    'another response code',
    { status: 200, body: { responseCode: '5005200', responseMessage: 'Error' } },
    'response_code',
  ],
  ['the response code of another service', buildSuccess('25'), 'response_code'],
  ['no JSON', { status: 200, body: 'ok' }, 'response_code'],
  ['an HTTP status of a failure with the code of a success', buildSuccess('52', 500), 'http_status'],
  ['a redirect', { status: 302, body: buildSuccess('52').body }, 'http_status'],
])(
  'domain 4.7: %s is no delivery, and the same body is sent again with another X-EXTERNAL-ID',
  async (_what, answer, error) => {
    await connect();
    receiver.respond = () => answer;
    const payment = await payByQris();
    expect(await runWebhooks(t)).toBe(1);
    const failed = await readEvent(payment);
    expect(failed).toMatchObject({ status: 'retrying', deliveries: [{ attempts: 1, last_error: error }] });
    receiver.respond = undefined;
    expect(await runAfter(10 * SECOND)).toBe(1);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-external-id']).not.toBe(first?.headers['x-external-id']);
    expect(await readEvent(payment)).toMatchObject({
      status: 'delivered',
      deliveries: [{ attempts: 2, last_error: null }],
    });
    const { data: attempts } = await kopi.ok(listWebhookAttempts, { params: { id: String(failed?.id) } });
    expect(attempts.map(({ is_delivered }) => is_delivered)).toEqual([true, false]);
    expect(attempts[0]?.request_body).toBe(first?.body);
  },
);

test('reliability 4.6: a server that keeps failing is paused, and receives everything afterwards', async () => {
  const { endpoints } = await connect();
  const id = String(endpoints.find(({ snap_service }) => snap_service === 'qr_mpm_notify')?.id);
  receiver.respond = () => ({ status: 503, body: { responseCode: '5035200', responseMessage: 'Unavailable' } });
  for (let number = 0; number < 12; number += 1) await payByQris(`many-${number}`);
  await runWebhooks(t);
  expect((await kopi.ok(getWebhook, { params: { id } })).data).toMatchObject({
    status: 'failing',
    next_probe_at: expect.any(String),
  });
  receiver.respond = undefined;
  receiver.received.length = 0;
  await runAfter(MINUTE + SECOND);
  await runAfter(2 * SECOND);
  expect(new Set(parseBodies().map((body) => body['originalPartnerReferenceNo'])).size).toBe(12);
  await signIn();
  expect((await kopi.ok(getWebhook, { params: { id } })).data).toMatchObject({ status: 'active', waiting_count: 0 });
});

test('reliability 4.6: a server that does not answer times out and is tried again', async () => {
  await connect({ signature: 'symmetric' });
  receiver.respondToken = () => null;
  const payment = await payByQris();
  await runWebhooks(t);
  expect(await readEvent(payment)).toMatchObject({ status: 'retrying', deliveries: [{ last_error: 'timeout' }] });
  receiver.respondToken = undefined;
  await runAfter(10 * SECOND);
  expect(await readEvent(payment)).toMatchObject({ status: 'delivered' });
});

test('domain 1.13: notifications are sent again from the log, and everything between two times is recovered', async () => {
  const { endpoints } = await connect();
  const qr_id = String(endpoints.find(({ snap_service }) => snap_service === 'qr_mpm_notify')?.id);
  const va_id = String(endpoints.find(({ snap_service }) => snap_service === 'va_payment')?.id);
  const from = t.clock.now().toISOString();
  const payment = await payByQris('order-3');
  const of_va = await payByVa();
  await runWebhooks(t);
  const event = String((await readEvent(payment))?.id);
  const resend = (body: object) => kopi.ok(resendWebhookEvent, { params: { id: event }, body });
  expect((await resend({})).data.count).toBe(1);
  expect(await runWebhooks(t)).toBe(1);
  expect(parseBodies().filter((body) => body['originalPartnerReferenceNo'] === 'order-3')).toHaveLength(2);
  // A notification of the other service would have no body.
  expect((await resend({ endpoint_id: va_id })).data.count).toBe(0);
  t.clock.advance(SECOND);
  const missed = await insertPaidPayment(t, KOPI, { amount: 1_000, method: 'qris', merchant_reference: 'missed' });
  receiver.respond = () => ({ status: 500, body: {} });
  await runWebhooks(t);
  receiver.respond = undefined;
  const to = new Date(t.clock.now().getTime() + SECOND).toISOString();
  const { data } = await kopi.ok(recoverWebhook, { params: { id: qr_id }, body: { from, to } });
  expect(data.count).toBe(1);
  await runWebhooks(t);
  expect(await readEvent(missed)).toMatchObject({ status: 'delivered' });
  expect(await readEvent(of_va)).toMatchObject({ status: 'delivered' });
});

test('a disabled endpoint keeps its notifications for when it is enabled again', async () => {
  const { endpoints } = await connect();
  const id = String(endpoints.find(({ snap_service }) => snap_service === 'qr_mpm_notify')?.id);
  receiver.respond = () => ({ status: 410, body: {} });
  await payByQris('first');
  await runWebhooks(t);
  expect((await kopi.ok(getWebhook, { params: { id } })).data).toMatchObject({ disabled_reason: 'gone' });
  await payByQris('second');
  receiver.respond = undefined;
  await runWebhooks(t);
  await kopi.ok(enableWebhook, { params: { id } });
  await runAfter(2 * SECOND);
  expect(
    new Set(
      parseBodies()
        .slice(-2)
        .map((body) => body['originalPartnerReferenceNo']),
    ),
  ).toEqual(new Set(['first', 'second']));
});
