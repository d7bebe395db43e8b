/** Counting the customers of a period costs no more because earlier periods are counted already. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../test/database.ts';
import { countRowsRead } from '../../test/rows-read.ts';
import type { Db } from '../db/connect.ts';
import { asMerchant } from '../db/tx.ts';
import { BATIK_LESTARI } from '../sandbox/people.ts';
import { recountCustomers } from './customer-queries.ts';

const { merchant_id } = BATIK_LESTARI;
const CUSTOMERS_PER_DAY = 400;
const FIRST_FORTNIGHT = { first: '2026-10-01', last: '2026-10-14' };
const NEXT_FORTNIGHT = { first: '2026-10-15', last: '2026-10-28' };

let opened: Awaited<ReturnType<typeof openDatabase>>;
let db: Db;

beforeAll(async () => {
  opened = await openDatabase('people');
  db = opened.db;
  const { owner } = opened;
  // A table that grows faster than its statistics follow.
  await owner.query('alter table app.transaction_customer_day set (autovacuum_enabled = false)');
  await owner.query('analyze app.transaction_customer_day');
  await owner.query(
    `insert into app.transaction (merchant_id, id, created_at, updated_at, customer_email, method, amount, fee_amount,
       fee_vat_amount, net_amount, status, settlement_status, source, provider, provider_reference, paid_at, last_event_seq,
       journal_id)
     select $1, 'txn_' || lpad(n::text, 26, '0'), at, at, 'customer' || n || '@mail.example', 'qris', 10000, 70, 8, 9922,
       'success', 'unsettled', 'api', 'bank', 'BS' || n, at, 3, 'jnl_' || n
     from generate_series(0, 28 * $2::int - 1) n
     cross join lateral (select timestamptz '2026-10-01 12:00+07' + (n / $2) * interval '1 day' as at) made`,
    [merchant_id, CUSTOMERS_PER_DAY],
  );
  await owner.query('analyze app.transaction');
});
afterAll(() => opened?.close());

/** Counts a period, and returns how many rows of the daily counts were read for it. */
const countPeriod = (days: { first: string; last: string }): Promise<number> =>
  asMerchant(db, merchant_id, (tx) => countRowsRead(tx, 'transaction_customer_day', () => recountCustomers(tx, days)));

test('the next days do not read the counted ones, also while the statistics are those of an empty table', async () => {
  expect(await countPeriod(FIRST_FORTNIGHT)).toBe(0);
  expect(await countPeriod(NEXT_FORTNIGHT)).toBe(0);
  const { rows } = await opened.owner.query<{ customers: number }>(
    'select count(*)::int as customers from app.transaction_customer_day where merchant_id = $1',
    [merchant_id],
  );
  expect(rows).toEqual([{ customers: 28 * CUSTOMERS_PER_DAY }]);
});
