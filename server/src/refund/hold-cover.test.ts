/** What covers a refund: the net of its own payment, and what is settled to the available balance; never less, by any race. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { createRefund, createRefunds, getRefundTerms } from '@dasbor/contract/refund';
import type { QrNotifyRequest } from '@dasbor/contract/snap';
import { getTransaction } from '@dasbor/contract/transaction';
import { followRealClock, startAppWithBank } from '../../test/app-with-bank.ts';
import { buildPaidNotification, createBankClient } from '../../test/bank-client.ts';
import type { BankProcess } from '../../test/bank-process.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { asMerchant } from '../db/tx.ts';
import { listBalances, lockBalances } from '../ledger/balance.ts';
import { postTransfers } from '../ledger/posting.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { BATIK_LESTARI } from '../sandbox/people.ts';
import { releaseRefund } from './status-transition.ts';
import { lockRefund } from './queries.ts';
import { calculateCoveredAmount } from './rules.ts';

const { merchant_id } = BATIK_LESTARI;
let t: TestApp;
let bank: BankProcess;
let client: TestClient;
let count = 0;

beforeAll(async () => {
  ({ t, bank } = await startAppWithBank());
  client = await t.signIn('superadmin@batik.example');
});
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});
beforeEach(() => followRealClock(t));
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

interface PaidCode {
  transaction_id: string;
  /** The callback that it was paid. */
  callback: QrNotifyRequest;
}

async function createCode(amount: number): Promise<PaidCode> {
  const { data } = await client.ok(createQrisPayment, { body: { amount }, headers: key() });
  const transaction_id = data.transaction_id ?? '';
  const { provider_reference } = await readTransaction(transaction_id);
  const { partner_reference_no } = await asMerchant(t.deps.db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('qris_payment')
      .select('partner_reference_no')
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow(),
  );
  const originalReferenceNo = provider_reference ?? '';
  return { transaction_id, callback: buildPaidNotification({ partner_reference_no, amount }, { originalReferenceNo }) };
}
const readTransaction = async (id: string) => (await client.ok(getTransaction, { params: { id } })).data;

test('a callback and a payment commit while another transaction holds the lock on the balances', async () => {
  const { transaction_id, callback } = await createCode(20_000);
  const before = (await balances())['pending_settlement'] ?? 0;
  await asMerchant(t.deps.db, merchant_id, async (tx) => {
    const locked = await lockBalances(
      tx,
      (await listBalances(tx)).map(({ account_id }) => account_id),
    );
    expect(locked.map(({ type }) => type)).toEqual(expect.arrayContaining(['pending_settlement', 'fees_paid']));
    // What would wait for the lock fails after the lock timeout.
    const [answer] = await Promise.all([
      createBankClient(t).notify(callback),
      insertPaidPayment(t, merchant_id, { amount: 20_000, method: 'qris' }),
    ]);
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await readTransaction(transaction_id)).status).toBe('success');
    expect((await balances())['pending_settlement']).toBe(before + 2 * (20_000 - 155));
  });
});

/** Lets a bulk refund wait at its last statement, holding all its locks, without a lock of its own that would time out. */
async function openBulkGate() {
  const owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  await owner.query(`
    select pg_advisory_lock(17);
    create function pg_temp.wait_for_gate() returns trigger language plpgsql as $$ begin
      while not pg_try_advisory_xact_lock_shared(17) loop perform pg_sleep(0.02); end loop;
      return new;
    end $$;
    create trigger gate before insert on app.refund_bulk for each row execute function pg_temp.wait_for_gate()`);
  return {
    isWaiting: async (): Promise<boolean> =>
      (
        await owner.query(
          `select 1 from pg_stat_activity where datname = current_database() and state = 'active'
           and pid <> pg_backend_pid() and query ilike '%insert into%refund_bulk%'`,
        )
      ).rowCount === 1,
    release: async (): Promise<void> => {
      await owner.query('select pg_advisory_unlock(17)');
      // Waits for the transaction of the refund.
      await owner.query('drop trigger gate on app.refund_bulk');
      await owner.end();
    },
  };
}

test('a bulk refund of 100 payments neither refuses nor loses payments whose callbacks arrive meanwhile', async () => {
  const transaction_ids = await Promise.all(
    Array.from({ length: 100 }, () => insertPaidPayment(t, merchant_id, { amount: 10_000, method: 'qris' })),
  );
  const codes: PaidCode[] = [];
  for (let n = 0; n < 30; n++) codes.push(await createCode(20_000));
  const before = (await balances())['pending_settlement'] ?? 0;
  const body = { transaction_ids, reason: 'customer_request' };
  const caller = createBankClient(t);
  const gate = await openBulkGate();
  const sending = client.call(createRefunds, { body, headers: key() }).then((answer) => answer);
  const early = Promise.all(codes.slice(5).map(({ callback }) => caller.notify(callback)));
  await expect.poll(gate.isWaiting, { timeout: 60_000 }).toBe(true);
  const late = await Promise.all(codes.slice(0, 5).map(({ callback }) => caller.notify(callback)));
  // It holds the balances of the merchant until it ends.
  expect(await gate.isWaiting()).toBe(true);
  await gate.release();
  const [bulk, answers] = [await sending, [...late, ...(await early)]];
  expect(bulk.statusCode, bulk.body).toBe(200);
  const { data } = bulk.json<{ data: { refund_id: string | null }[] }>();
  expect(data.filter(({ refund_id }) => refund_id !== null)).toHaveLength(100);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(30).fill(200));
  for (const { transaction_id } of codes) expect((await readTransaction(transaction_id)).status).toBe('success');
  const held = 100 * (10_000 - 78);
  expect((await balances())['pending_settlement']).toBe(before - held + 30 * (20_000 - 155));
});
