/** Test fixture: webhooks of a merchant to a real HTTP server, with a developer who manages the endpoints. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { deleteWebhook, getWebhook, listWebhookEvents, listWebhooks } from '@dasbor/contract/webhook';
import { insertPaidPayment } from './paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';
import { type WebhookReceiver, startWebhookReceiver } from './webhook-receiver.ts';
import { createEgress } from '../src/egress/egress-client.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';

export const KOPI = KOPI_NUSANTARA.merchant_id;
export let t: TestApp;
export let developer: TestClient;
export let receiver: WebhookReceiver;

/** Signs in again after the clock has moved past the end of the session. */
export async function signIn(): Promise<void> {
  developer = await t.signIn('developer@kopi.example');
}

export const pay = (amount = 50_000) => insertPaidPayment(t, KOPI, { amount });
export const readEndpoint = async (id: string) => (await developer.ok(getWebhook, { params: { id } })).data;
export const listEvents = async (object_id: string) =>
  (await developer.ok(listWebhookEvents, { query: { object_id } })).data;

export function getOnly<T>(values: readonly T[]): T {
  expect(values).toHaveLength(1);
  return values[0] as T;
}

/** Starts the application before the tests of a file, and a receiver before each test; deletes endpoints after each. */
export function setUpWebhooks(): void {
  beforeAll(async () => {
    // Every public name resolves to an internal address.
    const resolve = () => Promise.resolve(['127.0.0.1']);
    t = await startTestApp({ change: (deps) => ({ ...deps, egress: createEgress(deps.env, { resolve }) }) });
  });
  afterAll(() => t?.close());
  beforeEach(async () => {
    t.clock.advance(60_000);
    await signIn();
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await signIn();
    const { data } = await developer.ok(listWebhooks);
    for (const { id } of data) await developer.call(deleteWebhook, { params: { id } });
    await receiver.close();
  });
}
