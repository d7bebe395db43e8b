/** Payments are notified to merchants' servers over SNAP BI, by the deliveries of webhooks. */
import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  changeSnapCredential,
  createSnapCredential,
  listSnapCredentials,
  revokeSnapCredential,
  rotateSnapSecret,
} from '@dasbor/contract/snap-credential';
import { qrNotifyRequest } from '@dasbor/contract/snap';
import { vaPaymentRequest } from '@dasbor/contract/snap-va';
import {
  deleteWebhook,
  enableWebhook,
  getWebhook,
  listWebhookAttempts,
  listWebhookEvents,
  listWebhooks,
  recoverWebhook,
  resendWebhookEvent,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@dasbor/contract/webhook';
import { type BankProcess, findFreePort, startBank } from '../../test/bank-process.ts';
import { listHostileHosts } from '../../test/hostile-hosts.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { createSnapMerchant } from '../../test/snap-merchant-client.ts';
import { type SnapReceiver, startSnapReceiver } from '../../test/snap-notification-receiver.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { readDeliveries, runWebhooks } from '../../test/webhook-receiver.ts';
import { asMerchant } from '../db/tx.ts';
import { createEgress } from '../egress/gate.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { updateEndpoint } from '../webhook/endpoint-queries.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const SECOND = 1_000;
const MINUTE = 60_000;
let t: TestApp;
let bank: BankProcess;
let kopi: TestClient;
let receiver: SnapReceiver;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

beforeAll(async () => {
  const port = await findFreePort();
  // Every public name resolves to an internal address.
  const resolve = () => Promise.resolve(['127.0.0.1']);
  t = await startTestApp({
    env: { BANK_URL: `http://127.0.0.1:${port}` },
    change: (deps) => ({ ...deps, egress: createEgress(deps.env, { resolve }) }),
  });
  // The bank's clock is the real one.
  t.clock.set(new Date());
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const partner_url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  bank = await startBank({ port, data_dir: t.deps.env.DATA_DIR, partner_url });
});
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});
beforeEach(async () => {
  t.clock.set(new Date());
  kopi = await t.signIn('superadmin@kopi.example');
  receiver = await startSnapReceiver(() => t.clock.now());
});
afterEach(async () => {
  kopi = await t.signIn('superadmin@kopi.example');
  for (const { id } of (await kopi.ok(listSnapCredentials)).data) {
    await kopi.call(revokeSnapCredential, { params: { id } });
  }
  await receiver.close();
});

interface ConnectOptions {
  signature?: 'asymmetric' | 'symmetric';
  encoding?: 'base64' | 'hex';
  to?: SnapReceiver;
}

/** A credential whose payments are notified to the receiver. */
async function connect({ signature = 'asymmetric', encoding = 'base64', to = receiver }: ConnectOptions = {}) {
  const { data } = await kopi.ok(createSnapCredential, {
    body: {
      name: 'ERP',
      services: ['qris', 'virtual_account'],
      public_key: pem,
      signature_encoding: encoding,
      notify_signature: signature,
      notify_urls: { qr_mpm_notify: to.url, va_payment: to.url },
    },
  });
  const { client_key, client_secret, channel_id, notify_public_key } = data;
  to.settings = { client_key, client_secret, public_key: notify_public_key ?? '', encoding, signature };
  const merchant = createSnapMerchant(t, { client_key, client_secret, private_key: privateKey, channel_id, encoding });
  const endpoints = (await kopi.ok(listWebhooks)).data.filter((each) => each.snap_credential_id === data.id);
  return { ...data, merchant, endpoints };
}

const payQr = (merchant_reference?: string) =>
  insertPaidPayment(t, KOPI, {
    amount: 25_000,
    method: 'qris',
    issuer: 'GoPay',
    ...(merchant_reference === undefined ? {} : { merchant_reference }),
  });
const payVa = () => insertPaidPayment(t, KOPI, { amount: 40_000, method: 'virtual_account' });
const eventOf = async (object_id: string) => (await kopi.ok(listWebhookEvents, { query: { object_id } })).data[0];
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const success = (service: string, status = 200) => ({
  status,
  body: { responseCode: `200${service}00`, responseMessage: 'Successful' },
});
const rupiah = (value: string) => ({ value, currency: 'IDR' });
/** Runs the jobs after a wait. */
async function runAfter(wait_ms: number): Promise<number> {
  t.clock.advance(wait_ms);
  return runWebhooks(t);
}

test('domain 4.7: payments over SNAP BI are notified with the body of services 52 and 25, once', async () => {
  const { merchant } = await connect();
  const amount = rupiah('25000.00');
  const qr = await merchant.call('/qr/qr-mpm-generate', { partnerReferenceNo: 'order-1', amount, storeId: 'Senopati' });
  const { qrContent, referenceNo } = qr.json<{ qrContent: string; referenceNo: string }>();
  const va = await merchant.call('/transfer-va/create-va', {
    partnerServiceId: '     988',
    virtualAccountName: 'BUDI SANTOSO',
    trxId: 'invoice-1',
    totalAmount: rupiah('40000.00'),
  });
  const { virtualAccountData } = va.json<{ virtualAccountData: Record<string, string> }>();
  expect((await bank.simulate('POST', '/qris/pay', { qr_content: qrContent })).status).toBeLessThan(300);
  const va_number = String(virtualAccountData['virtualAccountNo']).trim();
  expect((await bank.simulate('POST', '/va/pay', { va_number })).status).toBeLessThan(300);
  await vi.waitFor(
    async () => {
      // Attempts that a busy machine lets time out are repeated, the third one after two minutes.
      await runAfter(3_000);
      const delivered = (await readDeliveries(t, KOPI)).filter(({ status }) => status === 'delivered');
      expect(delivered).toHaveLength(2);
    },
    // Callbacks of the bank, whose clock is the real one, must not look five minutes old.
    { timeout: 60_000, interval: 1_000 },
  );
  const [of_qr] = receiver.received.filter(({ path }) => path === '/v1.0/qr/qr-mpm-notify');
  const [of_va] = receiver.received.filter(({ path }) => path === '/v1.0/transfer-va/payment');
  const qr_body = JSON.parse(of_qr?.body ?? '{}') as Record<string, unknown>;
  expect(qr_body).toMatchObject({
    originalReferenceNo: referenceNo,
    originalPartnerReferenceNo: 'order-1',
    latestTransactionStatus: '00',
    amount,
    externalStoreId: 'Senopati',
  });
  // As banks notify us, but without the name of the payer.
  const standard = qrNotifyRequest.omit({ additionalInfo: true });
  expect(standard.safeParse(qr_body).success).toBe(true);
  expect(qr_body['additionalInfo']).toMatchObject({
    rrn: expect.any(String),
    paidAt: expect.stringMatching(/\+07:00$/),
  });
  expect(qr_body['additionalInfo']).not.toHaveProperty('payerName');
  const va_body = JSON.parse(of_va?.body ?? '{}') as Record<string, unknown>;
  const { partnerServiceId, customerNo, virtualAccountNo } = virtualAccountData;
  expect(va_body).toMatchObject({
    partnerServiceId,
    customerNo,
    virtualAccountNo,
    virtualAccountName: 'BUDI SANTOSO',
    trxId: 'invoice-1',
    paidAmount: rupiah('40000.00'),
  });
  expect(vaPaymentRequest.parse(va_body).paymentRequestId).not.toBe('');
  // Nothing is sent again, however often the jobs run.
  expect(await runAfter(MINUTE)).toBe(0);
});

test.each([
  { signature: 'asymmetric', encoding: 'base64' },
  { signature: 'asymmetric', encoding: 'hex' },
  { signature: 'symmetric', encoding: 'base64' },
  { signature: 'symmetric', encoding: 'hex' },
] as const)('domain 4.7: $signature signatures in $encoding verify by the text of the standard', async (options) => {
  const { client_key, channel_id } = await connect(options);
  await payQr();
  await payVa();
  expect(await runWebhooks(t)).toBe(2);
  const deliveries = await readDeliveries(t, KOPI);
  expect(deliveries.filter(({ status }) => status !== 'delivered')).toEqual([]);
  expect(receiver.received.map(({ path }) => path).toSorted()).toEqual([
    '/v1.0/qr/qr-mpm-notify',
    '/v1.0/transfer-va/payment',
  ]);
  for (const { headers } of receiver.received) {
    expect(headers).toMatchObject({ 'x-partner-id': client_key, 'channel-id': channel_id });
    expect(headers['x-external-id']).toMatch(/^\d{1,36}$/);
    expect(headers['authorization'] === undefined).toBe(options.signature === 'asymmetric');
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['x-external-id'])).size).toBe(2);
});

test('domain 4.7: a base URL may have a path, which is signed, and may be given with the path of the service', async () => {
  const nested = await startSnapReceiver(() => t.clock.now(), '/erp/snap');
  const { id, notify_urls, endpoints } = await connect({ to: nested });
  expect(notify_urls).toEqual({ qr_mpm_notify: nested.url, va_payment: nested.url });
  const qr_mpm_notify = `${nested.url}/v1.0/qr/qr-mpm-notify`;
  const { data } = await kopi.ok(changeSnapCredential, { params: { id }, body: { notify_urls: { qr_mpm_notify } } });
  expect(data.notify_urls.qr_mpm_notify).toBe(nested.url);
  expect(endpoints.map(({ url }) => url)).toContain(qr_mpm_notify);
  await payQr();
  expect(await runWebhooks(t)).toBe(1);
  expect(nested.received[0]?.path).toBe('/erp/snap/v1.0/qr/qr-mpm-notify');
  expect((await readDeliveries(t, KOPI)).at(-1)?.status).toBe('delivered');
  await nested.close();
});

test.each([
  [
    'another response code',
    { status: 200, body: { responseCode: '5005200', responseMessage: 'Error' } },
    'response_code',
  ],
  ['the response code of another service', success('25'), 'response_code'],
  ['no JSON', { status: 200, body: 'ok' }, 'response_code'],
  ['an HTTP status of a failure with the code of a success', success('52', 500), 'http_status'],
  ['a redirect', { status: 302, body: success('52').body }, 'http_status'],
])(
  'domain 4.7: %s is no delivery, and the same body is sent again with another X-EXTERNAL-ID',
  async (_what, answer, error) => {
    await connect();
    receiver.respond = () => answer;
    const payment = await payQr();
    expect(await runWebhooks(t)).toBe(1);
    const failed = await eventOf(payment);
    expect(failed).toMatchObject({ status: 'retrying', deliveries: [{ attempts: 1, last_error: error }] });
    receiver.respond = undefined;
    expect(await runAfter(10 * SECOND)).toBe(1);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-external-id']).not.toBe(first?.headers['x-external-id']);
    expect(await eventOf(payment)).toMatchObject({
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
  for (let number = 0; number < 12; number += 1) await payQr(`many-${number}`);
  await runWebhooks(t);
  expect((await kopi.ok(getWebhook, { params: { id } })).data).toMatchObject({
    status: 'failing',
    next_probe_at: expect.any(String),
  });
  receiver.respond = undefined;
  receiver.received.length = 0;
  await runAfter(MINUTE + SECOND);
  await runAfter(2 * SECOND);
  expect(new Set(bodies().map((body) => body['originalPartnerReferenceNo'])).size).toBe(12);
  kopi = await t.signIn('superadmin@kopi.example');
  expect((await kopi.ok(getWebhook, { params: { id } })).data).toMatchObject({ status: 'active', waiting_count: 0 });
});

test('domain 4.7: an access token is used until it ends; after a 401 another one is requested', async () => {
  await connect({ signature: 'symmetric' });
  await payQr();
  await runWebhooks(t);
  await payQr();
  await runWebhooks(t);
  expect(receiver.tokens.size).toBe(1);
  receiver.tokens.clear();
  const payment = await payQr();
  await runWebhooks(t);
  expect(await eventOf(payment)).toMatchObject({ deliveries: [{ last_http_status: 401 }] });
  expect(await runAfter(10 * SECOND)).toBe(1);
  expect(await eventOf(payment)).toMatchObject({ status: 'delivered' });
  // Tokens live 15 minutes.
  t.clock.advance(16 * MINUTE);
  kopi = await t.signIn('superadmin@kopi.example');
  await payQr();
  await runWebhooks(t);
  expect(receiver.tokens.size).toBe(2);
});

test('without an access token nothing is sent, and neither tokens nor answers with them are stored', async () => {
  await connect({ signature: 'symmetric' });
  receiver.respondToken = () => ({ status: 200, body: { responseCode: '5007300', accessToken: 'top-secret' } });
  const payment = await payQr();
  await runWebhooks(t);
  expect(receiver.received).toEqual([]);
  const failed = await eventOf(payment);
  expect(failed).toMatchObject({ status: 'retrying', deliveries: [{ last_error: 'no_access_token' }] });
  receiver.respondToken = undefined;
  await runAfter(10 * SECOND);
  const { data: attempts } = await kopi.ok(listWebhookAttempts, { params: { id: String(failed?.id) } });
  expect(attempts.map(({ is_delivered }) => is_delivered)).toEqual([true, false]);
  const [token] = receiver.tokens;
  expect(JSON.stringify(attempts)).not.toContain(String(token));
  expect(JSON.stringify(attempts)).not.toContain('top-secret');
});

test('reliability 4.6: a server that does not answer times out and is tried again', async () => {
  await connect({ signature: 'symmetric' });
  receiver.respondToken = () => null;
  const payment = await payQr();
  await runWebhooks(t);
  expect(await eventOf(payment)).toMatchObject({ status: 'retrying', deliveries: [{ last_error: 'timeout' }] });
  receiver.respondToken = undefined;
  await runAfter(10 * SECOND);
  expect(await eventOf(payment)).toMatchObject({ status: 'delivered' });
});

test('domain 1.13: during the overlap of a rotation a server that knows only the former secret is reached', async () => {
  const { id } = await connect({ signature: 'symmetric' });
  const { data } = await kopi.ok(rotateSnapSecret, { params: { id }, body: { overlap_hours: 24 } });
  const payment = await payQr();
  await runWebhooks(t);
  expect(await eventOf(payment)).toMatchObject({ status: 'retrying' });
  await runAfter(10 * SECOND);
  expect(await eventOf(payment)).toMatchObject({ status: 'delivered' });
  if (receiver.settings !== null) receiver.settings = { ...receiver.settings, client_secret: data.client_secret };
  const next = await payQr();
  await runWebhooks(t);
  expect(await eventOf(next)).toMatchObject({ status: 'delivered', deliveries: [{ attempts: 1 }] });
});

test('domain 1.13: hostile addresses are refused when they are saved, at the field of their service', async () => {
  const { id } = await connect();
  const hosts = listHostileHosts().map((host) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host));
  const urls = [
    ...hosts.filter((_host, index) => index % 25 === 0).map((host) => `https://${host}/`),
    'http://example.com',
    'https://example.com:22',
    'https://user:secret@example.com',
    'https://example.com/?to=1',
    'http://localhost:3000',
    'http://127.0.0.2:3000',
    'nonsense',
  ];
  for (const url of urls) {
    const answer = await kopi.call(changeSnapCredential, {
      params: { id },
      body: { notify_urls: { va_payment: url } },
    });
    const { code, errors } = answer.json<{ code: string; errors?: { field: string }[] }>();
    expect([url, code, errors?.[0]?.field]).toEqual([url, 'webhook_url_not_allowed', 'notify_urls.va_payment']);
  }
  const answer = await kopi.call(createSnapCredential, {
    body: { name: 'X', services: ['qris'], notify_urls: { va_payment: receiver.url } },
  });
  expect(answer.json()).toMatchObject({ code: 'snap_service_missing', errors: [{ field: 'notify_urls.va_payment' }] });
});

test('domain 1.13: a name that resolves to an internal address at delivery is not connected to', async () => {
  const { endpoints } = await connect();
  const qr_id = String(endpoints.find(({ snap_service }) => snap_service === 'qr_mpm_notify')?.id);
  // Saved before its name was changed.
  await asMerchant(t.deps.db, KOPI, (tx) =>
    updateEndpoint(tx, qr_id, { url: 'https://rebound.example/v1.0/qr/qr-mpm-notify' }),
  );
  const payment = await payQr();
  await runWebhooks(t);
  expect(receiver.received).toEqual([]);
  expect(await eventOf(payment)).toMatchObject({
    deliveries: [{ last_error: 'host_not_allowed', last_http_status: null }],
  });
});

test('domain 1.13: notifications are sent again from the log, and everything between two times is recovered', async () => {
  const { endpoints } = await connect();
  const qr_id = String(endpoints.find(({ snap_service }) => snap_service === 'qr_mpm_notify')?.id);
  const va_id = String(endpoints.find(({ snap_service }) => snap_service === 'va_payment')?.id);
  const from = t.clock.now().toISOString();
  const payment = await payQr('order-3');
  const of_va = await payVa();
  await runWebhooks(t);
  const event = String((await eventOf(payment))?.id);
  const resend = (body: object) => kopi.ok(resendWebhookEvent, { params: { id: event }, body });
  expect((await resend({})).data.count).toBe(1);
  expect(await runWebhooks(t)).toBe(1);
  expect(bodies().filter((body) => body['originalPartnerReferenceNo'] === 'order-3')).toHaveLength(2);
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
  expect(await eventOf(missed)).toMatchObject({ status: 'delivered' });
  expect(await eventOf(of_va)).toMatchObject({ status: 'delivered' });
});

test('domain 1.13: a test notification has the ids of no object and shows the answer', async () => {
  const { endpoints } = await connect();
  for (const { id, snap_service } of endpoints) {
    const { data } = await kopi.ok(testWebhook, { params: { id }, body: {} });
    expect(data).toMatchObject({ kind: 'test', is_delivered: true, http_status: 200 });
    expect(data.request_body).toContain(snap_service === 'va_payment' ? 'virtualAccountNo' : 'originalReferenceNo');
    expect(data.request_body).toContain('TEST-1');
  }
});

test('domain 1.13: endpoints of a credential change with it and end with it', async () => {
  const { id, endpoints } = await connect();
  const [endpoint] = endpoints;
  const params = { id: String(endpoint?.id) };
  for (const answer of [
    await kopi.call(updateWebhook, { params, body: { events: ['*'] } }),
    await kopi.call(deleteWebhook, { params }),
    await kopi.call(rotateWebhookSecret, { params }),
  ]) {
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'webhook_of_snap_credential']);
  }
  const change = async (body: object) => (await kopi.ok(changeSnapCredential, { params: { id }, body })).data;
  const before = await change({ notify_signature: 'symmetric' });
  expect(before).toMatchObject({ notify_urls: { qr_mpm_notify: receiver.url, va_payment: receiver.url } });
  // A service that ends takes its notifications with it; null ends them alone.
  expect(await change({ services: ['qris'] })).toMatchObject({ notify_urls: { va_payment: null } });
  expect((await kopi.ok(listWebhooks)).data.filter((each) => each.snap_credential_id === id)).toHaveLength(1);
  expect(await change({ notify_urls: { qr_mpm_notify: null } })).toMatchObject({
    notify_urls: { qr_mpm_notify: null },
  });
  await payQr();
  expect(await runWebhooks(t)).toBe(0);
  const again = await change({ notify_urls: { qr_mpm_notify: receiver.url } });
  expect(again.notify_public_key).toBe(before.notify_public_key);
  await kopi.ok(revokeSnapCredential, { params: { id } });
  await payQr();
  expect(await runWebhooks(t)).toBe(0);
  expect((await kopi.ok(listWebhooks)).data.filter((each) => each.snap_credential_id === id)).toEqual([]);
});

test('a disabled endpoint keeps its notifications for when it is enabled again', async () => {
  const { endpoints } = await connect();
  const id = String(endpoints.find(({ snap_service }) => snap_service === 'qr_mpm_notify')?.id);
  receiver.respond = () => ({ status: 410, body: {} });
  await payQr('first');
  await runWebhooks(t);
  expect((await kopi.ok(getWebhook, { params: { id } })).data).toMatchObject({ disabled_reason: 'gone' });
  await payQr('second');
  receiver.respond = undefined;
  await runWebhooks(t);
  await kopi.ok(enableWebhook, { params: { id } });
  await runAfter(2 * SECOND);
  expect(
    new Set(
      bodies()
        .slice(-2)
        .map((body) => body['originalPartnerReferenceNo']),
    ),
  ).toEqual(new Set(['first', 'second']));
});
