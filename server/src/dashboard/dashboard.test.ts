/** The dashboard's home on a real database: days in WIB, the period before, late successes, incidents, balances, speed. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import {
  getDashboardActions,
  getDashboardBalance,
  getDashboardSummary,
  getDashboardTimeseries,
} from '@dasbor/contract/dashboard';
import { add } from '@dasbor/contract/money';
import { listTransactions, summariseTransactions } from '@dasbor/contract/transaction';
import type { Period } from '../analytics/rules.ts';
import { TEST_START, type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import { buildPaymentJournal } from '../ledger/payment.ts';
import { postTransfers } from '../ledger/posting.ts';
import { listBalances } from '../ledger/balance.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { rollUpTransactions } from '../transaction/roll-up.ts';
import { countPayments, listLatePayments } from './queries.ts';
import { parsePeriod } from './rules.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Start of the business day of the test clock (18 November 2026 in Jakarta). */
const TODAY = '2026-11-17T17:00:00.000Z';

let t: TestApp;
let owner: pg.Client;
let kopi: TestClient;
let number = 0;

beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  kopi = await t.signIn('superadmin@kopi.example');
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});
beforeEach(async () => {
  t.clock.set(TEST_START);
  await owner.query('delete from app.rail_log; delete from app.qris_payment; delete from app.transaction');
});

interface Paid {
  at: string | Date;
  status?: string;
  amount?: number;
  late_payment?: boolean;
  paid_at?: Date | null;
  merchant_id?: string;
  method?: string;
}

/** A payment as it is stored; fee 700 and VAT 77 once it is paid. */
async function put({ at, status = 'success', amount = 100_000, ...more }: Paid): Promise<string> {
  const { merchant_id = KOPI, method = 'qris', late_payment = false, paid_at = null } = more;
  const id = newId('transaction', new Date(at));
  const [fee, vat] = status === 'success' ? [700, 77] : [0, 0];
  number += 1;
  await owner.query(
    `insert into app.transaction (merchant_id, id, created_at, updated_at, method, amount, fee_amount, fee_vat_amount,
       net_amount, status, source, provider, provider_reference, late_payment, paid_at, last_event_seq)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, 'dashboard', 'bank', $10, $11, $12, 1)`,
    [merchant_id, id, at, method, amount, fee, vat, amount - fee - vat, status, `ref-${number}`, late_payment, paid_at],
  );
  return id;
}

const before = (at: string, by_ms: number) => new Date(Date.parse(at) - by_ms);
const summary = async (query: Record<string, string> = {}, client = kopi) =>
  (await client.ok(getDashboardSummary, { query })).data;
const series = async (query: Record<string, string>) => (await kopi.ok(getDashboardTimeseries, { query })).data.points;

test('a payment counts on its business day in Jakarta, to the millisecond', async () => {
  await put({ at: before(TODAY, 1), amount: 10_000 });
  await put({ at: TODAY, amount: 20_000 });
  const points = await series({ from: before(TODAY, DAY_MS).toISOString() });
  expect(points).toEqual([
    { at: before(TODAY, DAY_MS).toISOString(), value: 10_000, previous: 0 },
    { at: TODAY, value: 20_000, previous: 0 },
  ]);
  expect((await summary({ from: TODAY })).gross_volume.value).toBe(20_000);
});

test('a period includes its first instant and not its last, as does the previous one', async () => {
  const [from, to] = [before(TODAY, 2 * DAY_MS).toISOString(), TODAY];
  await put({ at: before(from, 2 * DAY_MS + 1), amount: 1 });
  await put({ at: before(from, 2 * DAY_MS), amount: 20 });
  await put({ at: before(from, 1), amount: 300 });
  await put({ at: from, amount: 4_000 });
  await put({ at: before(to, 1), amount: 50_000 });
  await put({ at: to, amount: 600_000 });
  expect((await summary({ from, to })).gross_volume).toMatchObject({ value: 54_000, previous: 320 });
});

test('an incomplete day is compared with the same part of the earlier day', async () => {
  await put({ at: before(TEST_START.toISOString(), 7 * DAY_MS + 1), amount: 10_000 });
  await put({ at: before(TEST_START.toISOString(), 7 * DAY_MS), amount: 5_000 });
  const { gross_volume, previous_to, from, to } = await summary();
  expect([from, to, previous_to]).toEqual([
    '2026-11-11T17:00:00.000Z',
    TEST_START.toISOString(),
    before(TEST_START.toISOString(), 7 * DAY_MS).toISOString(),
  ]);
  expect(gross_volume.previous).toBe(10_000);
});

test('the intervals of both periods match, for hours, days and weeks', async () => {
  const at = before(TEST_START.toISOString(), 2 * HOUR_MS);
  await put({ at, amount: 10_000 });
  await put({ at: before(at.toISOString(), 7 * DAY_MS), amount: 7_000 });
  const from = '2026-11-11T17:00:00.000Z';
  for (const interval of ['hour', 'day', 'week'] as const) {
    const points = await series({ interval, from });
    expect(points.filter(({ value }) => value !== 0)).toEqual([
      { at: expect.any(String) as string, value: 10_000, previous: 7_000 },
    ]);
  }
  expect(await series({ interval: 'week', from })).toHaveLength(2);
  expect(await series({ interval: 'hour', from })).toHaveLength(6 * 24 + 15);
});

test('a late payment counts as paid on its creation day, not as expired', async () => {
  const at = before(TODAY, HOUR_MS);
  await put({ at, late_payment: true, paid_at: before(TODAY, -HOUR_MS) });
  await put({ at, status: 'expired' });
  const { success_count, success_rate } = await summary();
  expect([success_count.value, success_rate.value]).toEqual([1, 5_000]);
  expect(success_count.series).toEqual([0, 0, 0, 0, 0, 1, 0]);
});

test('the metrics agree with the totals of the list', async () => {
  const states = ['success', 'success', 'failed', 'expired', 'pending', 'created', 'cancelled'];
  for (const [index, status] of states.entries()) {
    await put({ at: before(TODAY, index * 5 * HOUR_MS), status, amount: 10_000 * (index + 1) });
  }
  const metrics = await summary();
  const { from, to } = metrics;
  const { data } = await kopi.ok(summariseTransactions, { query: { from, to } });
  const getAmount = (status: string) => data.find((row) => row.status === status)?.amount ?? 0;
  expect(metrics.gross_volume.value).toBe(getAmount('success'));
  expect(metrics.pending_amount.value).toBe(getAmount('pending') + getAmount('created'));
  expect(metrics.success_rate.value).toBe(5_000);
  expect(metrics.average_ticket.value).toBe(15_000);
  expect([metrics.fees_amount.value, metrics.net_amount.value]).toEqual([2 * 777, 30_000 - 2 * 777]);
  expect(metrics.methods).toEqual([{ method: 'qris', count: 2, amount: 30_000, previous_amount: 0 }]);
  for (const { value, series: steps } of [metrics.gross_volume, metrics.success_count, metrics.pending_amount]) {
    expect(steps.reduce<number>((sum, step) => sum + (step ?? 0), 0)).toBe(value);
  }
});

test('a metric by method adds up to that of all methods, before and after payments are counted', async () => {
  for (const [index, method] of ['qris', 'virtual_account', 'qris', 'virtual_account', 'qris'].entries()) {
    await put({ at: before(TODAY, index * 9 * HOUR_MS), method, amount: 10_000 * (index + 1) });
  }
  await put({ at: TODAY, method: 'virtual_account', status: 'expired' });
  const read = async (query: Record<string, string>) => (await kopi.ok(getDashboardTimeseries, { query })).data;
  const check = async () => {
    const { points, methods } = await read({ group_by: 'method' });
    expect(methods.map(({ method }) => method)).toEqual(['qris', 'virtual_account']);
    expect(points.map(({ value }, step) => value === add(...methods.map(({ values }) => values[step] ?? 0)))).toEqual(
      points.map(() => true),
    );
    expect(add(...points.map(({ value }) => value ?? 0))).toBe(150_000);
    const rates = await read({ group_by: 'method', metric: 'success_rate' });
    expect(rates.methods.map(({ values }) => values.slice(-2))).toEqual([
      [10_000, 10_000],
      [10_000, 0],
    ]);
    expect(rates.points.at(-1)?.value).toBe(5_000);
  };
  await check();
  await rollUpTransactions(t.deps.db, new Date(TEST_START.getTime() + DAY_MS));
  await check();
  expect((await read({})).methods).toEqual([]);
  await owner.query('delete from app.transaction_hour; delete from app.transaction_roll');
});

test('the net is that of the list: nothing is left of a refunded or reversed payment', async () => {
  const paid = { at: TODAY, paid_at: TEST_START };
  await put({ ...paid, amount: 50_000 });
  const [refunded, reversed] = [await put(paid), await put(paid)];
  await owner.query(
    `insert into app.refund (merchant_id, id, transaction_id, partner_reference_no, amount, fee_reversed_amount,
       fee_vat_reversed_amount, reason, method, status, requested_by_type, requested_by_id, requested_by,
       requested_by_owner, created_at, updated_at, completed_at)
     values ($1, $2, $3, $2, 100000, 700, 77, 'duplicate', 'original', 'succeeded', 'user', 'usr_1', 'Sari', 'Sari', $4,
       $4, $4)`,
    [KOPI, newId('refund', TEST_START), refunded, TEST_START],
  );
  await owner.query(`update app.transaction set status = 'refunded', refunded_amount = amount where id = $1`, [
    refunded,
  ]);
  await owner.query(`update app.transaction set status = 'reversed' where id = $1`, [reversed]);
  const { data } = await kopi.ok(listTransactions, { query: {} });
  const listed = data.reduce((sum, { net_amount }) => sum + (net_amount ?? 0), 0);
  expect([(await summary()).net_amount.value, listed]).toEqual([50_000 - 777, 50_000 - 777]);
  await rollUpTransactions(t.deps.db, new Date(TEST_START.getTime() + DAY_MS));
  expect((await summary()).net_amount.value).toBe(50_000 - 777);
  await owner.query('delete from app.refund; delete from app.transaction_hour; delete from app.transaction_roll');
});

test('payments of another merchant are in no metric and no incident', async () => {
  await put({ at: TODAY, merchant_id: BATIK_LESTARI.merchant_id, late_payment: true, paid_at: TEST_START });
  const batik = await t.signIn('superadmin@batik.example');
  expect([(await summary()).success_count.value, (await summary({}, batik)).success_count.value]).toEqual([0, 1]);
  const { data } = await kopi.ok(getDashboardActions);
  expect(data.late_payments.count).toBe(0);
});

test.each([
  ['2026-01-01T00:00:00.000Z', '2026-06-30T00:00:00.000Z', 200, undefined],
  ['2026-01-01T00:00:00.000Z', '2026-06-30T00:00:00.001Z', 422, 'range_too_long'],
  ['2026-06-30T00:00:00.000Z', '2026-06-30T00:00:00.001Z', 200, undefined],
  ['2026-06-30T00:00:00.000Z', '2026-06-30T00:00:00.000Z', 422, 'range_reversed'],
  ['2026-06-30', '2026-07-01', 200, undefined],
  ['2026-06-31', '2026-07-01', 400, 'invalid_request'],
])('a period from %s to %s is answered %i', async (from, to, status, code) => {
  for (const route of [getDashboardSummary, getDashboardTimeseries]) {
    const answer = await kopi.call(route, { query: { from, to } });
    expect([answer.statusCode, answer.json<{ code?: string }>().code]).toEqual([status, code]);
  }
});

test('incidents are the late payments and refused notifications of the last 24 hours, without duplicates', async () => {
  const ids: string[] = [];
  for (const hours of [25, 24, 3, 2, 1]) {
    const paid_at = before(TEST_START.toISOString(), hours * HOUR_MS);
    ids.push(await put({ at: before(paid_at.toISOString(), DAY_MS), late_payment: true, paid_at }));
  }
  await put({ at: TODAY, paid_at: TEST_START });
  const code = newId('qris_payment', TEST_START);
  await owner.query(
    `insert into app.qris_payment (merchant_id, id, transaction_id, type, amount, status, partner_reference_no, expires_at, created_at, updated_at)
     values ($1, $2, $3, 'dynamic', 100000, 'active', 'ref', $4, $4, $4)`,
    [KOPI, code, ids[4], TEST_START],
  );
  const messages = [
    { ago_ms: DAY_MS + 1, http_status: 404, direction: 'in' },
    { ago_ms: DAY_MS, http_status: 404, direction: 'in' },
    { ago_ms: HOUR_MS, http_status: 409, direction: 'in' },
    { ago_ms: HOUR_MS, http_status: 200, direction: 'in' },
    { ago_ms: HOUR_MS, http_status: 500, direction: 'out' },
  ];
  for (const [index, { ago_ms, http_status, direction }] of messages.entries()) {
    const at = before(TEST_START.toISOString(), ago_ms);
    await owner.query(
      `insert into app.rail_log (merchant_id, id, at, direction, partner, endpoint, external_id, business_day, object_type, object_id, http_status, response_code)
       values ($1, $2, $3::timestamptz, $4, 'bank', '/x', $5, $3::timestamptz::date, 'qris_payment', $6, $7, '4045200')`,
      [KOPI, newId('rail_log', at), at, direction, `x-${index}`, code, http_status],
    );
  }
  const { data } = await kopi.ok(getDashboardActions);
  expect(data.since).toBe(before(TEST_START.toISOString(), DAY_MS).toISOString());
  expect(data.late_payments.count).toBe(4);
  expect(data.late_payments.latest.map((each) => each.transaction_id)).toEqual([ids[4], ids[3], ids[2]]);
  expect(data.refused_notifications).toEqual({
    count: 1,
    latest: [{ transaction_id: ids[4], at: data.since, response_code: '4045200' }],
  });
  // A role without the transactions learns how many there are, not which.
  const superadmin = await t.signIn('superadmin@kopi.example');
  const key = await superadmin.ok(createApiKey, {
    body: { name: 'Screen', access: [{ group: 'Dashboard', access: 'view' }] },
  });
  const screen = await t.client(`Bearer ${key.data.secret}`).ok(getDashboardActions);
  expect(screen.data.late_payments).toEqual({ count: 4, latest: [] });
  expect(screen.data.refused_notifications).toEqual({ count: 1, latest: [] });
});

test('the balance matches the ledger and requires access to invoices', async () => {
  const payment = {
    transaction_id: newId('transaction', TEST_START),
    amount: 50_000,
    fee_amount: 350,
    fee_vat_amount: 39,
  };
  await asMerchant(t.deps.db, KOPI, async (tx) => {
    const accounts = Object.fromEntries((await listBalances(tx)).map(({ type, account_id }) => [type, account_id]));
    await postTransfers(tx, buildPaymentJournal(payment, accounts, TEST_START));
  });
  const { data } = await kopi.ok(getDashboardBalance);
  expect(data).toEqual({
    as_of: TEST_START.toISOString(),
    pending_settlement: 49_611,
    available: 0,
    on_hold: 0,
    in_transit: 0,
    payout: 0,
  });
  const operator = await t.signIn('operator@kopi.example');
  expect((await operator.call(getDashboardBalance)).statusCode).toBe(403);
  expect((await operator.call(getDashboardSummary)).statusCode).toBe(200);
});

test('every query uses an index that starts with the merchant', async () => {
  await owner.query(
    `insert into app.transaction (merchant_id, id, created_at, updated_at, method, amount, net_amount, status, source, provider, last_event_seq)
     select $1, 'txn_' || lpad(n::text, 26, '0'), $2::timestamptz - n * interval '1 hour', $2, 'qris', 1000, 1000, 'success', 'api', 'bank', 1
     from generate_series(1, 20000) n`,
    [KOPI, TEST_START],
  );
  await owner.query('analyze app.transaction');
  const period = parsePeriod({}, TEST_START) as Period;
  const scans = await asMerchant(t.deps.db, KOPI, async (tx) => {
    await countPayments(tx, period, 'day');
    await listLatePayments(tx, new Date(TEST_START.getTime() - DAY_MS));
    const countScans = (name: string) => sql<number>`pg_stat_get_xact_numscans(${`app.${name}`}::regclass)::int`;
    const { rows } = await sql<{ whole: number; by_creation: number; by_payment: number }>`
      select ${countScans('transaction')} as whole, ${countScans('transaction_newest')} as by_creation,
        ${countScans('transaction_paid')} as by_payment`.execute(tx.sql);
    return rows;
  });
  expect(scans[0]?.whole).toBe(0);
  expect(scans[0]?.by_creation).toBeGreaterThan(0);
  expect(scans[0]?.by_payment).toBeGreaterThan(0);
  expect((await summary()).success_count.value).toBe(6 * 24 + 14);
});
