/** Payments are notified to merchants' servers over SNAP BI: messages, signatures, access tokens and URLs. */
import { expect, test, vi } from 'vitest';
import {
  changeSnapCredential,
  createSnapCredential,
  revokeSnapCredential,
  rotateSnapSecret,
} from '@dasbor/contract/snap-credential';
import { qrNotifyRequest } from '@dasbor/contract/snap';
import { vaPaymentRequest } from '@dasbor/contract/snap-va';
import {
  deleteWebhook,
  listWebhookAttempts,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@dasbor/contract/webhook';
import { listHostileHosts } from '../../test/hostile-hosts.ts';
import { startSnapReceiver } from '../../test/snap-notification-receiver.ts';
import { readDeliveries, runWebhooks } from '../../test/webhook-receiver.ts';
import { asMerchant } from '../db/tx.ts';
import { updateEndpoint } from '../webhook/endpoint-queries.ts';
import {
  KOPI,
  SECOND,
  MINUTE,
  t,
  bank,
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

const rupiah = (value: string) => ({ value, currency: 'IDR' });

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
  await payByQris();
  await payByVa();
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
  await payByQris();
  expect(await runWebhooks(t)).toBe(1);
  expect(nested.received[0]?.path).toBe('/erp/snap/v1.0/qr/qr-mpm-notify');
  expect((await readDeliveries(t, KOPI)).at(-1)?.status).toBe('delivered');
  await nested.close();
});

test('domain 4.7: an access token is used until it ends; after a 401 another one is requested', async () => {
  await connect({ signature: 'symmetric' });
  await payByQris();
  await runWebhooks(t);
  await payByQris();
  await runWebhooks(t);
  expect(receiver.tokens.size).toBe(1);
  receiver.tokens.clear();
  const payment = await payByQris();
  await runWebhooks(t);
  expect(await readEvent(payment)).toMatchObject({ deliveries: [{ last_http_status: 401 }] });
  expect(await runAfter(10 * SECOND)).toBe(1);
  expect(await readEvent(payment)).toMatchObject({ status: 'delivered' });
  // Tokens live 15 minutes.
  t.clock.advance(16 * MINUTE);
  await signIn();
  await payByQris();
  await runWebhooks(t);
  expect(receiver.tokens.size).toBe(2);
});

test('without an access token nothing is sent, and neither tokens nor answers with them are stored', async () => {
  await connect({ signature: 'symmetric' });
  receiver.respondToken = () => ({ status: 200, body: { responseCode: '5007300', accessToken: 'top-secret' } });
  const payment = await payByQris();
  await runWebhooks(t);
  expect(receiver.received).toEqual([]);
  const failed = await readEvent(payment);
  expect(failed).toMatchObject({ status: 'retrying', deliveries: [{ last_error: 'no_access_token' }] });
  receiver.respondToken = undefined;
  await runAfter(10 * SECOND);
  const { data: attempts } = await kopi.ok(listWebhookAttempts, { params: { id: String(failed?.id) } });
  expect(attempts.map(({ is_delivered }) => is_delivered)).toEqual([true, false]);
  const [token] = receiver.tokens;
  expect(JSON.stringify(attempts)).not.toContain(String(token));
  expect(JSON.stringify(attempts)).not.toContain('top-secret');
});

test('domain 1.13: during the overlap of a rotation a server that knows only the former secret is reached', async () => {
  const { id } = await connect({ signature: 'symmetric' });
  const { data } = await kopi.ok(rotateSnapSecret, { params: { id }, body: { overlap_hours: 24 } });
  const payment = await payByQris();
  await runWebhooks(t);
  expect(await readEvent(payment)).toMatchObject({ status: 'retrying' });
  await runAfter(10 * SECOND);
  expect(await readEvent(payment)).toMatchObject({ status: 'delivered' });
  if (receiver.settings !== null) receiver.settings = { ...receiver.settings, client_secret: data.client_secret };
  const next = await payByQris();
  await runWebhooks(t);
  expect(await readEvent(next)).toMatchObject({ status: 'delivered', deliveries: [{ attempts: 1 }] });
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
  const payment = await payByQris();
  await runWebhooks(t);
  expect(receiver.received).toEqual([]);
  expect(await readEvent(payment)).toMatchObject({
    deliveries: [{ last_error: 'host_not_allowed', last_http_status: null }],
  });
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
  await payByQris();
  expect(await runWebhooks(t)).toBe(0);
  const again = await change({ notify_urls: { qr_mpm_notify: receiver.url } });
  expect(again.notify_public_key).toBe(before.notify_public_key);
  await kopi.ok(revokeSnapCredential, { params: { id } });
  await payByQris();
  expect(await runWebhooks(t)).toBe(0);
  expect((await kopi.ok(listWebhooks)).data.filter((each) => each.snap_credential_id === id)).toEqual([]);
});
