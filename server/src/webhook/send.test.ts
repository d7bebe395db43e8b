/** The request of a webhook against hostile hosts and receivers. */
import { type Server, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEgress } from '../egress/egress-client.ts';
import { listHostileHosts } from '../../test/hostile-hosts.ts';
import { parseWebhookUrl } from './rules.ts';
import { sendWebhook } from './send.ts';

const ENV = { SANDBOX: false, SFTP_PORT: 4003, SFTP_ALLOWED_PORTS: [22] };
let canary: Server;
let port: number;
let hits = 0;

beforeAll(async () => {
  // Accepts connections and never responds.
  canary = createServer((socket) => {
    hits += 1;
    socket.resume();
  });
  await new Promise<void>((resolve) => canary.listen(0, resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => canary.close(resolve)));

const request = (host: string, target_port = 443) => ({
  target: { is_tls: false, host, port: target_port, path: '/' },
  headers: {},
  body: '{}',
});

test('none of the hostile hosts is connected to at delivery, whatever their names resolve to', async () => {
  const egress = createEgress(ENV, { resolve: () => Promise.resolve(['127.0.0.1']) });
  for (const host of listHostileHosts()) {
    expect([host, (await sendWebhook(egress, request(host))).error]).toEqual([host, 'host_not_allowed']);
  }
  expect(hits).toBe(0);
});

test('DNS rebinding: a name that was public when it was saved is checked again at delivery', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1']];
  let asked = 0;
  const egress = createEgress(ENV, { resolve: () => Promise.resolve(answers[Math.min(asked++, 1)] ?? []) });
  await egress.check({ host: 'rebind.example.com', port: 443, purpose: 'webhook' });
  expect((await sendWebhook(egress, request('rebind.example.com'))).error).toBe('host_not_allowed');
  expect(hits).toBe(0);
});

test('the sandbox reaches 127.0.0.1 in exactly this spelling; production does not', async () => {
  const sandbox = createEgress({ ...ENV, SANDBOX: true });
  const before = hits;
  const outcome = await sendWebhook(sandbox, request('127.0.0.1', port), 200);
  expect(outcome).toMatchObject({ error: 'timeout', is_delivered: false, http_status: null });
  expect(outcome.latency_ms).toBeGreaterThanOrEqual(190);
  // A busy machine learns of the connection after the time has passed.
  await expect.poll(() => hits).toBe(before + 1);
  expect((await sendWebhook(sandbox, request('localhost', port), 200)).error).toBe('host_not_allowed');
  expect((await sendWebhook(createEgress(ENV), request('127.0.0.1', port), 200)).error).toBe('host_not_allowed');
});

test.each([
  ['https://shop.example.com/hooks?x=1', { host: 'shop.example.com', port: 443, path: '/hooks?x=1', is_tls: true }],
  ['https://shop.example.com:8443', { host: 'shop.example.com', port: 8443, path: '/', is_tls: true }],
  ['http://127.0.0.1:3000/hooks', { host: '127.0.0.1', port: 3000, path: '/hooks', is_tls: false }],
  ['http://127.0.0.1', null],
  ['http://127.1:3000', null],
  ['http://localhost:3000', null],
  ['https://127.0.0.1:8443', null],
  ['https://2130706433', null],
  ['https://user@shop.example.com', null],
  ['http://shop.example.com', null],
  ['https://shop.example.com\\@127.0.0.1', null],
  ['file:///etc/passwd', null],
])('the target of %s', (url, target) => {
  expect(parseWebhookUrl(url, { is_sandbox: true })).toEqual(target);
});

test('outside the sandbox, no HTTP address is accepted', () => {
  expect(parseWebhookUrl('http://127.0.0.1:3000', { is_sandbox: false })).toBeNull();
});
