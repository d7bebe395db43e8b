/** Refund transfers against a model bank on the clock of the test: what the bank does, and what it does later. */
import { checkAccount } from '@dasbor/contract/account-check';
import { approveRefund, createRefund, getRefund } from '@dasbor/contract/refund';
import { getTransaction } from '@dasbor/contract/transaction';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ModelBank, startWithModelBank } from '../../test/model-bank.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { readBalances } from '../../test/payout-fixture.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import type { Deps } from '../deps.ts';
import { JOBS } from '../jobs/registry.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

const { merchant_id } = KOPI_NUSANTARA;
/** 10:00 on a Monday (WIB). */
const MORNING = new Date('2026-11-23T03:00:00Z');
let t: TestApp;
let model: ModelBank;
let finance: TestClient;
let approver: TestClient;
let count = 0;
let before: Record<string, number>;

beforeAll(async () => {
  ({ t, model } = await startWithModelBank());
  t.clock.set(MORNING);
});
afterAll(() => t?.close());
beforeEach(async () => {
  // Account checks are limited per minute, and sessions do not last for the longest tests.
  t.clock.advance(61_000);
  model.setOffline(false);
  await signIn();
  before = await readBalances(t, merchant_id);
});
afterEach(async () => {
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});

async function signIn(): Promise<void> {
  finance = await t.signIn('finance@kopi.example');
  approver = await t.signIn('approver@kopi.example');
}

const headers = () => ({ 'idempotency-key': `transfer-${++count}` });
const nextAccount = (): string => `80300${String(++count).padStart(5, '0')}`;
const run = (name: string, payload: Record<string, string> = {}, deps: Deps = t.deps) =>
  JOBS.find((job) => job.name === name)!.run(deps, payload);
const pay = (amount: number) => insertPaidPayment(t, merchant_id, { amount });
const read = async (id: string) => (await finance.ok(getRefund, { params: { id } })).data;
const readPayment = async (id: string) => (await finance.ok(getTransaction, { params: { id } })).data;

/** Requests and approves a refund to an account. */
async function approved(payment: string, amount: number, account_no: string, bank_code = '014'): Promise<string> {
  const { id: account_check_id } = (await finance.ok(checkAccount, { body: { bank_code, account_no } })).data;
  const body = { amount, reason: 'customer_request', method: 'transfer', account_check_id };
  const answer = await finance.call(createRefund, { params: { id: payment }, body, headers: headers() });
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = answer.json<{ data: { id: string } }>().data;
  expect((await approver.call(approveRefund, { params: { id }, body: {}, headers: headers() })).statusCode).toBe(200);
  return id;
}
const send = (id: string, deps?: Deps) => run('send_refund', { merchant_id, id }, deps);
/** Lets time pass in steps, with the sweep of each. */
async function pass(seconds: number, step = 10): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    t.clock.advance(step * 1_000);
    await run('sweep_bank_transfers');
  }
  if (seconds > 300) await signIn();
}
const changes = async () => {
  const after = await readBalances(t, merchant_id);
  return Object.fromEntries(
    Object.keys(after).flatMap((type) => (after[type] === before[type] ? [] : [[type, after[type]! - before[type]!]])),
  );
};
const countTransfers = async (id: string) => {
  const reference = merchant_id.slice('mer_'.length) + id.slice('rfd_'.length);
  return model.transfers.filter((transfer) => transfer === reference).length;
};
/** A payment of Rp 50.000 over a BNI number costs Rp 4.000 and PPN; a transfer Rp 2.500 and PPN. */
const SENT = { bank_clearing: 10_000, fees_paid: 2_500, vat_paid: 275, pending_settlement: -12_775 };

test('never received: sent again under the same number, only after ten minutes without a record', async () => {
  const payment = await pay(50_000);
  before = await readBalances(t, merchant_id);
  const account = nextAccount();
  model.setOutcome(account, 'lost');
  const id = await approved(payment, 10_000, account);
  await send(id);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  model.setOutcome(account, 'success');
  await pass(590);
  await send(id);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  expect(await countTransfers(id)).toBe(1);
  // The answer must be uninterrupted.
  model.setOffline(true);
  await pass(300);
  model.setOffline(false);
  await pass(600);
  expect(await countTransfers(id)).toBe(1);
  await pass(900);
  expect(await read(id)).toMatchObject({ status: 'succeeded' });
  expect(await countTransfers(id)).toBe(2);
  expect(await changes()).toEqual(SENT);
});

test('a process that died before the call: the sweep finds out and sends it once', async () => {
  const payment = await pay(50_000);
  const id = await approved(payment, 10_000, nextAccount());
  const dead: Deps = {
    ...t.deps,
    bank: { ...t.deps.bank, transfer: () => Promise.reject(new Error('killed')) },
  };
  await expect(send(id, dead)).rejects.toThrow('killed');
  expect(await read(id)).toMatchObject({ status: 'processing' });
  await pass(1_500);
  expect(await read(id)).toMatchObject({ status: 'succeeded' });
  expect(await countTransfers(id)).toBe(1);
});

test('reported as failed, then executed: booked by compensating entries, and returned after that', async () => {
  const payment = await pay(50_000);
  before = await readBalances(t, merchant_id);
  const account = nextAccount();
  model.setOutcome(account, 'late_success');
  const id = await approved(payment, 10_000, account);
  await send(id);
  await pass(4, 2);
  expect(await read(id)).toMatchObject({ status: 'failed', error_code: 'transfer_failed' });
  expect(await changes()).toEqual({});
  await pass(60);
  expect(await read(id)).toMatchObject({ status: 'succeeded', error_code: null, error_message: null });
  expect(await changes()).toEqual(SENT);
  const { refunded_amount, status, events } = await readPayment(payment);
  expect([refunded_amount, status]).toEqual([10_000, 'partially_refunded']);
  expect(events.at(-1)?.reason).toBe(
    `Refund of Rp 10.000 completed (${id}): The bank executed the transfer although it was reported as failed`,
  );
  model.executed.at(-1)!.outcome = 'returned';
  await pass(120);
  expect(await read(id)).toMatchObject({ status: 'failed', error_code: 'transfer_returned' });
  expect(await changes()).toEqual({});
  expect(await readPayment(payment)).toMatchObject({ refunded_amount: 0, status: 'success' });
});

test('a late execution after another refund took its place is booked; one that waits is not sent any more', async () => {
  const payment = await pay(50_000);
  const accounts = [nextAccount(), nextAccount()] as const;
  model.setOutcome(accounts[0], 'unknown_then_failed');
  const first = await approved(payment, 40_000, accounts[0]);
  await send(first);
  await pass(10, 2);
  expect(await read(first)).toMatchObject({ status: 'failed' });
  const executed = model.executed.at(-1)!;
  const second = await approved(payment, 30_000, accounts[1]);
  const third = await approved(payment, 10_000, accounts[1]);
  await pass(660, 60);
  await send(second);
  executed.outcome = 'success';
  await pass(1_500, 60);
  expect(await read(first)).toMatchObject({ status: 'succeeded' });
  expect(await readPayment(payment)).toMatchObject({ status: 'refunded', refunded_amount: 70_000 });
  await send(third);
  expect(await read(third)).toMatchObject({ status: 'failed', error_code: 'already_refunded' });
  expect(await countTransfers(third)).toBe(0);
});

test('another refund of the payment waits until the failed transfer is confirmed as not executed', async () => {
  const payment = await pay(50_000);
  const accounts = [nextAccount(), nextAccount()] as const;
  model.setOutcome(accounts[0], 'late_success');
  const first = await approved(payment, 40_000, accounts[0]);
  await send(first);
  await pass(4, 2);
  expect(await read(first)).toMatchObject({ status: 'failed' });
  const second = await approved(payment, 30_000, accounts[1]);
  await send(second);
  expect(await read(second)).toMatchObject({ status: 'approved' });
  await pass(60);
  expect(await read(first)).toMatchObject({ status: 'succeeded' });
  await send(second);
  expect(await read(second)).toMatchObject({ status: 'failed', error_code: 'already_refunded' });
  expect(await countTransfers(second)).toBe(0);
  expect(await readPayment(payment)).toMatchObject({ status: 'partially_refunded', refunded_amount: 40_000 });
});

test('an answer about another amount decides nothing', async () => {
  const payment = await pay(50_000);
  const account = nextAccount();
  model.setOutcome(account, 'wrong_amount');
  const id = await approved(payment, 10_000, account);
  await send(id);
  await pass(600, 60);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  expect(await countTransfers(id)).toBe(1);
  model.executed.at(-1)!.outcome = 'success';
  await pass(1_200, 60);
  expect(await read(id)).toMatchObject({ status: 'succeeded' });
});

test('domain 4.4: an amount that no rail carries now waits for the opening of its rail', async () => {
  const payment = await pay(50_000);
  // 20:00 (WIB): bank 036 takes less than Rp 10.000 over SKN only, which opens at 06:30.
  t.clock.set(new Date('2026-11-24T13:00:00Z'));
  await signIn();
  const id = await approved(payment, 9_999, nextAccount(), '036');
  await send(id);
  expect(await read(id)).toMatchObject({ status: 'approved' });
  t.clock.set(new Date('2026-11-24T23:29:59Z'));
  await run('sweep_refunds');
  await signIn();
  expect(await read(id)).toMatchObject({ status: 'approved' });
  t.clock.set(new Date('2026-11-24T23:50:00Z'));
  await run('sweep_refunds');
  await signIn();
  expect(await read(id)).toMatchObject({ status: 'succeeded' });
  expect(model.executed.at(-1)).toMatchObject({ service: '23', amount: 9_999 });
});
