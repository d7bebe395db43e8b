/** Metrics of a year read the payments of a marked day, not those of the year for each marked day. */
import * as duration from '@dasbor/contract/duration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../test/database.ts';
import { countRowsRead } from '../../test/rows-read.ts';
import type { Db } from '../db/connect.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import { BATIK_LESTARI } from '../sandbox/people.ts';
import { rollUpTransactions } from '../transaction/roll-up.ts';
import { type CountOptions, readCounts, readLargestCounts } from './queries.ts';
import { readCompletionTimes } from './completion-time-queries.ts';

const { merchant_id } = BATIK_LESTARI;
const PAYMENTS_PER_DAY = 100;
const DAYS = 400;
/** Marked days of the year that is read, and of the year before it. */
const MARKED_DAYS = 6;
const END = new Date('2026-11-01T00:00:00+07:00');
const PERIOD = { from: new Date('2025-11-01T00:00:00+07:00'), to: END, shift_ms: duration.days(365) };

let opened: Awaited<ReturnType<typeof openDatabase>>;
let db: Db;

beforeAll(async () => {
  opened = await openDatabase('people');
  db = opened.db;
  const { owner } = opened;
  await owner.query(
    `insert into app.transaction (merchant_id, id, created_at, updated_at, method, amount, fee_amount, fee_vat_amount,
       net_amount, status, settlement_status, source, provider, provider_reference, paid_at, last_event_seq, journal_id)
     select $1, 'txn_' || lpad(n::text, 26, '0'), at, at, 'qris', 10000, 70, 8, 9922, 'success', 'unsettled', 'api',
       'bank', 'BS' || n, at, 3, 'jnl_' || n
     from generate_series(0, $2::int * $3::int - 1) n
     cross join lateral (select $4::timestamptz - interval '1 minute' - (n / $3::int) * interval '1 day'
       - (n % $3::int) * interval '10 minutes' as at) made`,
    [merchant_id, DAYS, PAYMENTS_PER_DAY, END],
  );
  await rollUpTransactions(db, END);
  await owner.query(
    `insert into app.transaction_mark (merchant_id, hour, id)
     select $1, date_trunc('hour', $2::timestamptz - interval '5 hours' - n * interval '65 days', 'UTC'), 'mark' || n
     from generate_series(1, $3) n`,
    [merchant_id, END, MARKED_DAYS],
  );
  await owner.query('vacuum (analyze)');
});
afterAll(() => opened?.close());

/** How many payments a metric reads. */
const countPaymentsRead = (readMetric: (tx: MerchantTx) => Promise<unknown>): Promise<number> =>
  asMerchant(db, merchant_id, (tx) => countRowsRead(tx, 'transaction', () => readMetric(tx)));

const OPTIONS: CountOptions = { tab: 'payments', period: PERIOD, filter: {} };

test.each<[string, (tx: MerchantTx) => Promise<unknown>]>([
  ['sums', (tx) => readCounts(tx, OPTIONS)],
  ['sums by day', (tx) => readCounts(tx, { ...OPTIONS, step: 'day' })],
  ['sums by hour', (tx) => readCounts(tx, { ...OPTIONS, step: 'hour' })],
  ['offered', (tx) => readCounts(tx, { ...OPTIONS, has_offered: true })],
  ['failures', (tx) => readCounts(tx, { ...OPTIONS, by: 'failure' })],
  ['issuers', (tx) => readCounts(tx, { ...OPTIONS, by: 'issuer' })],
  ['hours of the day', (tx) => readCounts(tx, { ...OPTIONS, by: 'hour' })],
  ['hours of the day of an issuer', (tx) => readCounts(tx, { ...OPTIONS, by: 'hour', filter: { issuer: ['GoPay'] } })],
  ['payment links', (tx) => readLargestCounts(tx, { ...OPTIONS, by: 'payment_link' }, 50)],
  ['completion time', (tx) => readCompletionTimes(tx, OPTIONS)],
])('%s: the payments of the marked days alone are read', async (_name, readMetric) => {
  expect(await countPaymentsRead(readMetric)).toBeLessThanOrEqual(MARKED_DAYS * PAYMENTS_PER_DAY + 20);
});
