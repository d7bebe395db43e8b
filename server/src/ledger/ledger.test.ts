/** The ledger on a real database: postings are unique, folding loses nothing, floors hold, and every discrepancy is found. */
import { fc, test as property } from '@fast-check/vitest';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { type Db, connect } from '../db/connect.ts';
import { type MerchantTx, asMerchant, isUniqueViolation } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { KOPI_NUSANTARA, ensurePeople } from '../sandbox/people.ts';
import { BelowFloorError, getBalance, listBalances, postWithFloor } from './balance.ts';
import { LONG_TAIL_JOURNALS, foldBalances } from './folding.ts';
import { ledgerJobs } from './jobs.ts';
import { type NewTransfer, postTransfers } from './posting.ts';
import { FOUND_PER_CHECK_MAX, verifyLedger } from './verifier.ts';

const { merchant_id } = KOPI_NUSANTARA;
const NOW = new Date('2026-11-21T03:00:00Z');
let database: TestDatabase;
let db: Db;
let ids: Record<string, string>;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.web_url, { max: 10, on_error: () => undefined });
  await ensurePeople({ db }, NOW);
  ids = Object.fromEntries((await inside(listBalances)).map((row) => [row.type, row.account_id]));
});
afterAll(async () => {
  await db?.kysely.destroy();
  await database?.drop();
});

const inside = <T>(work: (tx: MerchantTx) => Promise<T>) => asMerchant(db, merchant_id, work);
const balance = (type: string) => inside((tx) => getBalance(tx, ids[type] ?? ''));
const transfer = (debit: string, credit: string, amount: number, reference_id = `r${++count}`): NewTransfer => ({
  debit_account: ids[debit] ?? '',
  credit_account: ids[credit] ?? '',
  amount,
  kind: 'test',
  reference_type: 'test',
  reference_id,
});
const post = (...transfers: NewTransfer[]) => inside((tx) => postTransfers(tx, { posted_at: NOW, transfers }));
const asOwner = async (statement: string) => {
  const client = new pg.Client({ connectionString: database.owner_url });
  await client.connect();
  return client.query(statement).finally(() => client.end());
};

test('a transfer is posted once, however often it is attempted', async () => {
  await post(transfer('bank_clearing', 'available', 1_000, 'once'));
  const again = await post(transfer('bank_clearing', 'available', 1_000, 'once')).catch((error: unknown) => error);
  expect(isUniqueViolation(again)).toBe(true);
  expect(await balance('available')).toBe(1_000);
});

test('the database rejects zero amounts, transfers within one account, and updates or deletes of transfers', async () => {
  await expect(post(transfer('bank_clearing', 'available', 0))).rejects.toThrow('check constraint');
  await expect(post(transfer('available', 'available', 1))).rejects.toThrow('check constraint');
  await expect(inside((tx) => tx.sql.updateTable('transfer').set({ amount: 1 }).execute())).rejects.toThrow(
    'permission denied',
  );
  await expect(inside((tx) => tx.sql.deleteFrom('transfer').execute())).rejects.toThrow('permission denied');
});

test('twenty concurrent debits never exceed the available balance', async () => {
  const before = await balance('available');
  await post(transfer('bank_clearing', 'available', 10_000 - before));
  const debit = () =>
    inside((tx) => postWithFloor(tx, { posted_at: NOW, transfers: [transfer('available', 'payout', 1_500)] }));
  const results = await Promise.allSettled(Array.from({ length: 20 }, debit));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(refused.every((error) => error instanceof BelowFloorError)).toBe(true);
  expect(await balance('available')).toBe(1_000);
  // Down to the floor exactly.
  const take = (amount: number) =>
    inside((tx) => postWithFloor(tx, { posted_at: NOW, transfers: [transfer('available', 'payout', amount)] }));
  await expect(take(1_001)).rejects.toThrow(BelowFloorError);
  await take(1_000);
  expect(await balance('available')).toBe(0);
});

test('concurrent folding and posting neither loses nor double-counts a journal', async () => {
  const before = await balance('reserve');
  const posts = Array.from({ length: 30 }, () => () => post(transfer('bank_clearing', 'reserve', 10)));
  const folds = Array.from({ length: 6 }, () => () => foldBalances(db, NOW));
  await Promise.all([...posts, ...folds].map((work) => work()));
  expect(await balance('reserve')).toBe(before + 300);
  await foldBalances(db, NOW);
  expect(await balance('reserve')).toBe(before + 300);
  expect(await foldBalances(db, NOW)).toBe(0);
});

test('a long tail of journals is folded every few seconds, not once a minute', async () => {
  await foldBalances(db, NOW);
  for (let index = 1; index < LONG_TAIL_JOURNALS; index += 1) await post(transfer('bank_clearing', 'reserve', 10));
  expect(await foldBalances(db, NOW, LONG_TAIL_JOURNALS)).toBe(0);
  await post(transfer('bank_clearing', 'reserve', 10));
  const job = ledgerJobs.find(({ name }) => name === 'fold_long_tails');
  await job?.run({ db, clock: { now: () => NOW } } as Deps, {});
  expect(await foldBalances(db, NOW)).toBe(0);
  const next = await asOwner(`select run_at from graphile_worker.jobs where task_identifier = 'fold_long_tails'`);
  expect(next.rows).toEqual([{ run_at: new Date(NOW.getTime() + 5_000) }]);
});

/** Accounts without a floor. */
const TYPES = ['provider_receivable', 'fees_paid', 'suspense', 'rounding', 'commission'] as const;
const movement = fc
  .tuple(fc.constantFrom(...TYPES), fc.constantFrom(...TYPES), fc.integer({ min: 1, max: 10_000_000_000_000 }))
  .filter(([debit, credit]) => debit !== credit);
property.prop([fc.array(fc.tuple(movement, fc.boolean()), { minLength: 1, maxLength: 12 })], { numRuns: 15 })(
  'for any order of postings and folds, balances equal their sums and all accounts add up to zero',
  async (steps) => {
    const expected = new Map((await inside(listBalances)).map((row) => [row.type, row.balance]));
    for (const [[debit, credit, amount], folds] of steps) {
      await post(transfer(debit, credit, amount));
      expected.set(debit, (expected.get(debit) ?? 0) - amount);
      expected.set(credit, (expected.get(credit) ?? 0) + amount);
      if (folds) await foldBalances(db, NOW);
    }
    const rows = await inside(listBalances);
    expect(new Map(rows.map((row) => [row.type, row.balance]))).toEqual(expected);
    expect(rows.reduce((sum, row) => sum + row.balance, 0)).toBe(0);
    expect((await verifyLedger(db)).discrepancies).toEqual([]);
  },
);

test('a debit that is still open does not block credits to the same account', async () => {
  await post(transfer('provider_receivable', 'available', 1_000));
  const before = await balance('available');
  await inside(async (tx) => {
    await postWithFloor(tx, { posted_at: NOW, transfers: [transfer('available', 'bank_clearing', 1)] });
    // Another transaction, while the first has locked the account.
    await inside(async (other) => {
      await sql`set local lock_timeout = '500ms'`.execute(other.sql);
      await postTransfers(other, { posted_at: NOW, transfers: [transfer('provider_receivable', 'available', 5)] });
    });
  });
  expect(await balance('available')).toBe(before + 4);
});

test('the verifier reports a wrong balance, hour, posting, payment and batch, and an account below its floor', async () => {
  await foldBalances(db, NOW);
  const client = new pg.Client({ connectionString: database.owner_url });
  await client.connect();
  await client.query(`set row_security = off; update app.account_balance set credits = credits + 1
    where account_id = '${ids.reserve ?? ''}'; update app.account_hour set debits = debits + 1
    where account_id = '${ids.reserve ?? ''}'`);
  await client.end();
  await post({
    ...transfer('provider_receivable', 'pending_settlement', 5),
    kind: 'payment',
    reference_type: 'transaction',
  });
  await asOwner(`insert into app.transaction (merchant_id, id, created_at, updated_at, method, amount, net_amount,
    status, source, provider, last_event_seq, paid_at, fee_rule_id) values ('${merchant_id}', 'txn_x', now(), now(),
    'qris', 10, 10, 'success', 'api', 'bank', 0, now(), 'fee_01jgf5et800000000000000003')`);
  const taken = transfer('payout', 'bank_clearing', 1_000_000_000_000, 'dep_x');
  await post({ ...taken, kind: 'deposit_return', reference_type: 'deposit' });
  await asOwner(`update app.transaction set refunded_amount = 1 where id = 'txn_x'`);
  // A payment that names another journal than its own.
  await post({
    ...transfer('provider_receivable', 'pending_settlement', 10, 'txn_y'),
    kind: 'payment',
    reference_type: 'transaction',
  });
  await asOwner(`insert into app.transaction (merchant_id, id, created_at, updated_at, method, amount, net_amount,
    status, source, provider, last_event_seq, paid_at, fee_rule_id, journal_id) values ('${merchant_id}', 'txn_y', now(),
    now(), 'qris', 10, 10, 'success', 'api', 'bank', 0, now(), 'fee_01jgf5et800000000000000003', 'jnl_of_another')`);
  // A batch that was paid out without transfers, with a line of a journal that does not exist.
  await asOwner(`insert into app.settlement_batch (merchant_id, id, batch_no, settlement_date, destination, status,
    gross_amount, net_amount, last_event_seq, created_at, updated_at) values ('${merchant_id}', 'stl_x', 'STL-X',
    '2026-11-20', 'balance', 'paid', 10, 10, 5, now(), now())`);
  await asOwner(`insert into app.settlement_line (merchant_id, batch_id, line_no, journal_id, type, line_type,
    reference_type, reference_id, occurred_at, gross_amount, net_amount) values ('${merchant_id}', 'stl_x', 1, 'jrn_x',
    'qris', 'payment', 'transaction', 'txn_x', now(), 10, 10)`);
  const { discrepancies } = await verifyLedger(db);
  const expected = [
    ['balance_differs', ids.reserve],
    ['hours_differ', ids.reserve],
    ['payment_not_posted', 'txn_x'],
    ['payment_posted_wrong', 'txn_y'],
    ['posting_without_payment', `r${count}`],
    ['timeline_differs', 'txn_x'],
    ['timeline_differs', 'txn_y'],
    ['posting_differs', 'dep_x'],
    ['posting_differs', 'stl_x'],
    ['posting_differs', 'stl_x'],
    ['refunds_differ', 'txn_x'],
    ['batch_differs', 'stl_x'],
    ['line_differs', 'stl_x'],
    ['below_floor', ids.payout],
  ].map((row) => row.join(' '));
  // The rows of a check come in any order.
  expect(discrepancies.map(({ kind, object_id }) => `${kind} ${object_id}`).toSorted()).toEqual(expected.toSorted());
});

test('a check reports a limited number of discrepancies', async () => {
  await asOwner(`insert into app.transfer (merchant_id, id, journal_id, debit_account, credit_account, amount, kind,
    reference_type, reference_id, posted_at)
    select '${merchant_id}', 'lje_many' || n, 'jrn_many' || n, '${ids.provider_receivable ?? ''}', '${ids.suspense ?? ''}',
      1, 'payment', 'transaction', 'none' || n, now() from generate_series(1, ${FOUND_PER_CHECK_MAX + 1}) n`);
  const { discrepancies } = await verifyLedger(db);
  const found = discrepancies.filter(({ kind }) => kind === 'posting_without_payment');
  expect(found).toHaveLength(FOUND_PER_CHECK_MAX);
});
