/** A worker that is killed while a request is under way: the event is sent again under the same id, and only that one. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import {
  type WebhookReceiver,
  createEndpoint,
  readDeliveries,
  runWebhooks,
  startWebhookReceiver,
} from '../../test/webhook-receiver.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { dispatchWebhooks } from './dispatch.ts';

const SCRIPT = fileURLToPath(new URL('../../test/webhook-worker.ts', import.meta.url));
const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let receiver: WebhookReceiver;

beforeAll(async () => {
  t = await startTestApp();
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await receiver?.close();
  await t?.close();
});

test('reliability G11: after SIGKILL only what was in flight arrives twice, under the same webhook-id', async () => {
  t.clock.set(new Date());
  const developer = await t.signIn('developer@kopi.example');
  const { id: endpoint_id, secret } = await createEndpoint(developer, receiver.url);
  for (let count = 0; count < 10; count += 1) await insertPaidPayment(t, merchant_id, { amount: 50_000 });
  await dispatchWebhooks(t.deps, merchant_id);

  // Eight requests are under way at once: three are answered and lead to two more, then none is answered.
  let answered = 0;
  receiver.respond = (_request, response) => {
    answered += 1;
    if (answered <= 3) response.end();
  };
  const order = { web_url: t.database.web_url, now: t.clock.now().toISOString(), merchant_id, endpoint_id };
  const own = { NODE_ENV: 'test', SANDBOX: '1', DATA_DIR: t.deps.env.DATA_DIR, DATABASE_URL: t.database.owner_url };
  const worker = spawn(process.execPath, [SCRIPT], {
    env: { ...process.env, ...own, LOG_LEVEL: 'silent', WEBHOOK_WORKER: JSON.stringify(order) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const countDelivered = async () =>
    (await readDeliveries(t, merchant_id)).filter(({ status }) => status === 'delivered').length;
  await expect.poll(countDelivered, { timeout: 30_000 }).toBe(3);
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(10);
  worker.kill('SIGKILL');
  await ended;

  const before = receiver.received.map(({ headers }) => String(headers['webhook-id']));
  receiver.respond = (_request, response) => response.end();
  // Until the lease of the killed worker ends, nobody sends.
  expect(await runWebhooks(t)).toBe(0);
  t.clock.advance(60_000);
  expect(await runWebhooks(t)).toBe(7);
  const again = receiver.received.slice(before.length);
  expect(new Set(again.map(({ headers }) => headers['webhook-id'])).size).toBe(7);
  for (const { headers, body } of again) {
    expect(before).toContain(headers['webhook-id']);
    new Webhook(secret).verify(body, headers as Record<string, string>);
  }
  expect(await countDelivered()).toBe(10);
  expect(await runWebhooks(t)).toBe(0);
});
