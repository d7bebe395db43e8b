/** What covers a refund: the net of its own payment, and what is settled to the available balance; never less, by any race. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createRefund, createRefunds, getRefundTerms } from '@dasbor/contract/refund';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { asMerchant } from '../db/tx.ts';
import { listBalances } from '../ledger/balance.ts';
import { postTransfers } from '../ledger/posting.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { BATIK_LESTARI } from '../sandbox/people.ts';
import { releaseRefund } from './status-transition.ts';
import { lockRefund } from './queries.ts';
import { calculateCoveredAmount } from './rules.ts';

const { merchant_id } = BATIK_LESTARI;
let t: TestApp;
let client: TestClient;
let count = 0;

beforeAll(async () => {
  t = await startTestApp();
  client = await t.signIn('superadmin@batik.example');
});
afterAll(() => t?.close());
afterEach(async () => expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]));

const key = () => ({ 'idempotency-key': `cover-${++count}` });
const ask = (id: string, amount: number) =>
  client.call(createRefund, { params: { id }, body: { amount, reason: 'customer_request' }, headers: key() });
const requestRefund = async (id: string, amount: number) => {
  const answer = await ask(id, amount);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: { id: string } }>().data.id;
};
const balances = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await asMerchant(t.deps.db, merchant_id, (tx) => listBalances(tx))).map(({ type, balance }) => [type, balance]),
  );
const move = (from: string, to: string, amount: number) =>
  asMerchant(t.deps.db, merchant_id, async (tx) => {
    const accounts = await listBalances(tx);
    const getAccountId = (type: string) => accounts.find((account) => account.type === type)!.account_id;
    const [debit_account, credit_account] = [getAccountId(from), getAccountId(to)];
    const reference = { kind: 'test', reference_type: 'test', reference_id: `move-${++count}` };
    await postTransfers(tx, {
      posted_at: t.clock.now(),
      transfers: [{ ...reference, debit_account, credit_account, amount }],
    });
  });
const empty = async () => {
  const { pending_settlement = 0, available = 0 } = await balances();
  if (pending_settlement > 0) await move('pending_settlement', 'bank_clearing', pending_settlement);
  if (available > 0) await move('available', 'bank_clearing', available);
};

test.each([
  [100, 100, 0],
  [100, 99, 1],
  [100, 101, 0],
  [100, 0, 100],
  // An existing deficit is not covered.
  [100, -50, 100],
])('a refund that holds %i where %i waits takes %i out of the available balance', (held, waiting, cover) => {
  expect(calculateCoveredAmount(held, waiting)).toBe(cover);
});

test('domain 1.6: the only pending payment covers its own full refund, to the rupiah', async () => {
  await empty();
  const id = await insertPaidPayment(t, merchant_id, { amount: 100_000, method: 'qris', issuer: 'GoPay' });
  const { pending_settlement: net } = await balances();
  expect(net).toBe(99_223);
  const { data: terms } = await client.ok(getRefundTerms, { params: { id } });
  expect(terms.balance).toBe(99_223);
  await requestRefund(id, 100_000);
  expect(await balances()).toMatchObject({ pending_settlement: 0, available: 0, refunds: 100_000 });
  // Nothing beyond the balance is held.
  const other = await insertPaidPayment(t, merchant_id, { amount: 1_000, method: 'qris', issuer: 'GoPay' });
  await move('pending_settlement', 'bank_clearing', 1);
  expect((await ask(other, 1_000)).json()).toMatchObject({ code: 'insufficient_balance' });
});

test('domain 1.6: the available balance covers a settled payment, and a release returns it', async () => {
  await empty();
  const id = await insertPaidPayment(t, merchant_id, { amount: 100_000, method: 'qris', issuer: 'GoPay' });
  await move('pending_settlement', 'available', 79_223);
  const before = await balances();
  const refund = await requestRefund(id, 100_000);
  expect(await balances()).toMatchObject({ pending_settlement: 0, available: 0 });
  await asMerchant(t.deps.db, merchant_id, async (tx) => {
    const locked = (await lockRefund(tx, refund))!;
    const context = {
      note: 'Rejected',
      now: t.clock.now(),
      actor: { actor_type: 'system' as const, actor_name: null },
    };
    await releaseRefund(tx, locked, { to: 'rejected', change: { rejected_reason: 'no' } }, context);
  });
  expect(await balances()).toEqual(before);
});

test('domain 1.6: ten concurrent refunds leave both balances at or above their floors', async () => {
  await empty();
  const id = await insertPaidPayment(t, merchant_id, { amount: 500_000, method: 'qris', issuer: 'GoPay' });
  const { pending_settlement: net = 0 } = await balances();
  await move('pending_settlement', 'available', 100_000);
  await move('pending_settlement', 'bank_clearing', net - 100_000 - 50_000);
  // The balance is 150,000; each holds slightly less than 40,000.
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(id, 40_000)));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(3);
  const after = await balances();
  expect(after.pending_settlement).toBe(0);
  expect(after.available).toBeGreaterThanOrEqual(0);
});

test('a bulk refund of 100 payments neither delays nor loses payments that arrive meanwhile', async () => {
  const pay = (amount: number) => insertPaidPayment(t, merchant_id, { amount, method: 'qris' });
  const transaction_ids = await Promise.all(Array.from({ length: 100 }, () => pay(10_000)));
  const before = (await balances())['pending_settlement'] ?? 0;
  const body = { transaction_ids, reason: 'customer_request' };
  const [bulk, ...arrived] = await Promise.all([
    client.call(createRefunds, { body, headers: key() }),
    ...Array.from({ length: 30 }, () => pay(20_000)),
  ]);
  expect(bulk.statusCode, bulk.body).toBe(200);
  expect(bulk.json<{ data: { refund_id: string | null }[] }>().data).toHaveLength(100);
  expect(arrived).toHaveLength(30);
  const held = 100 * (10_000 - 78);
  expect((await balances())['pending_settlement']).toBe(before - held + 30 * (20_000 - 155));
}, 120_000);
