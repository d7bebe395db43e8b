/** QRIS payments end to end against the sandbox bank, with every failure on the way. */
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import { parseQris } from '@dasbor/contract/qris';
import { validateQris } from '@dasbor/contract/qris-validation';
import { type QrisPayment, createQrisPayment, getQrisPayment, listQrisPayments } from '@dasbor/contract/qris-payment';
import { getTransaction, listTransactions, summariseTransactions, syncTransaction } from '@dasbor/contract/transaction';
import { createBankClient, buildPaidNotification } from '../../test/bank-client.ts';
import { type BankProcess, findFreePort, startBank } from '../../test/bank-process.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { listWebhookErrors, recordWebhooks } from '../../test/webhook-events.ts';
import { createManualClock } from '../db/clock.ts';
import { type MerchantLiveEvent, listenForLiveEvents } from '../db/live-events.ts';
import type { DB } from '../db/schema.gen.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { foldBalances } from '../ledger/folding.ts';
import { listBalances } from '../ledger/balance.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { PROVIDER_AGREEMENT } from '../rails/agreements.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { handleQrCallback } from './handle-callback.ts';
import { qrisPaymentJobs } from './jobs.ts';

let t: TestApp;
let bank: BankProcess;
let kopi: TestClient;
let key_count = 0;

/** A dynamic code: the fields that stickers do not have are set. */
type Dynamic = QrisPayment & { transaction_id: string; expires_at: string };

beforeAll(async () => {
  const port = await findFreePort();
  t = await startTestApp({ env: { BANK_URL: `http://127.0.0.1:${port}` } });
  await recordWebhooks(t);
  t.clock.set(new Date());
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const partner_url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  bank = await startBank({ port, data_dir: t.deps.env.DATA_DIR, partner_url });
  kopi = await t.signIn('superadmin@kopi.example');
});
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});

/** The bank's clock is the real one, and refuses codes and messages that are a minute old. */
beforeEach(() => t.clock.set(new Date(Math.max(Date.now(), t.clock.now().getTime()))));

/** After each test the ledger is consistent, folded or not. */
afterEach(async () => {
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
  await foldBalances(t.deps.db, t.clock.now());
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});

const newKey = () => `test-key-${++key_count}`;
const job = (name: string) => {
  const found = qrisPaymentJobs.find((candidate) => candidate.name === name);
  if (!found) throw new Error(name);
  return found;
};

async function create(body: object = {}, client = kopi): Promise<Dynamic> {
  const headers = { 'idempotency-key': newKey() };
  return (await client.ok(createQrisPayment, { body: { amount: 125_000, ...body }, headers })).data as Dynamic;
}
const transactionOf = async (qris: Dynamic, client = kopi) =>
  (await client.ok(getTransaction, { params: { id: qris.transaction_id } })).data;
const statusOf = async (qris: Dynamic) => (await transactionOf(qris)).status;
const untilPaid = (qris: Dynamic) =>
  vi.waitFor(async () => expect(await statusOf(qris)).toBe('success'), { timeout: 15_000, interval: 50 });
const referenceOf = async (qris: Dynamic) =>
  asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, (tx) =>
    tx.sql
      .selectFrom('qris_payment as q')
      .innerJoin('transaction as t', (join) =>
        join.on('t.merchant_id', '=', tx.merchant_id).onRef('t.id', '=', 'q.transaction_id'),
      )
      .select(['q.partner_reference_no', 'q.amount', 't.provider_reference'])
      .where('q.merchant_id', '=', tx.merchant_id)
      .where('q.id', '=', qris.id)
      .$narrowType<{ amount: number }>()
      .executeTakeFirstOrThrow(),
  );
const buildCallback = async (qris: Dynamic, change: Parameters<typeof buildPaidNotification>[1] = {}) => {
  const { provider_reference, ...known } = await referenceOf(qris);
  return buildPaidNotification(known, {
    ...(provider_reference ? { originalReferenceNo: provider_reference } : {}),
    ...change,
  });
};
const transferCount = async (qris: Dynamic) =>
  asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, async (tx) => {
    const rows = await tx.sql
      .selectFrom('transfer')
      .select('id')
      .where('merchant_id', '=', tx.merchant_id)
      .where('reference_id', '=', qris.transaction_id)
      .execute();
    return rows.length;
  });
const countUnmatched = async () =>
  asPlatform(t.deps.db, async (tx) => (await tx.sql.selectFrom('unmatched_callback').select('id').execute()).length);

test('a payment created in the dashboard is paid at the bank and appears everywhere at once', async () => {
  const events: MerchantLiveEvent[] = [];
  let is_listening = false;
  const listener = listenForLiveEvents(t.database.web_url, {
    event: (event) => events.push(event),
    gap: () => (is_listening = true),
    error: () => undefined,
  });
  await vi.waitFor(() => expect(is_listening).toBe(true));

  const qris = await create({
    merchant_reference: 'KOPI-1',
    customer_name: 'Sari',
    customer_email: 'sari@mail.example',
  });
  expect(qris).toMatchObject({ status: 'active', amount: 125_000, nmid: KOPI_NUSANTARA.nmid, paid_at: null });
  expect(validateQris(qris.qr_content ?? '')).toEqual([]);
  expect(parseQris(qris.qr_content ?? '')).toMatchObject({ is_dynamic: true, amount: 125_000 });
  expect(await transactionOf(qris)).toMatchObject({ status: 'pending', source: 'dashboard', fee_amount: 0 });

  t.clock.advance(1);
  expect((await bank.pay({ qr_content: qris.qr_content })).status).toBe(200);
  await untilPaid(qris);

  const detail = await transactionOf(qris);
  expect(detail).toMatchObject({
    status: 'success',
    settlement_status: 'unsettled',
    fee_amount: 875,
    fee_vat_amount: 96,
    net_amount: 124_029,
    late_payment: false,
    customer_email: 'sari@mail.example',
    qris_payment_id: qris.id,
    fee_rule: { name: 'QRIS small business (UKE)', rate_bps: 70, vat_base_numerator: 11 },
  });
  expect(detail.events.map(({ from_status, to_status, actor_type }) => [from_status, to_status, actor_type])).toEqual([
    [null, 'created', 'user'],
    ['created', 'pending', 'provider'],
    ['pending', 'success', 'provider'],
  ]);
  expect(detail.events[0]?.actor_name).toBe('Sari Pratiwi');
  expect(detail.rail_log.map(({ direction, response_code }) => [direction, response_code])).toEqual([
    ['out', '2004700'],
    ['in', '2005200'],
  ]);
  expect(JSON.stringify(detail.rail_log)).not.toMatch(/accessToken|secret/i);
  expect((await kopi.ok(getQrisPayment, { params: { id: qris.id } })).data).toMatchObject({
    status: 'paid',
    issuer: detail.issuer,
    rrn: detail.rrn,
    paid_at: detail.paid_at,
  });
  expect((await kopi.ok(listQrisPayments)).data.map(({ qris_payment_id }) => qris_payment_id)).toContain(qris.id);
  const filter = { q: 'kopi-1', status: 'success', amount_min: 125_000, amount_max: 125_000, method: 'qris' };
  expect((await kopi.ok(listTransactions, { query: filter })).data.map(({ id }) => id)).toEqual([qris.transaction_id]);
  expect((await kopi.ok(summariseTransactions, { query: { q: 'kopi-1' } })).data).toEqual([
    { status: 'success', count: 1, amount: 125_000 },
  ]);
  await vi.waitFor(() => {
    const seen = events.filter(({ merchant_id }) => merchant_id === KOPI_NUSANTARA.merchant_id);
    const countEvents = (topic: string, id: string, change: string) =>
      seen.filter((event) => event.topic === topic && event.id === id && event.change === change).length;
    expect(countEvents('transaction', qris.transaction_id, 'created')).toBe(1);
    expect(countEvents('transaction', qris.transaction_id, 'updated')).toBe(2);
    expect(countEvents('qris-payment', qris.id, 'updated')).toBe(2);
  });
  await listener.close();
});

test('a payment changes the balances by its fee and net amount', async () => {
  const before = await balances();
  const qris = await create({ amount: 100_000 });
  await bank.pay({ qr_content: qris.qr_content });
  await untilPaid(qris);
  const after = await balances();
  const change = (type: string) => (after.get(type) ?? 0) - (before.get(type) ?? 0);
  // The example of domain 3: 100 000, MDR 700, PPN 77, net 99 223.
  expect(change('pending_settlement')).toBe(99_223);
  expect(change('fees_paid')).toBe(700);
  expect(change('vat_paid')).toBe(77);
  expect(change('provider_receivable')).toBe(-100_000);
});
const balances = async () =>
  new Map(
    (await asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, (tx) => listBalances(tx))).map((row) => [
      row.type,
      row.balance,
    ]),
  );

test('creation by API key is idempotent by Idempotency-Key', async () => {
  const access = [
    { group: 'QRIS', access: 'manage' },
    { group: 'Transactions', access: 'view' },
  ];
  const made = await kopi.ok(createApiKey, { body: { name: 'Shop', access } });
  const shop = t.client(`Bearer ${made.data.secret}`);
  const input = { body: { amount: 15_000, merchant_reference: 'API-1' }, headers: { 'idempotency-key': 'order-1' } };
  const first = await shop.call(createQrisPayment, input);
  const again = await shop.call(createQrisPayment, input);
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json()).toEqual(first.json());
  expect(again.headers['idempotent-replayed']).toBe('true');
  const other = await shop.call(createQrisPayment, { ...input, body: { amount: 16_000 } });
  expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'idempotency_key_reused']);
  const missing = await shop.call(createQrisPayment, { body: { amount: 15_000 } });
  expect(missing.statusCode).toBe(400);
  const qris = first.json<{ data: Dynamic }>().data;
  expect(await transactionOf(qris)).toMatchObject({ source: 'api', events: [{ actor_type: 'api_key' }, {}] });
});

test('ten concurrent copies of one request create one payment', async () => {
  const input = { body: { amount: 5_000, merchant_reference: 'STORM' }, headers: { 'idempotency-key': newKey() } };
  const answers = await Promise.all(Array.from({ length: 10 }, () => kopi.call(createQrisPayment, input)));
  expect(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true);
  const found = await kopi.ok(listTransactions, { query: { q: 'STORM' } });
  expect(found.data).toHaveLength(1);
});

test('a merchant reference can be used for one payment only', async () => {
  const inputs = [1, 2].map(() => ({
    body: { amount: 5_000, merchant_reference: 'TWICE' },
    headers: { 'idempotency-key': newKey() },
  }));
  const answers = await Promise.all(inputs.map((input) => kopi.call(createQrisPayment, input)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json<{ code: string }>().code).toBe('duplicate_reference');
});

test('repeated and concurrent callbacks have one effect', async () => {
  const qris = await create();
  const bank_client = createBankClient(t);
  const callback = await buildCallback(qris);
  const answers = await Promise.all(Array.from({ length: 5 }, () => bank_client.notify(callback)));
  answers.push(await bank_client.notify(callback));
  expect(answers.map((answer) => answer.json<{ responseCode: string }>().responseCode)).toEqual(
    Array<string>(6).fill('2005200'),
  );
  expect(await transferCount(qris)).toBe(3);
  const detail = await transactionOf(qris);
  expect(detail.events.filter(({ to_status }) => to_status === 'success')).toHaveLength(1);
  expect(detail.rail_log.filter(({ direction }) => direction === 'in')).toHaveLength(6);
});

test('a callback that the bank sends three times has one effect', async () => {
  await bank.setSwitches({ duplicate: 3 });
  const qris = await create();
  await bank.pay({ qr_content: qris.qr_content });
  const { partner_reference_no } = await referenceOf(qris);
  await vi.waitFor(
    async () => {
      const ours = (await bank.callbacks()).filter((row) => row.partner_reference_no === partner_reference_no);
      expect(ours.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    },
    { timeout: 15_000 },
  );
  await bank.setSwitches({ duplicate: 1 });
  expect(await transferCount(qris)).toBe(3);
});

test('a callback that precedes the creation response is applied, and the response adds the payload', async () => {
  await bank.setSwitches({ callback_before_answer: true, generate_delay_ms: 4_000 });
  const creating = create({ merchant_reference: 'EARLY' });
  await vi.waitFor(
    async () => {
      const found = (await kopi.ok(listTransactions, { query: { q: 'EARLY' } })).data[0];
      const { qris_payment_id } = found ?? {};
      const reference = await referenceOf({ id: qris_payment_id } as Dynamic);
      const paid = await bank.pay({ partner_reference_no: reference.partner_reference_no });
      expect(paid.status).toBe(200);
    },
    { timeout: 4_000, interval: 50 },
  );
  const qris = await creating;
  await bank.setSwitches({ callback_before_answer: false, generate_delay_ms: 0 });
  expect(qris.status).toBe('paid');
  expect(validateQris(qris.qr_content ?? '')).toEqual([]);
  const detail = await transactionOf(qris);
  expect(detail.events.map(({ to_status }) => to_status)).toEqual(['created', 'pending', 'success']);
  expect(await transferCount(qris)).toBe(3);
});

test('an unpaid code expires; a payment after expiry is recorded as late', async () => {
  const qris = await create({ expires_in_minutes: 1 });
  const start = t.clock.now();
  t.clock.set(new Date(start.getTime() + 61_000));
  await job('expire_qris_payments').run(t.deps, {});
  expect(await statusOf(qris)).toBe('expired');
  expect(await transferCount(qris)).toBe(0);
  const bank_client = createBankClient(t);
  const answer = await bank_client.notify(await buildCallback(qris, { paid_at: t.clock.now() }));
  expect(answer.statusCode).toBe(200);
  expect(await transactionOf(qris)).toMatchObject({ status: 'success', late_payment: true });
  expect(await transferCount(qris)).toBe(3);
  t.clock.set(start);
});

test('a lost callback is found by the status query at expiry and on request', async () => {
  await bank.setSwitches({ lost: true });
  const [expiring, asked] = [await create({ expires_in_minutes: 1 }), await create()];
  for (const qris of [expiring, asked]) expect((await bank.pay({ qr_content: qris.qr_content })).status).toBe(200);
  await bank.setSwitches({ lost: false });
  const synced = await kopi.ok(syncTransaction, { params: { id: asked.transaction_id } });
  expect(synced.data).toMatchObject({ status: 'success', late_payment: false });
  const start = t.clock.now();
  t.clock.set(new Date(start.getTime() + 61_000));
  await job('expire_qris_payments').run(t.deps, {});
  t.clock.set(start);
  expect(await transactionOf(expiring)).toMatchObject({ status: 'success', late_payment: false });
});

test('syncing a pending payment changes nothing', async () => {
  const qris = await create();
  const { data } = await kopi.ok(syncTransaction, { params: { id: qris.transaction_id } });
  expect(data.status).toBe('pending');
});

test('callbacks with an invalid signature, timestamp, token, key or reference are rejected', async () => {
  const qris = await create();
  const bank_client = createBankClient(t);
  const callback = await buildCallback(qris);
  const unmatched_count = await countUnmatched();
  const code = (answer: { json: <T>() => T }) => answer.json<{ responseCode: string }>().responseCode;
  const ago = (minutes: number) =>
    `${new Date(t.clock.now().getTime() - minutes * 60_000).toISOString().slice(0, 19)}+00:00`;
  expect(code(await bank_client.notify(callback, { signature: 'AAAA' }))).toBe('4015200');
  expect(code(await bank_client.notify(callback, { timestamp: ago(6) }))).toBe('4015200');
  expect(code(await bank_client.notify(callback, { token: `${Date.now() + 60_000}.${'A'.repeat(43)}` }))).toBe(
    '4015201',
  );
  expect(code(await bank_client.notify(callback, { headers: { 'x-partner-id': 'somebody' } }))).toBe('4045216');
  expect(code(await bank_client.notify(callback, { headers: { 'x-external-id': 'abc' } }))).toBe('4005201');
  expect(code(await bank_client.notify(callback, { text: 'no json' }))).toBe('4005200');
  expect(code(await bank_client.notify({ ...callback, amount: undefined }))).toBe('4005202');
  const unknown = { ...callback, originalPartnerReferenceNo: '0'.repeat(52) };
  expect(code(await bank_client.notify(unknown))).toBe('4045201');
  expect((await bank_client.token({ client_key: 'somebody' })).statusCode).toBe(401);
  expect((await bank_client.token({ timestamp: ago(6) })).json()).toMatchObject({ responseCode: '4017300' });
  expect(await countUnmatched()).toBe(unmatched_count + 10);
  expect(await statusOf(qris)).toBe('pending');
  // The same message with a valid signature is accepted: a rejected one consumes nothing. Four minutes old is within the limit.
  expect(code(await bank_client.notify(callback, { timestamp: ago(4) }))).toBe('2005200');
  expect(await statusOf(qris)).toBe('success');
});

test('an X-EXTERNAL-ID can be used once a day', async () => {
  const [first, second] = [await create(), await create()];
  const bank_client = createBankClient(t);
  const change = { external_id: `77${Date.now()}` };
  expect((await bank_client.notify(await buildCallback(first), change)).statusCode).toBe(200);
  const replayed = await bank_client.notify(await buildCallback(second), change);
  expect(replayed.json()).toMatchObject({ responseCode: '4095200' });
  expect(await statusOf(second)).toBe('pending');
});

test('a wrong amount moves no money and appears once in the timeline', async () => {
  await bank.setSwitches({ wrong_amount: true });
  const qris = await create();
  await bank.pay({ qr_content: qris.qr_content });
  await vi.waitFor(
    async () => {
      const detail = await transactionOf(qris);
      const refused = detail.rail_log.filter(({ response_code }) => response_code === '4045213');
      expect(refused.length).toBeGreaterThanOrEqual(2);
    },
    { timeout: 15_000, interval: 100 },
  );
  await bank.setSwitches({ wrong_amount: false });
  const detail = await transactionOf(qris);
  expect(detail.status).toBe('pending');
  expect(detail.events.filter(({ reason }) => reason?.includes('Rp 125.001 instead of Rp 125.000'))).toHaveLength(1);
  expect(await transferCount(qris)).toBe(0);
});

test('a second payment of the same code and another reference are rejected', async () => {
  const qris = await create();
  const bank_client = createBankClient(t);
  const callback = await buildCallback(qris);
  expect((await bank_client.notify({ ...callback, originalReferenceNo: 'BS000' })).json()).toMatchObject({
    responseCode: '4045218',
  });
  expect((await bank_client.notify(callback)).statusCode).toBe(200);
  const second = await bank_client.notify(await buildCallback(qris, { rrn: '999999999999' }));
  expect(second.json()).toMatchObject({ responseCode: '4045214' });
  expect(await transferCount(qris)).toBe(3);
});

test('callbacks out of order do not change a final status', async () => {
  const qris = await create();
  const bank_client = createBankClient(t);
  await bank_client.notify(await buildCallback(qris));
  const old = await buildCallback(qris, { latestTransactionStatus: '03' });
  expect((await bank_client.notify(old)).statusCode).toBe(200);
  const failed = await buildCallback(qris, { latestTransactionStatus: '06' });
  expect((await bank_client.notify(failed)).statusCode).toBe(200);
  expect(await statusOf(qris)).toBe('success');
});

test('a code that could not be issued while the bank was offline is issued later', async () => {
  await bank.setSwitches({ offline: true });
  const qris = await create();
  expect(qris).toMatchObject({ status: 'issuing', qr_content: null });
  expect(await statusOf(qris)).toBe('created');
  const sync = await kopi.call(syncTransaction, { params: { id: qris.transaction_id } });
  expect([sync.statusCode, sync.json<{ code: string }>().code]).toEqual([502, 'bank_unreachable']);
  const issue = job('issue_qris_payment');
  const payload = { merchant_id: KOPI_NUSANTARA.merchant_id, id: qris.id };
  await expect(issue.run(t.deps, payload)).rejects.toThrow('did not respond');
  await bank.setSwitches({ offline: false });
  const start = t.clock.now();
  t.clock.set(new Date(start.getTime() + 30_000));
  await job('sweep_unissued_qris_payments').run(t.deps, {});
  t.clock.set(start);
  await issue.run(t.deps, payload);
  const issued = (await kopi.ok(getQrisPayment, { params: { id: qris.id } })).data;
  expect(issued.status).toBe('active');
  await bank.pay({ qr_content: issued.qr_content });
  await untilPaid(qris);
});

test('a code that was never issued expires', async () => {
  await bank.setSwitches({ offline: true });
  const qris = await create({ expires_in_minutes: 1 });
  const start = t.clock.now();
  t.clock.set(new Date(start.getTime() + 61_000));
  await job('expire_qris_payments').run(t.deps, {});
  t.clock.set(start);
  await bank.setSwitches({ offline: false });
  expect(await statusOf(qris)).toBe('expired');
});

test('a payment fails when the bank declines it, and a retry returns the same error', async () => {
  await bank.setSwitches({ generate_refuse: true });
  const input = { body: { amount: 9_000, merchant_reference: 'REFUSED' }, headers: { 'idempotency-key': newKey() } };
  const first = await kopi.call(createQrisPayment, input);
  await bank.setSwitches({ generate_refuse: false });
  const again = await kopi.call(createQrisPayment, input);
  for (const answer of [first, again]) {
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'bank_refused']);
  }
  const [found] = (await kopi.ok(listTransactions, { query: { q: 'REFUSED' } })).data;
  expect(found).toMatchObject({ status: 'failed', failure_code: 'bank_refused', failure_message: 'Do Not Honor' });
});

test('an inactive merchant cannot create payments', async () => {
  const setStatus = (status: DB['merchant']['status']) =>
    asPlatform(t.deps.db, (tx) =>
      tx.sql.updateTable('merchant').set({ status }).where('merchant_id', '=', KOPI_NUSANTARA.merchant_id).execute(),
    );
  await setStatus('suspended');
  const headers = { 'idempotency-key': newKey() };
  const answer = await kopi.call(createQrisPayment, { body: { amount: 9_000 }, headers });
  await setStatus('active');
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'merchant_not_active']);
});

test('another merchant cannot access a payment', async () => {
  const qris = await create();
  const batik = await t.signIn('superadmin@batik.example');
  expect((await batik.call(getQrisPayment, { params: { id: qris.id } })).statusCode).toBe(404);
  expect((await batik.call(getTransaction, { params: { id: qris.transaction_id } })).statusCode).toBe(404);
  expect((await batik.call(syncTransaction, { params: { id: qris.transaction_id } })).statusCode).toBe(404);
  expect((await batik.ok(listTransactions)).data).toEqual([]);
});

test('callbacks that arrive together are each recorded once, whatever their merchant, order and repeats', async () => {
  const batik = await t.signIn('superadmin@batik.example');
  const own = await Promise.all(Array.from({ length: 8 }, () => create()));
  const foreign = await Promise.all(Array.from({ length: 3 }, () => create({}, batik)));
  const wrong = await create();
  const link = await Promise.all(own.map((qris) => buildCallback(qris)));
  const rivals = await Promise.all(
    foreign.map(async (qris) => {
      const row = await asPlatform(t.deps.db, (tx) =>
        tx.sql
          .selectFrom('qris_payment')
          .select(['partner_reference_no', 'amount'])
          .where('id', '=', qris.id)
          .executeTakeFirstOrThrow(),
      );
      const provider_reference = (await transactionOf(qris, batik)).provider_reference;
      return buildPaidNotification(
        { partner_reference_no: row.partner_reference_no, amount: Number(row.amount) },
        provider_reference ? { originalReferenceNo: provider_reference } : {},
      );
    }),
  );
  const underpaid = await buildCallback(wrong, { amount: { value: '1.00', currency: 'IDR' } });
  const client = createBankClient(t);
  const first = link[0];
  const messages = [...link, ...rivals, underpaid, first, first, link[1]];
  const answers = await Promise.all(messages.map((message) => client.notify(message)));
  expect(answers.map((answer) => answer.statusCode)).toEqual(
    messages.map((message) => (message === underpaid ? 404 : 200)),
  );
  for (const qris of own) {
    const paid = await transactionOf(qris);
    expect(paid).toMatchObject({ status: 'success', amount: 125_000, settlement_status: 'unsettled' });
    expect(await transferCount(qris)).toBe(3);
    expect(paid.events.filter((event) => event.to_status === 'success')).toHaveLength(1);
  }
  for (const qris of foreign) expect((await transactionOf(qris, batik)).status).toBe('success');
  expect(await statusOf(wrong)).toBe('pending');
});

test('a callback is recorded at the time of the clock that handles it', async () => {
  const earlier = createManualClock(new Date(t.clock.now().getTime() - 60_000));
  const [first, second] = [await create(), await create()];
  const handle = async (qris: Dynamic, clock: { now: () => Date }) => {
    const body = await buildCallback(qris);
    await handleQrCallback(
      { ...t.deps, clock },
      { at: clock.now(), external_id: `${Date.now()}${key_count++}`, agreement: PROVIDER_AGREEMENT, body },
    );
  };
  await handle(first, earlier);
  await handle(second, t.clock);
  const paidAt = async (qris: Dynamic) =>
    (await transactionOf(qris)).events.find(({ to_status }) => to_status === 'success')?.at ?? '';
  expect(Date.parse(await paidAt(second)) - Date.parse(await paidAt(first))).toBeGreaterThanOrEqual(60_000);
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'qris-payment')).toEqual([]);
});
