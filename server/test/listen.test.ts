/** `npm run listen` as a real process next to a server: prints, forwards with a valid signature, and cleans up. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPaymentLink } from '@dasbor/contract/payment-link';
import { listWebhookEvents, listWebhooks } from '@dasbor/contract/webhook';
import { buildApp } from '../src/app.ts';
import { findFreePort } from './free-port.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';
import { type WebhookReceiver, runWebhooks, startWebhookReceiver } from './webhook-receiver.ts';

const LISTEN = fileURLToPath(new URL('../../scripts/listen.ts', import.meta.url));

let t: TestApp;
let port: number;
let merchant: WebhookReceiver;
let kopi: TestClient;
let tool: ChildProcess;
let output = '';
let links = 0;

beforeAll(async () => {
  [t, merchant] = await Promise.all([startTestApp(), startWebhookReceiver()]);
  // Libraries refuse signatures of other times.
  t.clock.set(new Date());
  // The server starts again on this port.
  port = await findFreePort();
  await t.app.listen({ port, host: '127.0.0.1' });
  kopi = await t.signIn('superadmin@kopi.example');
  tool = startTool(['--forward', `${merchant.url}/hooks`, '--events', 'payment_link.created']);
  await vi.waitUntil(() => output.includes('Forwarding to'), { timeout: 60_000 });
});
afterAll(async () => {
  tool?.kill('SIGKILL');
  await merchant?.close();
  await t?.close();
});

function startTool(args: string[]): ChildProcess {
  const child = spawn(process.execPath, [LISTEN, '--url', `http://127.0.0.1:${port}`, ...args]);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  return child;
}

/** Causes an event and delivers it. Returns the id of its object. */
async function causeEvent(): Promise<string> {
  const body = { title: 'Coffee', type: 'multi_use', amount: 10_000 };
  const headers = { 'idempotency-key': `listen-${++links}` };
  const { data } = await kopi.ok(createPaymentLink, { body, headers });
  await runWebhooks(t);
  return data.id;
}

const latestEvent = async (object_id: string) => (await kopi.ok(listWebhookEvents, { query: { object_id } })).data[0]!;

test('prints an event and forwards it unchanged, with a signature that the printed secret verifies', async () => {
  const id = await causeEvent();
  const event = await latestEvent(id);
  expect(event).toMatchObject({ type: 'payment_link.created', status: 'delivered' });
  await expect.poll(() => output).toContain(`payment_link.created  ${id}  ${event.id}  → 200`);
  const [forwarded] = merchant.received;
  expect(forwarded?.path).toBe('/hooks');
  const secret = /Signing secret: (\S+)/.exec(output)?.[1] ?? '';
  expect(new Webhook(secret).verify(forwarded!.body, forwarded!.headers as Record<string, string>)).toMatchObject({
    id: event.id,
    data: { id },
  });
});

test('the response of the forwarded request is that of the delivery', async () => {
  merchant.respond = (_request, response) => response.writeHead(422).end('unknown order');
  const event = await latestEvent(await causeEvent());
  expect(event.status).toBe('retrying');
  expect(event.deliveries[0]).toMatchObject({ last_http_status: 422 });
  await expect.poll(() => output).toContain(`${event.id}  → 422`);
  merchant.respond = (_request, response) => response.end('ok');
});

test('events arrive again after a restart of the server, and SIGINT deletes the endpoint', async () => {
  t.app.server.closeAllConnections();
  await new Promise((resolve) => t.app.server.close(resolve));
  const again: FastifyInstance = await buildApp(t.deps);
  await again.listen({ port, host: '127.0.0.1' });
  const id = await causeEvent();
  await expect.poll(() => output).toContain(id);
  tool.kill('SIGINT');
  const [status] = (await once(tool, 'exit')) as [number | null];
  expect(status).toBe(0);
  expect((await kopi.ok(listWebhooks)).data).toEqual([]);
  await again.close();
});
