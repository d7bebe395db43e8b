/** Endpoints of webhooks: addresses and headers that are refused, and what a disabled endpoint does not do. */
import { expect, test } from 'vitest';
import { createWebhook, disableWebhook, testWebhook, updateWebhook } from '@dasbor/contract/webhook';
import { listHostileHosts } from '../../test/hostile-hosts.ts';
import { createEndpoint, runWebhooks, startWebhookReceiver } from '../../test/webhook-receiver.ts';
import { t, developer, receiver, pay, readEndpoint, getOnly, setUpWebhooks } from '../../test/webhook-fixture.ts';

setUpWebhooks();

test('a disabled endpoint refuses tests and recovery and receives nothing', async () => {
  const { id } = await createEndpoint(developer, receiver.url);
  await developer.ok(disableWebhook, { params: { id } });
  expect((await developer.call(testWebhook, { params: { id } })).json()).toMatchObject({ code: 'webhook_disabled' });
  await pay();
  expect(await runWebhooks(t)).toBe(0);
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
  await runWebhooks(t);
  expect(receiver.received).toEqual([]);
  const moved = getOnly(other.received).headers;
  expect([moved['x-shop'], moved.authorization]).toEqual(['mine', undefined]);
  // An empty list removes them, and an endpoint without headers moves freely.
  expect((await update({ url: receiver.url, headers: [] })).statusCode).toBe(200);
  expect((await update({ url: other.url })).statusCode).toBe(200);
  expect(await readEndpoint(id)).toMatchObject({ url: other.url, header_names: [] });
  await other.close();
});
