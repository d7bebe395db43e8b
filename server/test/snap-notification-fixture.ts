/** Test fixture: credentials of a merchant for SNAP BI, whose server is notified about payments. */
import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createSnapCredential, listSnapCredentials, revokeSnapCredential } from '@dasbor/contract/snap-credential';
import { listWebhookEvents, listWebhooks } from '@dasbor/contract/webhook';
import { type BankProcess, startBank } from './bank-process.ts';
import { findFreePort } from './free-port.ts';
import { insertPaidPayment } from './paid-payment.ts';
import { createSnapMerchant } from './snap-merchant-client.ts';
import { type SnapReceiver, startSnapReceiver } from './snap-notification-receiver.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';
import { runWebhooks } from './webhook-receiver.ts';
import { createEgress } from '../src/egress/egress-client.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';

export const KOPI = KOPI_NUSANTARA.merchant_id;
export const SECOND = 1_000;
export const MINUTE = 60_000;
export let t: TestApp;
export let bank: BankProcess;
export let kopi: TestClient;
export let receiver: SnapReceiver;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** Signs in again after the clock has moved past the end of the session. */
export async function signIn(): Promise<void> {
  kopi = await t.signIn('superadmin@kopi.example');
}

interface ConnectOptions {
  signature?: 'asymmetric' | 'symmetric';
  encoding?: 'base64' | 'hex';
  to?: SnapReceiver;
}

/** A credential whose payments are notified to the receiver. */
export async function connect({ signature = 'asymmetric', encoding = 'base64', to = receiver }: ConnectOptions = {}) {
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

export const payByQris = (merchant_reference?: string) =>
  insertPaidPayment(t, KOPI, {
    amount: 25_000,
    method: 'qris',
    issuer: 'GoPay',
    ...(merchant_reference === undefined ? {} : { merchant_reference }),
  });
export const payByVa = () => insertPaidPayment(t, KOPI, { amount: 40_000, method: 'virtual_account' });
export const readEvent = async (object_id: string) =>
  (await kopi.ok(listWebhookEvents, { query: { object_id } })).data[0];

/** Runs the jobs after a wait. */
export async function runAfter(wait_ms: number): Promise<number> {
  t.clock.advance(wait_ms);
  return runWebhooks(t);
}

/**
 * Starts the application and the bank before the tests of a file, and a receiver before each test; after each test the
 * credentials are revoked.
 */
export function setUpSnapNotifications(): void {
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
    await signIn();
    receiver = await startSnapReceiver(() => t.clock.now());
  });
  afterEach(async () => {
    await signIn();
    for (const { id } of (await kopi.ok(listSnapCredentials)).data) {
      await kopi.call(revokeSnapCredential, { params: { id } });
    }
    await receiver.close();
  });
}
