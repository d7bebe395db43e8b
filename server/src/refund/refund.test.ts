/** Refunds from the request to the bank and back, each refusal, and every trouble on the way, against the sandbox bank. */
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import { checkAccount } from '@dasbor/contract/account-check';
import {
  approveRefund,
  createRefund,
  createRefunds,
  getRefund,
  getRefundTerms,
  listRefunds,
  listDuplicatePayments,
  rejectRefund,
  summariseRefunds,
} from '@dasbor/contract/refund';
import { toSnapTime } from '@dasbor/contract/time';
import { getTransaction } from '@dasbor/contract/transaction';
import { type BankProcess, findFreePort, startBank } from '../../test/bank-process.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { listWebhookErrors, recordWebhooks } from '../../test/webhook-events.ts';
import { type PaidPaymentInput, insertPaidPayment } from '../../test/paid-payment.ts';
import { makeOrdersDue } from '../../test/due-orders.ts';
import { asMerchant } from '../db/tx.ts';
import { listBalances } from '../ledger/balance.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { BANK_ACTOR } from '../transaction/write-queries.ts';
import { reverseTransaction } from '../transaction/reversal-queries.ts';
import { JOBS } from '../jobs/registry.ts';
import { lockRefundable } from './queries.ts';

const { merchant_id } = KOPI_NUSANTARA;
const REST = {
  offline: false,
  transfer_outcome: 'success',
  transfer_answer_delay_ms: 0,
  transfer_settle_ms: 5000,
  refund_outcome: 'success',
};
let t: TestApp;
let bank: BankProcess;
let bank_options: Parameters<typeof startBank>[0];
/** Asks, with level manage. */
let finance: TestClient;
/** Approves; never the requester. */
let approver: TestClient;
let admin: TestClient;
let count = 0;

beforeAll(async () => {
  const port = await findFreePort();
  t = await startTestApp({ env: { BANK_URL: `http://127.0.0.1:${port}` } });
  await recordWebhooks(t);
  // The bank uses the real clock.
  t.clock.set(new Date());
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const partner_url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  bank_options = { port, data_dir: t.deps.env.DATA_DIR, partner_url };
  bank = await startBank(bank_options);
  // Full refunds need balance for the fee, which is reversed only afterwards.
  await paid({ amount: 1_000_000 });
  finance = await t.signIn('finance@kopi.example');
  approver = await t.signIn('approver@kopi.example');
  admin = await t.signIn('admin@kopi.example');
});
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});
let minutes = 0;
beforeEach(() => {
  // Another minute for each test, because account checks are limited per minute. Only Date is replaced.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ++minutes * 61_000 });
});
afterEach(async () => {
  vi.useRealTimers();
  await bank.setSwitches(REST);
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});

const headers = () => ({ 'idempotency-key': `refund-${++count}` });
const paid = (input: PaidPaymentInput) => insertPaidPayment(t, merchant_id, input);
const run = (name: string, payload: Record<string, string>) =>
  JOBS.find((job) => job.name === name)!.run(t.deps, { merchant_id, ...payload });
const send = (id: string) => {
  t.clock.advance(20);
  return run('send_refund', { id });
};
/** Asks the bank about every transfer now. */
const inquire = async () => {
  await makeOrdersDue(t, merchant_id);
  await run('sweep_bank_transfers', {});
};
const ask = (id: string, body: object, client = finance) => {
  t.clock.advance(20);
  return client.call(createRefund, {
    params: { id },
    body: { reason: 'customer_request', ...body },
    headers: headers(),
  });
};
const requestRefund = async (id: string, body: object, client = finance) => {
  const answer = await ask(id, body, client);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: { id: string; status: string; fee_amount: number; fee_vat_amount: number } }>().data;
};
const codeOf = async (answer: ReturnType<typeof ask>) => (await answer).json<{ code: string }>().code;
const approve = (id: string, client = approver) =>
  client.call(approveRefund, { params: { id }, body: {}, headers: headers() });
const read = async (id: string) => (await finance.ok(getRefund, { params: { id } })).data;
const transactionOf = async (id: string) => (await finance.ok(getTransaction, { params: { id } })).data;
const balances = async () =>
  Object.fromEntries(
    (await asMerchant(t.deps.db, merchant_id, listBalances)).map(({ type, balance }) => [type, balance]),
  );
const changesSince = async (before: Record<string, number>) => {
  const after = await balances();
  return Object.fromEntries(
    Object.keys(after).flatMap((type) => (after[type] === before[type] ? [] : [[type, after[type]! - before[type]!]])),
  );
};
const bankTransfers = async () => (await bank.simulate('GET', '/transfers')).body.data as { amount: number }[];
const bankRefunds = async () => (await bank.simulate('GET', '/refunds')).body.data as { amount: number }[];
const checked = async (bank_code = '014', account_no = '8010000001', client = finance) =>
  (await client.ok(checkAccount, { body: { bank_code, account_no } })).data;

/** A QRIS payment that the bank knows, and we too. */
async function paidByQris(amount: number, issuer = 'GoPay'): Promise<string> {
  const partnerReferenceNo = `fixture${++count}`.padEnd(52, 'x');
  await bank.setSwitches({ lost: true });
  const outcome = await t.deps.bank.generateQr({
    partnerReferenceNo,
    amount: { value: `${amount}.00`, currency: 'IDR' },
    merchantId: KOPI_NUSANTARA.nmid,
    validityPeriod: toSnapTime(new Date(Date.now() + 3_600_000)),
    additionalInfo: { merchantName: 'Kopi', merchantCity: 'Jakarta', mcc: '5814', criteria: 'UKE' },
  });
  if (outcome.kind !== 'ok') throw new Error(outcome.detail);
  const { body } = await bank.pay({ reference_no: outcome.response.referenceNo, issuer });
  await bank.setSwitches({ lost: false });
  return paid({ amount, method: 'qris', issuer, provider_reference: String(body.payment_reference_no) });
}

describe('domain 1.6: the original rail', () => {
  test('two partial refunds reverse the whole fee', async () => {
    const id = await paidByQris(125_001);
    const before = await balances();
    const first = await requestRefund(id, { amount: 50_000, note: 'cold coffee' });
    expect(first).toMatchObject({
      status: 'pending',
      method: 'original',
      fee_amount: 0,
      requested_by: 'Fitri Handayani',
    });
    // The payment fee is reversed with the hold.
    expect(await changesSince(before)).toEqual({
      pending_settlement: -50_000 + 388,
      fees_paid: -350,
      vat_paid: -38,
      refunds: 50_000,
    });
    expect((await approve(first.id)).json()).toMatchObject({
      data: { status: 'approved', decided_by: 'Andi Kurniawan' },
    });
    await send(first.id);
    const given = await read(first.id);
    expect(given).toMatchObject({ status: 'succeeded', fee_reversed_amount: 350, fee_vat_reversed_amount: 38 });
    expect(given.provider_reference).toMatch(/^BR/);
    expect(given.rail_log.map(({ response_code }) => response_code)).toEqual(['2007800']);
    expect(await changesSince(before)).toEqual({
      provider_receivable: 50_000,
      pending_settlement: -50_000 + 388,
      fees_paid: -350,
      vat_paid: -38,
    });
    expect(await transactionOf(id)).toMatchObject({
      status: 'partially_refunded',
      refund_status: 'partial',
      refunded_amount: 50_000,
    });

    const second = await requestRefund(id, { amount: 75_001 });
    await approve(second.id);
    await send(second.id);
    // The fee of 125,001 is 875 plus 96 VAT: both refunds together reverse exactly that.
    expect(await read(second.id)).toMatchObject({ fee_reversed_amount: 525, fee_vat_reversed_amount: 58 });
    expect(await transactionOf(id)).toMatchObject({
      status: 'refunded',
      refund_status: 'full',
      refunded_amount: 125_001,
    });
    expect(await changesSince(before)).toEqual({
      provider_receivable: 125_001,
      pending_settlement: -125_001 + 971,
      fees_paid: -875,
      vat_paid: -96,
    });
    const { events } = await transactionOf(id);
    expect(events.map(({ to_status, actor_name }) => [to_status, actor_name])).toEqual([
      ['success', 'Bank'],
      ['success', 'Fitri Handayani'],
      ['success', 'Andi Kurniawan'],
      ['partially_refunded', 'Bank'],
      ['partially_refunded', 'Fitri Handayani'],
      ['partially_refunded', 'Andi Kurniawan'],
      ['refunded', 'Bank'],
    ]);
    // Sending again is idempotent.
    const refunds = (await bankRefunds()).length;
    await send(second.id);
    expect((await bankRefunds()).length).toBe(refunds);
  });

  test('a refusal by the issuer releases the hold, and a refund by transfer is possible', async () => {
    const id = await paidByQris(80_000);
    const before = await balances();
    await bank.setSwitches({ refund_outcome: 'refused' });
    const refund = await requestRefund(id, { amount: 80_000 });
    await approve(refund.id);
    await send(refund.id);
    expect(await read(refund.id)).toMatchObject({
      status: 'failed',
      error_code: 'bank_refused',
      error_message: 'Do Not Honor',
      fee_reversed_amount: 0,
    });
    expect(await changesSince(before)).toEqual({});
    const check = await checked();
    const again = await requestRefund(id, { amount: 80_000, method: 'transfer', account_check_id: check.id });
    await approve(again.id);
    await send(again.id);
    expect(await transactionOf(id)).toMatchObject({ status: 'refunded', refund_status: 'full' });
  });

  test('a lost request and a lost response are retried under the same reference', async () => {
    for (const refund_outcome of ['lost', 'time_out']) {
      const id = await paidByQris(60_000);
      const refunds = (await bankRefunds()).length;
      await bank.setSwitches({ refund_outcome });
      const refund = await requestRefund(id, { amount: 60_000 });
      await approve(refund.id);
      await send(refund.id);
      expect(await read(refund.id)).toMatchObject({ status: 'processing', completed_at: null });
      await bank.setSwitches({ refund_outcome: 'success' });
      await send(refund.id);
      expect(await read(refund.id)).toMatchObject({ status: 'succeeded' });
      expect((await bankRefunds()).length).toBe(refunds + 1);
    }
  });

  test('domain 4.1: an issuer without QRIS refunds is refunded by transfer only', async () => {
    const id = await paidByQris(40_000, 'BRI');
    const { data } = await finance.ok(getRefundTerms, { params: { id } });
    expect(data).toMatchObject({ methods: ['transfer'], method_note: expect.stringContaining('BRI') });
    expect(await codeOf(ask(id, { amount: 1, method: 'original' }))).toBe('channel_not_refundable');
    expect(await codeOf(ask(id, { amount: 1 }))).toBe('destination_required');
  });
});

describe('domain 1.6: by transfer', () => {
  test('the account name is checked first; the payment fee stays and the transfer has its own fee', async () => {
    const id = await paid({ amount: 300_000, merchant_reference: 'VA-1' });
    const before = await balances();
    const check = await checked();
    expect(check).toMatchObject({ account_name: 'SARI PRATIWI', account: '0001', bank: 'Bank Central Asia' });
    const { data: terms } = await finance.ok(getRefundTerms, { params: { id } });
    expect(terms).toMatchObject({ methods: ['transfer'], transfer_fee_amount: 2_500, transfer_fee_vat_amount: 275 });
    const refund = await requestRefund(id, { amount: 100_000, account_check_id: check.id });
    expect(refund).toMatchObject({ method: 'transfer', fee_amount: 2_500, fee_vat_amount: 275 });
    expect(await changesSince(before)).toEqual({ pending_settlement: -102_775, refunds: 102_775 });
    await approve(refund.id);
    await send(refund.id);
    const given = await read(refund.id);
    expect(given).toMatchObject({
      status: 'succeeded',
      beneficiary_name: 'SARI PRATIWI',
      beneficiary_account: '0001',
      fee_reversed_amount: 0,
    });
    expect(await changesSince(before)).toEqual({
      pending_settlement: -102_775,
      bank_clearing: 100_000,
      fees_paid: 2_500,
      vat_paid: 275,
    });
    // An account at the own bank uses service 17; the log masks the account number.
    expect(given.rail_log.map(({ endpoint }) => endpoint)).toEqual(['/v1.0/transfer-intrabank']);
    expect(JSON.stringify(given)).not.toContain('8010000001');
    expect(await transactionOf(id)).toMatchObject({ status: 'partially_refunded', fee_amount: 4_000 });
  });

  test('another bank uses service 18; a status query finds a booked transfer without a response', async () => {
    const id = await paid({ amount: 50_000 });
    const transfers = (await bankTransfers()).length;
    await bank.setSwitches({ transfer_outcome: 'time_out' });
    const check = await checked('009', '0090000003');
    const refund = await requestRefund(id, { amount: 50_000 - 2_775, account_check_id: check.id });
    await approve(refund.id);
    await send(refund.id);
    expect(await read(refund.id)).toMatchObject({ status: 'processing' });
    await bank.setSwitches({ transfer_outcome: 'success' });
    // A transfer that was sent is never sent again by its job.
    await send(refund.id);
    await inquire();
    const given = await read(refund.id);
    expect(given.status).toBe('succeeded');
    expect(given.rail_log.map(({ response_code }) => response_code)).toEqual(['5041800', '2003600']);
    expect((await bankTransfers()).length).toBe(transfers + 1);
  });

  test('a bank that crashes between booking and response pays once', async () => {
    const id = await paid({ amount: 90_000 });
    const transfers = (await bankTransfers()).length;
    const refund = await requestRefund(id, { amount: 20_000, account_check_id: (await checked()).id });
    await approve(refund.id);
    await bank.setSwitches({ transfer_answer_delay_ms: 60_000 });
    const sending = send(refund.id);
    await vi.waitFor(async () => expect((await bankTransfers()).length).toBe(transfers + 1), { timeout: 10_000 });
    await bank.kill();
    await sending;
    expect(await read(refund.id)).toMatchObject({ status: 'processing' });
    // Two concurrent runs, as after a worker crash.
    bank = await startBank({ ...bank_options, folder: bank.folder });
    await bank.setSwitches(REST);
    await Promise.all([inquire(), inquire()]);
    expect(await read(refund.id)).toMatchObject({ status: 'succeeded' });
    expect((await bankTransfers()).length).toBe(transfers + 1);
    expect(await transactionOf(id)).toMatchObject({ refunded_amount: 20_000 });
  });

  test.each([
    ['later_success', 'succeeded', null],
    ['later_failed', 'failed', 'transfer_failed'],
    ['later_returned', 'failed', 'transfer_returned'],
  ])('a transfer that ends later: %s', async (transfer_outcome, status, error_code) => {
    const id = await paid({ amount: 50_000 });
    const before = await balances();
    await bank.setSwitches({ transfer_outcome, transfer_settle_ms: 3_600_000 });
    const refund = await requestRefund(id, { amount: 10_000, account_check_id: (await checked()).id });
    await approve(refund.id);
    await send(refund.id);
    await inquire();
    expect(await read(refund.id)).toMatchObject({ status: 'processing' });
    const settled = await paid({ amount: 50_000 });
    await bank.setSwitches({ transfer_outcome, transfer_settle_ms: 0 });
    const quick = await requestRefund(settled, { amount: 10_000, account_check_id: (await checked()).id });
    await approve(quick.id);
    await send(quick.id);
    await inquire();
    expect(await read(quick.id)).toMatchObject({ status, error_code });
    const released = status === 'failed';
    const gone = (await changesSince(before)).bank_clearing ?? 0;
    expect(gone).toBe(released ? 0 : 10_000);
    // A failed refund can be requested again.
    if (released) await requestRefund(settled, { amount: 10_000, account_check_id: (await checked()).id });
  });

  test('domain 1.6, 1.12: a returned transfer is fully compensated', async () => {
    const id = await paid({ amount: 50_000 });
    const before = await balances();
    const parts: { id: string }[] = [];
    for (const amount of [10_000, 37_000]) {
      const refund = await requestRefund(id, { amount, account_check_id: (await checked()).id });
      await approve(refund.id);
      await send(refund.id);
      parts.push(refund);
    }
    const [first, second] = parts as [{ id: string }, { id: string }];
    // Nothing is returned yet.
    await inquire();
    expect(await read(first.id)).toMatchObject({ status: 'succeeded' });
    const returnTransfer = async ({ id: refund_id }: { id: string }) => {
      const partner_reference_no = merchant_id.slice(4) + refund_id.slice(4);
      expect((await bank.simulate('POST', '/transfers/return', { partner_reference_no })).status).toBe(200);
      await Promise.all([inquire(), inquire()]);
    };
    await returnTransfer(first);
    expect(await read(first.id)).toMatchObject({ status: 'failed', error_code: 'transfer_returned' });
    expect(await transactionOf(id)).toMatchObject({ status: 'partially_refunded', refunded_amount: 37_000 });
    await returnTransfer(second);
    const payment = await transactionOf(id);
    expect(payment).toMatchObject({ status: 'success', refund_status: 'none', refunded_amount: 0 });
    expect(payment.events.at(-1)).toMatchObject({
      from_status: 'partially_refunded',
      to_status: 'success',
      actor_name: 'Bank',
      reason: `Refund of Rp 37.000 returned by the receiving bank (${second.id})`,
    });
    expect(await changesSince(before)).toEqual({});
    // It can be requested again and refunded in full.
    const again = await requestRefund(id, { amount: 50_000, account_check_id: (await checked()).id });
    await approve(again.id);
    await send(again.id);
    expect(await transactionOf(id)).toMatchObject({ status: 'refunded', refund_status: 'full' });
    await returnTransfer(again);
    expect(await transactionOf(id)).toMatchObject({ status: 'success', refund_status: 'none' });
  });

  test('an account that is closed after the check', async () => {
    const account = { bank_code: '014', account_no: '8010099999', name: 'SOON GONE', state: 'open' };
    await bank.simulate('PUT', '/accounts', account);
    const id = await paid({ amount: 50_000 });
    const check = await checked('014', account.account_no);
    await bank.simulate('PUT', '/accounts', { ...account, state: 'closed' });
    const refund = await requestRefund(id, { amount: 10_000, account_check_id: check.id });
    await approve(refund.id);
    await send(refund.id);
    expect(await read(refund.id)).toMatchObject({ status: 'failed', error_code: 'account_closed' });
  });

  test.each([
    ['014', '8010000999', 422, 'account_not_found'],
    ['014', '8010000018', 422, 'account_closed'],
    ['009', '0090000009', 422, 'account_dormant'],
  ])('%s %s is refused with %i %s', async (bank_code, account_no, status, code) => {
    const answer = await finance.call(checkAccount, { body: { bank_code, account_no } });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
  });

  test('no response to the account check: bank_unreachable', async () => {
    await bank.setSwitches({ offline: true });
    const answer = await finance.call(checkAccount, { body: { bank_code: '014', account_no: '8010000001' } });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([502, 'bank_unreachable']);
  });
});

describe('domain 1.6: refusals', () => {
  test('refund_exceeds_remaining counts open refunds; already_refunding when they cover everything', async () => {
    const id = await paidByQris(100_000);
    await requestRefund(id, { amount: 60_000 });
    expect(await codeOf(ask(id, { amount: 40_001 }))).toBe('refund_exceeds_remaining');
    await requestRefund(id, { amount: 40_000 });
    const answer = await ask(id, { amount: 1 });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'already_refunding']);
  });

  test('ten concurrent requests refund no more than was paid', async () => {
    const id = await paidByQris(100_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(id, { amount: 30_000 })));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
  });

  test('refund_window_closed on the thirtieth day to the millisecond', async () => {
    const now = t.clock.now().getTime();
    const open = await paid({ amount: 10_000, method: 'qris', paid_at: new Date(now - 30 * 86_400_000 + 60_000) });
    const closed = await paid({ amount: 10_000, method: 'qris', paid_at: new Date(now - 30 * 86_400_000 - 1) });
    expect((await ask(open, { amount: 1 })).statusCode).toBe(201);
    expect(await codeOf(ask(closed, { amount: 1 }))).toBe('refund_window_closed');
    const { data } = await finance.ok(getRefundTerms, { params: { id: closed } });
    expect(data).toMatchObject({ methods: [], remaining_amount: 0, refusal: { code: 'refund_window_closed' } });
  });

  test('insufficient_balance holds under concurrency', async () => {
    const { pending_settlement = 0 } = await balances();
    const id = await paid({ amount: 200_000 });
    const account_check_id = (await checked()).id;
    // A settlement takes the pending balance except 20,000.
    await asMerchant(t.deps.db, merchant_id, async (tx) => {
      const { postTransfers } = await import('../ledger/posting.ts');
      const accounts = (await lockRefundable(tx, id))!.account_ids;
      const amount = pending_settlement + 200_000 - 4_440 - 20_000;
      const transfer = { kind: 'test', reference_type: 'test', reference_id: id, amount };
      const sides = { debit_account: accounts.pending_settlement!, credit_account: accounts.bank_clearing! };
      await postTransfers(tx, { posted_at: t.clock.now(), transfers: [{ ...transfer, ...sides }] });
    });
    expect(await codeOf(ask(id, { amount: 17_226, account_check_id }))).toBe('insufficient_balance');
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(id, { amount: 8_000, account_check_id })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
    expect((await balances()).pending_settlement).toBe(20_000 - 10_775);
    await paid({ amount: 9_000_000 });
  });

  test('payment_not_refundable, channel_not_refundable, transfer_limit_exceeded', async () => {
    const { data } = await finance.ok(getRefundTerms, { params: { id: await paid({ amount: 10_000 }) } });
    expect(data.methods).toEqual(['transfer']);
    const reversed = await paid({ amount: 10_000 });
    await reverse(reversed);
    expect(await codeOf(ask(reversed, { amount: 1 }))).toBe('payment_not_refundable');
    const big = await paid({ amount: 300_000_000 });
    expect(await codeOf(ask(big, { amount: 1, method: 'original' }))).toBe('channel_not_refundable');
    const account_check_id = (await checked('009', '0090000003')).id;
    expect(await codeOf(ask(big, { amount: 250_000_001, account_check_id }))).toBe('transfer_limit_exceeded');
    expect((await ask(big, { amount: 250_000_000, account_check_id })).statusCode).toBe(201);
  });

  test('only the reason "other" takes a description', async () => {
    const id = await paidByQris(10_000);
    for (const body of [{ reason: 'other' }, { reason: 'fraud', reason_text: 'x' }, { amount: 0 }, { amount: 1.5 }]) {
      expect((await ask(id, { amount: 1, ...body })).statusCode, JSON.stringify(body)).toBe(400);
    }
    const refund = await requestRefund(id, { amount: 1, reason: 'other', reason_text: 'spilled' });
    expect(await read(refund.id)).toMatchObject({ reason: 'other', reason_text: 'spilled' });
  });

  test('the same key and body create one refund; the same key for another payment is refused', async () => {
    const [one, two] = [await paidByQris(10_000), await paidByQris(10_000)];
    const call = { body: { amount: 4_000, reason: 'fraud' }, headers: headers() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => finance.call(createRefund, { params: { id: one }, ...call })),
    );
    const done = answers.filter(({ statusCode }) => statusCode === 201);
    expect(new Set(done.map(({ body }) => body)).size).toBe(1);
    expect((await finance.ok(listRefunds, { query: { transaction_id: one } })).data).toHaveLength(1);
    const other = await finance.call(createRefund, { params: { id: two }, ...call });
    expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' });
  });
});

describe('domain 1.14: a second approver is required', () => {
  test('self_approval: the requester neither approves nor rejects at any access level', async () => {
    const id = await paidByQris(30_000);
    const refund = await requestRefund(id, { amount: 10_000 }, admin);
    expect((await admin.ok(getRefund, { params: { id: refund.id } })).data.may_decide).toBe(false);
    expect((await approver.ok(getRefund, { params: { id: refund.id } })).data.may_decide).toBe(true);
    const answers = [
      await approve(refund.id, admin),
      await admin.call(rejectRefund, { params: { id: refund.id }, body: { reason: 'x' }, headers: headers() }),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual([
      [422, 'self_approval'],
      [422, 'self_approval'],
    ]);
    expect((await approve(refund.id)).statusCode).toBe(200);
  });

  test('level manage requests and does not decide; view reads; none reads nothing', async () => {
    const id = await paidByQris(30_000);
    const refund = await requestRefund(id, { amount: 10_000 });
    expect((await approve(refund.id, finance)).statusCode).toBe(403);
    const developer = await t.signIn('developer@kopi.example');
    expect((await ask(id, { amount: 1 }, developer)).statusCode).toBe(403);
    expect((await developer.call(listRefunds)).statusCode).toBe(403);
  });

  test('person_required: an API key requests and does not decide; its creator cannot approve its refunds', async () => {
    const developer = await t.signIn('superadmin@kopi.example');
    const access = [{ group: 'Refunds', access: 'approve' }];
    const { data } = await developer.ok(createApiKey, { body: { name: 'Shop', access } });
    const shop = t.client(`Bearer ${data.secret}`);
    const id = await paidByQris(30_000);
    const refund = await requestRefund(id, { amount: 10_000 }, shop);
    expect((await approve(refund.id, shop)).json()).toMatchObject({ code: 'person_required' });
    expect((await approve(refund.id, developer)).json()).toMatchObject({ code: 'self_approval' });
    expect((await approve(refund.id)).statusCode).toBe(200);
  });

  test('self_approval: persons are compared by identity, through every generation of keys', async () => {
    const superadmin = await t.signIn('superadmin@kopi.example');
    const access = [{ group: 'Refunds', access: 'approve' }];
    const { data } = await superadmin.ok(createApiKey, { body: { name: 'Till', access } });
    // A key that another key created carries the name of that key, but the same owner.
    await asMerchant(t.deps.db, merchant_id, (tx) =>
      tx.sql
        .updateTable('api_key')
        .set({ created_by: 'Parent key' })
        .where('merchant_id', '=', merchant_id)
        .where('id', '=', data.id)
        .execute(),
    );
    const refund = await requestRefund(await paidByQris(30_000), { amount: 10_000 }, t.client(`Bearer ${data.secret}`));
    expect((await approve(refund.id, superadmin)).json()).toMatchObject({ code: 'self_approval' });
    expect((await approve(refund.id)).statusCode).toBe(200);
  });

  test('a rejection requires a reason and releases the hold; then refund_not_pending', async () => {
    const id = await paidByQris(30_000);
    const before = await balances();
    const refund = await requestRefund(id, { amount: 10_000 });
    const reject = (body: object) =>
      approver.call(rejectRefund, { params: { id: refund.id }, body, headers: headers() });
    expect((await reject({ reason: ' ' })).statusCode).toBe(400);
    const answer = await reject({ reason: 'The customer kept the goods' });
    expect(answer.json()).toMatchObject({
      data: { status: 'rejected', rejected_reason: 'The customer kept the goods', decided_by: 'Andi Kurniawan' },
    });
    expect(await changesSince(before)).toEqual({});
    for (const again of [await reject({ reason: 'x' }), await approve(refund.id)]) {
      expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'refund_not_pending']);
    }
    await send(refund.id);
    expect((await read(refund.id)).status).toBe('rejected');
    await requestRefund(id, { amount: 30_000 });
  });

  test('concurrent approvals approve once', async () => {
    const id = await paidByQris(30_000);
    const refund = await requestRefund(id, { amount: 10_000 });
    const answers = await Promise.all([approve(refund.id), approve(refund.id, admin)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('requester and approver are in the audit log', async () => {
    const id = await paidByQris(30_000);
    const refund = await requestRefund(id, { amount: 10_000 });
    await approve(refund.id);
    const rows = await asMerchant(t.deps.db, merchant_id, (tx) =>
      tx.sql
        .selectFrom('audit_log')
        .select(['action', 'actor_name'])
        .where('merchant_id', '=', merchant_id)
        .where('object_id', '=', refund.id)
        .orderBy('seq')
        .execute(),
    );
    expect(rows).toEqual([
      { action: 'refund.requested', actor_name: 'Fitri Handayani' },
      { action: 'refund.approved', actor_name: 'Andi Kurniawan' },
    ]);
  });
});

const reverse = (id: string) =>
  asMerchant(t.deps.db, merchant_id, async (tx) => {
    const payment = (await lockRefundable(tx, id))!;
    await reverseTransaction(tx, payment, { now: t.clock.now(), actor: BANK_ACTOR, reason: 'Reversed by the bank' });
  });

describe('domain 1.5: the bank reverses a payment', () => {
  test('compensating entries cancel it, and its refunds are rejected or fail unsent', async () => {
    const before = await balances();
    const id = await paidByQris(70_000);
    const waiting = await requestRefund(id, { amount: 10_000 });
    const decided = await requestRefund(id, { amount: 20_000 });
    const refunds = (await bankRefunds()).length;
    await approve(decided.id);
    await reverse(id);
    await run('reject_refunds_of_reversed', { transaction_id: id });
    await send(decided.id);
    expect(await read(waiting.id)).toMatchObject({ status: 'rejected', decided_by: null });
    expect(await read(decided.id)).toMatchObject({ status: 'failed', error_code: 'payment_reversed' });
    expect((await bankRefunds()).length).toBe(refunds);
    expect(await transactionOf(id)).toMatchObject({ status: 'reversed', settlement_status: 'reversed' });
    expect(await changesSince(before)).toEqual({});
    await expect(reverse(id)).rejects.toThrow('No valid transition');
  });

  test('a reversal may go below the floor, nothing else may', async () => {
    const batik = BATIK_LESTARI.merchant_id;
    const id = await insertPaidPayment(t, batik, { amount: 100_000 });
    await asMerchant(t.deps.db, batik, async (tx) => {
      const { postTransfers } = await import('../ledger/posting.ts');
      const accounts = (await lockRefundable(tx, id))!.account_ids;
      const transfer = { kind: 'test', reference_type: 'test', reference_id: id, amount: 95_560 };
      const sides = { debit_account: accounts.pending_settlement!, credit_account: accounts.bank_clearing! };
      await postTransfers(tx, { posted_at: t.clock.now(), transfers: [{ ...transfer, ...sides }] });
      const payment = (await lockRefundable(tx, id))!;
      await reverseTransaction(tx, payment, { now: t.clock.now(), actor: BANK_ACTOR, reason: 'Reversed' });
    });
    const rows = await asMerchant(t.deps.db, batik, listBalances);
    expect(rows.find(({ type }) => type === 'pending_settlement')?.balance).toBe(-95_560);
    const small = await insertPaidPayment(t, batik, { amount: 50_000 });
    const superadmin = await t.signIn('superadmin@batik.example');
    const { id: account_check_id } = await checked('014', '8010000001', superadmin);
    expect(await codeOf(ask(small, { amount: 1, account_check_id }, superadmin))).toBe('insufficient_balance');
  });

  test('a refund of a reversed payment is not approved: payment_not_refundable', async () => {
    const id = await paidByQris(70_000);
    const refund = await requestRefund(id, { amount: 10_000 });
    await reverse(id);
    expect((await approve(refund.id)).json()).toMatchObject({ code: 'payment_not_refundable' });
  });
});

describe('lists', () => {
  test('filters, totals, pages and CSV agree', async () => {
    const id = await paidByQris(90_000);
    const reference = (await transactionOf(id)).provider_reference ?? '';
    const ids: string[] = [];
    for (const [amount, reason] of [
      [10_000, 'fraud'],
      [20_000, 'duplicate'],
      [30_000, 'fraud'],
    ] as const) {
      ids.push((await requestRefund(id, { amount, reason })).id);
    }
    const found = async (query: Record<string, string>) =>
      (await finance.ok(listRefunds, { query: { transaction_id: id, ...query } })).data.map((row) => row.amount);
    expect(await found({})).toEqual([30_000, 20_000, 10_000]);
    expect(await found({ reason: 'fraud' })).toEqual([30_000, 10_000]);
    expect(await found({ method: 'transfer' })).toEqual([]);
    expect(await found({ amount_min: '20000', amount_max: '20000' })).toEqual([20_000]);
    expect(await found({ status: 'pending,approved' })).toEqual([30_000, 20_000, 10_000]);
    expect(await found({ to: new Date(t.clock.now().getTime() - 3_600_000).toISOString() })).toEqual([]);
    expect(await found({ q: ids[1] ?? '' })).toEqual([20_000]);
    expect(await found({ q: reference.slice(2, 20) })).toEqual([30_000, 20_000, 10_000]);
    const first = await finance.ok(listRefunds, { query: { transaction_id: id, limit: 2 } });
    const rest = await finance.ok(listRefunds, {
      query: { transaction_id: id, limit: 2, cursor: first.next_cursor ?? '' },
    });
    expect([...first.data, ...rest.data].map((row) => row.id)).toEqual(ids.toReversed());
    expect(rest.next_cursor).toBeNull();
    expect((await finance.ok(summariseRefunds, { query: { transaction_id: id } })).data).toEqual([
      { status: 'pending', count: 3, amount: 60_000 },
    ]);
    const csv = await finance.call(listRefunds, {
      query: { transaction_id: id },
      headers: { accept: 'text/csv' },
    });
    const lines = csv.body.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('created_at (WIB)');
    expect(lines[1]).toContain(`,${id},90000,qris,`);
    expect((await finance.call(listRefunds, { query: { cursor: 'nonsense' } })).statusCode).toBe(400);
  });

  test('domain 1.9: duplicate payments are listed until they are refunded', async () => {
    const id = await paid({ amount: 45_000, duplicate_payment: true });
    const queue = async () => (await finance.ok(listDuplicatePayments)).data.find((row) => row.transaction_id === id);
    expect(await queue()).toMatchObject({ amount: 45_000, remaining_amount: 45_000, channel_code: 'BNI' });
    await requestRefund(id, { amount: 45_000 - 2_775, reason: 'duplicate', account_check_id: (await checked()).id });
    expect(await queue()).toMatchObject({ remaining_amount: 2_775 });
  });

  test('bulk: each payment has its own result, and a retry returns the same results', async () => {
    const [good, again, va] = [await paidByQris(10_000), await paidByQris(11_000), await paid({ amount: 12_000 })];
    await requestRefund(again, { amount: 1_000 });
    const foreign = await insertPaidPayment(t, BATIK_LESTARI.merchant_id, { amount: 13_000 });
    const call = {
      body: { transaction_ids: [good, again, va, foreign], reason: 'order_cancelled' },
      headers: headers(),
    };
    const { data } = await finance.ok(createRefunds, call);
    expect(data.map(({ amount, refusal }) => [amount, refusal?.code ?? null])).toEqual([
      [10_000, null],
      [10_000, null],
      [0, 'destination_required'],
      [0, 'not_found'],
    ]);
    expect((await finance.ok(createRefunds, call)).data).toEqual(data);
    const body = { transaction_ids: Array.from({ length: 101 }, () => good), reason: 'fraud' };
    expect((await finance.call(createRefunds, { body, headers: headers() })).statusCode).toBe(400);
  });

  test('refunds of another merchant cannot be read, approved or rejected', async () => {
    const id = await paidByQris(10_000);
    const refund = await requestRefund(id, { amount: 1_000 });
    const batik = await t.signIn('superadmin@batik.example');
    expect((await batik.call(getRefund, { params: { id: refund.id } })).statusCode).toBe(404);
    expect((await approve(refund.id, batik)).statusCode).toBe(404);
    expect((await ask(id, { amount: 1 }, batik)).statusCode).toBe(404);
    expect((await batik.ok(listRefunds)).data).toEqual([]);
    const check = await checked();
    const own = await insertPaidPayment(t, BATIK_LESTARI.merchant_id, { amount: 13_000 });
    expect(await codeOf(ask(own, { amount: 1, account_check_id: check.id }, batik))).toBe('account_check_expired');
  });

  test('the reconciliation sweep finds lost jobs; an old account check: account_check_expired', async () => {
    const id = await paidByQris(10_000);
    const refund = await requestRefund(id, { amount: 1_000 });
    const account_check_id = (await checked()).id;
    const old = await requestRefund(id, { amount: 1_000, method: 'transfer', account_check_id });
    await approve(refund.id);
    await run('sweep_refunds', {});
    expect((await read(refund.id)).status).toBe('approved');
    // The bank's clock stays behind from here on, so its responses are refused.
    t.clock.advance(31 * 60_000);
    await run('sweep_refunds', {});
    finance = await t.signIn('finance@kopi.example');
    expect((await read(refund.id)).status).toBe('processing');
    expect((await read(old.id)).status).toBe('pending');
    expect(await codeOf(ask(id, { amount: 1, method: 'transfer', account_check_id }))).toBe('account_check_expired');
  });
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'refund')).toEqual([]);
});
