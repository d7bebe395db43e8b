/** Test fixture: payment links of a merchant, their payments and their emails. */
import { afterAll, beforeAll } from 'vitest';
import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import {
  type activatePaymentLink,
  createPaymentLink,
  type deactivatePaymentLink,
  getPaymentLink,
  sharePaymentLink,
  updatePaymentLink,
} from '@dasbor/contract/payment-link';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';
import { recordWebhooks } from './webhook-events.ts';
import { newId } from '../src/db/new-id.ts';
import { asMerchant } from '../src/db/tx.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { BANK_ACTOR, insertTransaction, transitionTransaction } from '../src/transaction/write-queries.ts';
import { paymentLinkJobs } from '../src/payment-link/jobs.ts';

export const KOPI = KOPI_NUSANTARA.merchant_id;
export const HOUR_MS = 3_600_000;
export const RINA = { name: 'Rina', email: 'rina@mail.example', phone: '081234567890' };

export let t: TestApp;
export let kopi: TestClient;
let key_count = 0;

export const post = (body: object, client = kopi, key = `link-key-${++key_count}`) =>
  client.call(createPaymentLink, {
    body: { title: 'Pesanan 17', type: 'single_use', amount: 150_000, ...body },
    headers: { 'idempotency-key': key },
  });
export async function create(body: object = {}, client = kopi): Promise<PaymentLink> {
  const answer = await post(body, client);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ data: PaymentLink }>().data;
}
export const readLink = async (link: PaymentLink, client = kopi) =>
  (await client.ok(getPaymentLink, { params: { id: link.id } })).data;
export const run = (name: string, payload: Record<string, string> = {}) => {
  const job = paymentLinkJobs.find((each) => each.name === name);
  if (job === undefined) throw new Error(name);
  return job.run(t.deps, payload);
};

export const changeStatus = async (
  link: PaymentLink,
  route: typeof activatePaymentLink | typeof deactivatePaymentLink,
) => kopi.call(route, { params: { id: link.id } });
export const edit = (link: PaymentLink, body: object) =>
  kopi.call(updatePaymentLink, { params: { id: link.id }, body });
export const share = (link: PaymentLink, body: object, client = kopi) =>
  client.call(sharePaymentLink, { params: { id: link.id }, body });

/** A payment of the link as the pay page begins it. */
export async function startPayment(link: PaymentLink, amount = 150_000): Promise<string> {
  const id = newId('transaction', t.clock.now());
  const now = t.clock.now();
  await asMerchant(t.deps.db, KOPI, (tx) =>
    insertTransaction(
      tx,
      {
        id,
        method: 'virtual_account',
        channel_code: 'BCA',
        source: 'payment_link',
        provider: 'bank',
        amount,
        merchant_reference: null,
        description: link.title,
        customer_name: 'Rina',
        customer_email: null,
        payment_link_id: link.id,
        expires_at: new Date(now.getTime() + HOUR_MS),
        created_at: now,
      },
      { status: 'created', actor: BANK_ACTOR, reason: null },
    ),
  );
  return id;
}
export async function transitionPayment(
  link: PaymentLink,
  id: string,
  path: TransactionStatus[],
  { from, seq }: { from: TransactionStatus; seq: number } = { from: 'created', seq: 1 },
) {
  const now = t.clock.now();
  const payment = { transaction_id: id, status: from, last_event_seq: seq, payment_link_id: link.id };
  const change = path.includes('success') ? { paid_at: now } : {};
  await asMerchant(t.deps.db, KOPI, (tx) =>
    transitionTransaction(tx, payment, { path, change }, { now, actor: BANK_ACTOR, reason: null }),
  );
}
export async function pay(link: PaymentLink, amount?: number): Promise<string> {
  const id = await startPayment(link, amount);
  t.clock.advance(1_000);
  await transitionPayment(link, id, ['pending', 'success']);
  return id;
}

/** Signs in, also again after the clock has moved past the end of the session. */
export async function signIn(): Promise<void> {
  kopi = await t.signIn('superadmin@kopi.example');
}

/** Starts the application before the tests of a file. */
export function setUpPaymentLinks(): void {
  beforeAll(async () => {
    t = await startTestApp({ env: { PUBLIC_URL: 'https://dasbor.example' } });
    await recordWebhooks(t);
    await signIn();
  });
  afterAll(() => t?.close());
}
