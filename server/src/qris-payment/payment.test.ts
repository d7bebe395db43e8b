/** QRIS payments end to end against the sandbox bank, from the request to the end of the code. */
import { expect, test, vi } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import { listAuditLogs } from '@dasbor/contract/audit';
import { parseQris } from '@dasbor/contract/qris';
import { validateQris } from '@dasbor/contract/qris-validation';
import { createQrisPayment, getQrisPayment, listQrisPayments } from '@dasbor/contract/qris-payment';
import { getTransaction, listTransactions, summariseTransactions, syncTransaction } from '@dasbor/contract/transaction';
import { createBankClient } from '../../test/bank-client.ts';
import { listWebhookErrors } from '../../test/webhook-events.ts';
import { type MerchantLiveEvent, listenForLiveEvents } from '../db/live-events.ts';
import type { DB } from '../db/schema.gen.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { listBalances } from '../ledger/balance.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { qrisPaymentJobs } from './jobs.ts';
import {
  type Dynamic,
  bank,
  buildCallback,
  create,
  kopi,
  newKey,
  readStatus,
  t,
  readTransaction,
  countTransfers,
  setUpQrisPayments,
} from '../../test/qris-fixture.ts';

setUpQrisPayments();

const job = (name: string) => {
  const found = qrisPaymentJobs.find((candidate) => candidate.name === name);
  if (!found) throw new Error(name);
  return found;
};

const listAuditEntries = async (object_id: string) => (await kopi.ok(listAuditLogs, { query: { object_id } })).data;

const untilPaid = (qris: Dynamic) =>
  vi.waitFor(async () => expect(await readStatus(qris)).toBe('success'), { timeout: 20_000, interval: 50 });

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
  expect(await readTransaction(qris)).toMatchObject({ status: 'pending', source: 'dashboard', fee_amount: 0 });

  t.clock.advance(1);
  expect((await bank.pay({ qr_content: qris.qr_content })).status).toBe(200);
  await untilPaid(qris);

  const detail = await readTransaction(qris);
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
  expect(await readTransaction(qris)).toMatchObject({ source: 'api', events: [{ actor_type: 'api_key' }, {}] });
  expect(await listAuditEntries(qris.id)).toEqual([]);
});

test('decision 0166: what a person creates is in the audit log, once for repeated requests', async () => {
  const input = { body: { amount: 7_000, merchant_reference: 'AUDIT' }, headers: { 'idempotency-key': newKey() } };
  const { data } = await kopi.ok(createQrisPayment, input);
  await kopi.ok(createQrisPayment, input);
  expect(await listAuditEntries(data.id)).toMatchObject([
    {
      action: 'qris_payment.created',
      actor_name: 'Sari Pratiwi',
      after: { amount: 7_000, merchant_reference: 'AUDIT' },
    },
  ]);
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

test('an unpaid code expires; a payment after expiry is recorded as late', async () => {
  const qris = await create({ expires_in_minutes: 1 });
  const start = t.clock.now();
  t.clock.set(new Date(start.getTime() + 61_000));
  await job('expire_qris_payments').run(t.deps, {});
  expect(await readStatus(qris)).toBe('expired');
  expect(await countTransfers(qris)).toBe(0);
  const bank_client = createBankClient(t);
  const answer = await bank_client.notify(await buildCallback(qris, { paid_at: t.clock.now() }));
  expect(answer.statusCode).toBe(200);
  expect(await readTransaction(qris)).toMatchObject({ status: 'success', late_payment: true });
  expect(await countTransfers(qris)).toBe(3);
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
  expect(await readTransaction(expiring)).toMatchObject({ status: 'success', late_payment: false });
});

test('syncing a pending payment changes nothing', async () => {
  const qris = await create();
  const { data } = await kopi.ok(syncTransaction, { params: { id: qris.transaction_id } });
  expect(data.status).toBe('pending');
});

test('a code that could not be issued while the bank was offline is issued later', async () => {
  await bank.setSwitches({ offline: true });
  const qris = await create();
  expect(qris).toMatchObject({ status: 'issuing', qr_content: null });
  expect(await readStatus(qris)).toBe('created');
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
  expect(await readStatus(qris)).toBe('expired');
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

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'qris-payment')).toEqual([]);
});
