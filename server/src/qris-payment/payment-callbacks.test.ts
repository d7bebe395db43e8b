/** Callbacks of QRIS payments: repeated, concurrent, early, forged and out of order. */
import { expect, test, vi } from 'vitest';
import { validateQris } from '@dasbor/contract/qris-validation';
import { getTransaction, listTransactions } from '@dasbor/contract/transaction';
import { createBankClient, buildPaidNotification } from '../../test/bank-client.ts';
import { readBalances } from '../../test/payout-fixture.ts';
import { createManualClock } from '../db/clock.ts';
import { asPlatform } from '../db/tx.ts';
import { PROVIDER_CREDENTIAL } from '../rails/collection-clients.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { handleQrCallback } from './handle-callback.ts';
import {
  type Dynamic,
  bank,
  buildCallback,
  create,
  kopi,
  readReference,
  readStatus,
  t,
  readTransaction,
  countTransfers,
  setUpQrisPayments,
  nextNumber,
} from '../../test/qris-fixture.ts';

setUpQrisPayments();

const countUnmatched = async () =>
  asPlatform(t.deps.db, async (tx) => (await tx.sql.selectFrom('unmatched_callback').select('id').execute()).length);

test('repeated and concurrent callbacks have one effect', async () => {
  const qris = await create();
  const bank_client = createBankClient(t);
  const callback = await buildCallback(qris);
  const answers = await Promise.all(Array.from({ length: 5 }, () => bank_client.notify(callback)));
  answers.push(await bank_client.notify(callback));
  expect(answers.map((answer) => answer.json<{ responseCode: string }>().responseCode)).toEqual(
    Array<string>(6).fill('2005200'),
  );
  expect(await countTransfers(qris)).toBe(3);
  const detail = await readTransaction(qris);
  expect(detail.events.filter(({ to_status }) => to_status === 'success')).toHaveLength(1);
  expect(detail.rail_log.filter(({ direction }) => direction === 'in')).toHaveLength(6);
});

test('a callback that the bank sends three times has one effect', async () => {
  await bank.setSwitches({ duplicate: 3 });
  const qris = await create();
  await bank.pay({ qr_content: qris.qr_content });
  const { partner_reference_no } = await readReference(qris);
  await vi.waitFor(
    async () => {
      const ours = (await bank.callbacks()).filter((row) => row.partner_reference_no === partner_reference_no);
      expect(ours.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    },
    { timeout: 20_000 },
  );
  await bank.setSwitches({ duplicate: 1 });
  expect(await countTransfers(qris)).toBe(3);
});

test('a callback that precedes the creation response is applied, and the response adds the payload', async () => {
  await bank.setSwitches({ callback_before_answer: true, generate_delay_ms: 4_000 });
  const creating = create({ merchant_reference: 'EARLY' });
  await vi.waitFor(
    async () => {
      const found = (await kopi.ok(listTransactions, { query: { q: 'EARLY' } })).data[0];
      const { qris_payment_id } = found ?? {};
      const reference = await readReference({ id: qris_payment_id } as Dynamic);
      const paid = await bank.pay({ partner_reference_no: reference.partner_reference_no });
      expect(paid.status).toBe(200);
    },
    { timeout: 4_000, interval: 50 },
  );
  const qris = await creating;
  await bank.setSwitches({ callback_before_answer: false, generate_delay_ms: 0 });
  expect(qris.status).toBe('paid');
  expect(validateQris(qris.qr_content ?? '')).toEqual([]);
  const detail = await readTransaction(qris);
  expect(detail.events.map(({ to_status }) => to_status)).toEqual(['created', 'pending', 'success']);
  expect(await countTransfers(qris)).toBe(3);
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
  expect(await readStatus(qris)).toBe('pending');
  // The same message with a valid signature is accepted: a rejected one consumes nothing. Four minutes old is within the limit.
  expect(code(await bank_client.notify(callback, { timestamp: ago(4) }))).toBe('2005200');
  expect(await readStatus(qris)).toBe('success');
});

test('an X-EXTERNAL-ID can be used once a day', async () => {
  const [first, second] = [await create(), await create()];
  const bank_client = createBankClient(t);
  const change = { external_id: `77${Date.now()}` };
  expect((await bank_client.notify(await buildCallback(first), change)).statusCode).toBe(200);
  const replayed = await bank_client.notify(await buildCallback(second), change);
  expect(replayed.json()).toMatchObject({ responseCode: '4095200' });
  expect(await readStatus(second)).toBe('pending');
});

test('a wrong amount moves no money and appears once in the timeline', async () => {
  await bank.setSwitches({ wrong_amount: true });
  const qris = await create();
  await bank.pay({ qr_content: qris.qr_content });
  await vi.waitFor(
    async () => {
      const detail = await readTransaction(qris);
      const refused = detail.rail_log.filter(({ response_code }) => response_code === '4045213');
      expect(refused.length).toBeGreaterThanOrEqual(2);
    },
    { timeout: 20_000, interval: 100 },
  );
  await bank.setSwitches({ wrong_amount: false });
  const detail = await readTransaction(qris);
  expect(detail.status).toBe('pending');
  expect(detail.events.filter(({ reason }) => reason?.includes('Rp 125.001 instead of Rp 125.000'))).toHaveLength(1);
  expect(await countTransfers(qris)).toBe(0);
});

test('decision 0023: a second payment of the same code is recorded once and flagged; another reference is rejected', async () => {
  const qris = await create();
  const bank_client = createBankClient(t);
  const callback = await buildCallback(qris);
  expect((await bank_client.notify({ ...callback, originalReferenceNo: 'BS000' })).json()).toMatchObject({
    responseCode: '4045218',
  });
  expect((await bank_client.notify(callback)).statusCode).toBe(200);
  const rrn = `99${Date.now()}`.slice(0, 12);
  const listSecond = async () => (await kopi.ok(listTransactions, { query: { q: rrn } })).data;
  for (let time = 0; time < 2; time++) {
    const again = { ...callback, additionalInfo: { ...callback.additionalInfo, rrn } };
    expect((await bank_client.notify(again)).statusCode).toBe(200);
  }
  const [second, ...more] = await listSecond();
  expect(more).toEqual([]);
  expect(second).toMatchObject({ status: 'success', amount: 125_000, duplicate_payment: true, late_payment: false });
  expect(await countTransfers(qris)).toBe(3);
  expect(await readTransaction(qris)).toMatchObject({ status: 'success', duplicate_payment: false });
});

test('a success after a reported failure is booked once, as a transaction of its own that is flagged as late', async () => {
  const qris = await create();
  const bank_client = createBankClient(t);
  const rrn = `88${Date.now()}`.slice(0, 12);
  const paid = await buildCallback(qris, { rrn });
  const failed = { ...paid, latestTransactionStatus: '06' };
  expect((await bank_client.notify(failed)).statusCode).toBe(200);
  expect(await readStatus(qris)).toBe('failed');
  const before = await readBalances(t, KOPI_NUSANTARA.merchant_id);
  for (let time = 0; time < 2; time++) expect((await bank_client.notify(paid)).statusCode).toBe(200);
  const [late, ...more] = (await kopi.ok(listTransactions, { query: { q: rrn } })).data;
  expect(more).toEqual([]);
  expect(late).toMatchObject({ status: 'success', amount: 125_000, late_payment: true, duplicate_payment: false });
  const { data: added } = await kopi.ok(getTransaction, { params: { id: late?.id ?? '' } });
  expect(added.provider_reference).toBe(paid.originalReferenceNo);
  expect(added.events.map(({ to_status, reason }) => [to_status, reason])).toEqual([
    ['success', 'Paid with GoPay, after the payment was reported as failed'],
  ]);
  const after = await readBalances(t, KOPI_NUSANTARA.merchant_id);
  expect(after['pending_settlement']).toBe((before['pending_settlement'] ?? 0) + 125_000 - 875 - 96);
  expect(await countTransfers({ ...qris, transaction_id: added.id })).toBe(3);
  expect(await readTransaction(qris)).toMatchObject({ status: 'failed', late_payment: false });
  expect(await countTransfers(qris)).toBe(0);
});

test('callbacks out of order do not change a final status', async () => {
  const qris = await create();
  const bank_client = createBankClient(t);
  await bank_client.notify(await buildCallback(qris));
  const old = await buildCallback(qris, { latestTransactionStatus: '03' });
  expect((await bank_client.notify(old)).statusCode).toBe(200);
  const failed = await buildCallback(qris, { latestTransactionStatus: '06' });
  expect((await bank_client.notify(failed)).statusCode).toBe(200);
  expect(await readStatus(qris)).toBe('success');
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
      const provider_reference = (await readTransaction(qris, batik)).provider_reference;
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
    const paid = await readTransaction(qris);
    expect(paid).toMatchObject({ status: 'success', amount: 125_000, settlement_status: 'unsettled' });
    expect(await countTransfers(qris)).toBe(3);
    expect(paid.events.filter((event) => event.to_status === 'success')).toHaveLength(1);
  }
  for (const qris of foreign) expect((await readTransaction(qris, batik)).status).toBe('success');
  expect(await readStatus(wrong)).toBe('pending');
});

test('a callback is recorded at the time of the clock that handles it', async () => {
  const earlier = createManualClock(new Date(t.clock.now().getTime() - 60_000));
  const [first, second] = [await create(), await create()];
  const handle = async (qris: Dynamic, clock: { now: () => Date }) => {
    const body = await buildCallback(qris);
    await handleQrCallback(
      { ...t.deps, clock },
      { at: clock.now(), external_id: `${Date.now()}${nextNumber()}`, credential: PROVIDER_CREDENTIAL, body },
    );
  };
  await handle(first, earlier);
  await handle(second, t.clock);
  const paidAt = async (qris: Dynamic) =>
    (await readTransaction(qris)).events.find(({ to_status }) => to_status === 'success')?.at ?? '';
  expect(Date.parse(await paidAt(second)) - Date.parse(await paidAt(first))).toBeGreaterThanOrEqual(60_000);
});
