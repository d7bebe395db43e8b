/** Several customers pay one single-use link at once: what its last payment changes is counted, whatever comes in between. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PayAttempt } from '@dasbor/contract/pay';
import { createPaymentLink, getPaymentLink, listLinkPayments } from '@dasbor/contract/payment-link';
import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { startAppWithBank } from '../../test/app-with-bank.ts';
import type { BankProcess } from '../../test/bank-process.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { JOBS } from '../jobs/registry.ts';
import { startWorker } from '../jobs/worker.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

const { merchant_id } = KOPI_NUSANTARA;
const LINKS = 10;
const AMOUNT = 150_000;
/** One payer by each: a single-use link has one number per bank. */
const CHANNELS = ['QRIS', 'BCA', 'BNI', 'BRI'] as const;
/** Without the jobs that run by the clock: they would find later what a payment did not cause. */
const CAUSED_JOBS = JOBS.filter(({ name }) => ['refresh_payment_link', 'cancel_payment_link_attempts'].includes(name));

let t: TestApp;
let bank: BankProcess;
let kopi: TestClient;
beforeAll(async () => {
  ({ t, bank } = await startAppWithBank());
  kopi = await t.signIn('superadmin@kopi.example');
});
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});

async function createLink(n: number): Promise<PaymentLink> {
  const body = { title: `Pesanan ${n}`, type: 'single_use', amount: AMOUNT };
  const headers = { 'idempotency-key': `concurrent-${n}` };
  return (await kopi.ok(createPaymentLink, { body, headers })).data;
}

async function startAttempt(link: PaymentLink, channel: string, payer: string): Promise<PayAttempt> {
  const answer = await t.app.inject({
    method: 'POST',
    url: `/api/v1/pay/${link.slug}/attempts`,
    payload: { channel },
    headers: { 'idempotency-key': `payer-${payer}` },
    // Each payer from an address of their own.
    remoteAddress: `10.9.${payer}`,
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<{ data: PayAttempt }>().data;
}

/** Pays at the bank. Returns whether it accepted: it refuses an attempt that was cancelled meanwhile. */
async function payAtBank({ qris, virtual_account }: PayAttempt): Promise<boolean> {
  if (qris !== null) return (await bank.pay({ qr_content: qris.content })).status === 200;
  const payment = { va_number: virtual_account?.number ?? '', amount: AMOUNT };
  return (await bank.simulate('POST', '/va/pay', payment)).status === 200;
}

const readLink = async ({ id }: PaymentLink) => (await kopi.ok(getPaymentLink, { params: { id } })).data;
const listPayments = async ({ id }: PaymentLink) =>
  (await kopi.ok(listLinkPayments, { params: { id }, query: { limit: 50 } })).data;

interface Outcome {
  status: string;
  paid_count: number;
  collected_amount: number;
  succeeded: number;
  duplicates: number;
}

async function readOutcome(link: PaymentLink): Promise<Outcome> {
  const [{ status, paid_count, collected_amount }, payments] = [await readLink(link), await listPayments(link)];
  const succeeded = payments.filter((payment) => payment.status === 'success');
  const duplicates = succeeded.filter((payment) => payment.duplicate_payment).length;
  return { status, paid_count, collected_amount, succeeded: succeeded.length, duplicates };
}

/** Links that are not paid, or whose payments are not counted or not flagged. Read directly: clients have a budget of requests. */
async function countUnfinished(): Promise<number> {
  const { rows } = await asMerchant(t.deps.db, merchant_id, (tx) =>
    sql<{ count: number }>`
      select count(*)::int as count
      from app.payment_link l
      left join lateral (
        select count(*) as succeeded, count(*) filter (where t.duplicate_payment) as duplicates
        from app.transaction t
        where t.merchant_id = ${merchant_id} and t.payment_link_id = l.id and t.status = 'success') p on true
      where l.merchant_id = ${merchant_id}
        and not (l.status = 'paid' and l.paid_count = p.succeeded and p.duplicates = p.succeeded - 1)`.execute(tx.sql),
  );
  return rows[0]?.count ?? 0;
}

test('each single-use link that several customers pay at once is paid once, and counts and flags every further payment', async () => {
  const worker = await startWorker(t.deps, t.database.jobs_url, CAUSED_JOBS);
  try {
    const links = [];
    for (let n = 1; n <= LINKS; n += 1) links.push(await createLink(n));
    const attempts = await Promise.all(
      links.map((link, n) => Promise.all(CHANNELS.map((channel, at) => startAttempt(link, channel, `${n}.${at}`)))),
    );
    const accepted = await Promise.all(
      attempts.map(async (of_link) => (await Promise.all(of_link.map(payAtBank))).filter(Boolean).length),
    );
    await vi.waitFor(async () => expect(await countUnfinished()).toBe(0), { timeout: 20_000, interval: 100 });
    const expected = accepted.map((count) => ({
      status: 'paid',
      paid_count: count,
      collected_amount: count * AMOUNT,
      succeeded: count,
      duplicates: count - 1,
    }));
    expect(await Promise.all(links.map(readOutcome))).toEqual(expected);
    // Otherwise nothing was concurrent.
    expect(Math.max(...accepted)).toBeGreaterThan(1);
  } finally {
    await worker.stop();
  }
});
