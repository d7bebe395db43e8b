/** Every metric equals the lists under any filter and period, whatever was counted in advance and is marked since. */
import { getAnalytics } from '@dasbor/contract/analytics';
import type { Analytics } from '@dasbor/contract/analytics';
import { summariseDisbursements } from '@dasbor/contract/disbursement';
import { summariseRefunds } from '@dasbor/contract/refund';
import { summariseTransactions } from '@dasbor/contract/transaction';
import { fc, test as property } from '@fast-check/vitest';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as fixture from '../../test/analytics-fixture.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { transitionDisbursement } from '../disbursement/queries.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { transitionRefund } from '../refund/queries.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { RANKED_CUSTOMERS, RANKED_LINKS, listLargest } from '../transaction/ranking-queries.ts';
import { rollUpTransactions } from '../transaction/roll-up.ts';
import { SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { rollUpDays } from './roll-up.ts';

const { merchant_id } = KOPI_NUSANTARA;
const NOW = new Date('2026-11-20T05:30:00.000Z');
const FROM_MS = Date.parse('2026-08-10T00:00:00.000Z');
const SPAN_MS = NOW.getTime() - FROM_MS;
const PAID = ['success', 'partially_refunded', 'refunded', 'reversed'];

let t: TestApp;
let kopi: TestClient;
let owner: pg.Client;

beforeAll(async () => {
  t = await startTestApp();
  t.clock.set(NOW);
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  await fixture.insertLinks(owner, merchant_id);
  const shared = { merchant_id, from_ms: FROM_MS, span_ms: SPAN_MS };
  const counted = { ...shared, prefix: 'aa', count: 500, seed: 7 };
  await fixture.insertPayments(owner, counted);
  await fixture.insertRefunds(owner, { ...counted, count: 150 }, false);
  await fixture.insertDisbursements(owner, { ...counted, count: 150 }, false);
  await rollUpTransactions(t.deps.db, NOW);
  await rollUpDays(t.deps.db, NOW);
  // Changed since they were counted: their hours and days are marked.
  const late = { ...shared, prefix: 'bb', count: 40, seed: 99 };
  await fixture.insertPayments(owner, late);
  await fixture.markPayments(owner, merchant_id, 'bb');
  await fixture.insertRefunds(owner, { ...late, count: 12 }, true);
  await fixture.insertDisbursements(owner, { ...late, count: 12 }, true);
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

type Query = Record<string, string>;
const read = async (widget: Analytics['widget'], query: Query): Promise<Analytics> =>
  (await kopi.ok(getAnalytics, { params: { widget }, query: query as never })).data;
const getMetric = (data: Analytics, key: string) => data.metrics.find((each) => each.key === key)?.value;
const sumRows = ({ rows }: Analytics) => rows.reduce((sum, { amount }) => sum + amount, 0);
const toQuery = (values: Record<string, string | undefined>): Query =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));

const instant = fc.oneof(
  fc.integer({ min: 0, max: SPAN_MS }),
  // Midnight in Jakarta, and one millisecond before and after.
  fc
    .tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: -1, max: 1 }))
    .map(([day, ms]) => (day * 24 - 7) * 3_600_000 + ms),
);
const period = fc
  .tuple(instant, instant)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({
    from: new Date(FROM_MS + Math.min(one, other)).toISOString(),
    to: new Date(FROM_MS + Math.max(one, other)).toISOString(),
  }));
/** Set in one of three runs: more filters together leave nothing to count. */
const maybe = (values: readonly string[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
const payment_filter = fc.record({
  method: maybe(fixture.FIXTURE_METHODS),
  channel: maybe([...fixture.FIXTURE_CHANNELS, 'BCA,MANDIRI', 'none', 'none,BCA']),
  issuer: maybe([...fixture.FIXTURE_ISSUERS, 'none', 'none,GoPay']),
  source: maybe(fixture.FIXTURE_SOURCES),
  payment_link_id: maybe([fixture.fixtureLink(0), fixture.fixtureLink(1), 'none']),
});

property.prop([period, payment_filter], { numRuns: 25 })(
  'every widget of payments equals the list under any filter',
  async (range, chosen) => {
    kopi = await t.signIn('superadmin@kopi.example');
    const query = { ...range, ...toQuery(chosen) };
    const { data: list } = await kopi.ok(summariseTransactions, { query: query as never });
    const paid = list.filter(({ status }) => PAID.includes(status));
    const amount = paid.reduce((sum, each) => sum + each.amount, 0);
    const count = paid.reduce((sum, each) => sum + each.count, 0);

    for (const interval of ['day', 'week', 'month']) {
      const volume = await read('volume', { ...query, interval });
      const compared = volume.points.reduce((sum, { previous }) => sum + (previous ?? 0), 0);
      expect([interval, compared]).toEqual([interval, volume.metrics.find(({ key }) => key === 'amount')?.previous]);
      expect([getMetric(volume, 'amount'), getMetric(volume, 'count')]).toEqual([amount, count]);
      expect(volume.points.reduce((sum, point) => sum + (point.value ?? 0), 0)).toBe(amount);
    }
    const lost = list.filter(({ status }) => status === 'failed' || status === 'expired');
    const rate = await read('success-rate', query);
    expect(getMetric(rate, 'failed_count')).toBe(lost.reduce((sum, each) => sum + each.count, 0));
    expect(getMetric(await read('fees', query), 'amount')).toBe(amount);
    const failed = list.find(({ status }) => status === 'failed');
    expect(sumRows(await read('failure-reasons', query))).toBe(failed?.amount ?? 0);
    for (const dimension of ['method', 'channel', 'issuer', 'source', 'hour']) {
      const data = await read('breakdown', { ...query, dimension });
      expect([dimension, sumRows(data)]).toEqual([dimension, amount]);
      await expectLists('payments', query, data);
    }
    await expectLists('payments', query, await expectLinks(query));
    for (const widget of ['failure-reasons', 'completion-time', 'funnel', 'top-links', 'top-customers'] as const) {
      await expectLists('payments', query, await read(widget, query));
    }
    const refunded = list.find(({ status }) => status === 'refunded');
    expect(getMetric(await read('refund-rate', query), 'refunded_amount')).toBe(refunded?.amount ?? 0);
    const customers = await read('top-customers', query);
    expect(customers.rows.map(({ key, count: n, amount: sum }) => [key, n, sum])).toEqual(await readLargest(query, 10));
  },
  240_000,
);

/** Every row leads to a list with exactly its count and, where it shows one, its amount. */
async function expectLists(tab: keyof typeof SUMMARISE, query: Query, data: Analytics): Promise<void> {
  const { widget, dimension } = data;
  for (const { key, count, amount, filter } of data.rows) {
    expect([widget, dimension, key, filter === null]).toEqual([widget, dimension, key, false]);
    const listed = await SUMMARISE[tab]({ ...query, ...filter });
    const sumField = (field: 'count' | 'amount') => listed.reduce((sum, each) => sum + each[field], 0);
    const has_amount = widget !== 'completion-time' && key !== 'offered';
    const shown = [sumField('count'), has_amount ? sumField('amount') : amount];
    expect([widget, dimension, key, ...shown]).toEqual([widget, dimension, key, count, amount]);
  }
}

/** The breakdown by payment link has every link with a completed payment, and its title and slug. */
async function expectLinks(query: Query): Promise<Analytics> {
  const data = await read('breakdown', { ...query, dimension: 'payment_link' });
  const paid = data.rows.filter(({ count }) => count > 0);
  expect(paid.map(({ key, count, amount }) => [key, count, amount])).toEqual(
    await readLargest(query, 10, 'payment_link_id'),
  );
  expect(data.row_count).toBe(data.rows.length);
  for (const { key, label, note } of data.rows) {
    const index = key.at(-1) ?? '';
    expect([label, note]).toEqual([`Link ${index}`, `tautan${index}aaaaa`]);
  }
  return data;
}

/** The customers or links of a period by the payments themselves. */
async function readLargest(
  query: Query,
  limit: number,
  column = 'lower(customer_email)',
): Promise<[string, number, number][]> {
  const { rows } = await owner.query<{ key: string; count: string; amount: string }>(
    `select ${column} as key, count(*) as count, sum(amount) as amount from app.transaction
     where merchant_id = $1 and created_at >= $2 and created_at < $3 and status = any ($4) and ${column} is not null
       and ($5::text is null or method = $5)
       and ($6::text[] is null or coalesce(channel_code, 'none') = any ($6))
       and ($7::text[] is null or coalesce(issuer, 'none') = any ($7)) and ($8::text is null or source = $8)
       and ($9::text is null or coalesce(payment_link_id, 'none') = $9)
     group by 1 order by 3 desc, 1 limit $10`,
    [
      merchant_id,
      query['from'],
      query['to'],
      PAID,
      query['method'] ?? null,
      query['channel']?.split(',') ?? null,
      query['issuer']?.split(',') ?? null,
      query['source'] ?? null,
      query['payment_link_id'] ?? null,
      limit,
    ],
  );
  return rows.map(({ key, count, amount }) => [key, Number(count), Number(amount)]);
}

property.prop([period, payment_filter, fc.integer({ min: 1, max: 8 })], { numRuns: 60 })(
  'the largest customers and links are exact under any filter, however few of them are looked at',
  async (range, chosen, size) => {
    const { method, channel, issuer, source, payment_link_id } = chosen;
    const list = (value: string | undefined) => value?.split(',').map((each) => (each === 'none' ? '' : each));
    const read = {
      range: { from: new Date(range.from), to: new Date(range.to) },
      filter: {
        method: list(method),
        channel_code: list(channel),
        issuer: list(issuer),
        source: list(source),
        payment_link_id: list(payment_link_id),
      },
    };
    for (const [ranked, column] of [
      [RANKED_CUSTOMERS, 'lower(customer_email)'],
      [RANKED_LINKS, 'payment_link_id'],
    ] as const) {
      const found = await asMerchant(t.deps.db, merchant_id, (tx) =>
        listLargest(tx, ranked, read, { limit: 3, stages: [{ depth: size, candidates: size + 3 }] }),
      );
      expect(found.map(({ key, count, amount }) => [key, count, amount])).toEqual(
        await readLargest({ ...range, ...toQuery(chosen) }, 3, column),
      );
    }
  },
);

/** The totals of each tab's list. */
const SUMMARISE = {
  payments: async (query: Query) => (await kopi.ok(summariseTransactions, { query: query as never })).data,
  refunds: async ({ refund_method, ...query }: Query) => {
    const own = { ...toQuery({ method: refund_method }), ...query };
    return (await kopi.ok(summariseRefunds, { query: own as never })).data;
  },
  disbursements: async (query: Query) => (await kopi.ok(summariseDisbursements, { query: query as never })).data,
} as const;

const OTHER_TABS = {
  refunds: {
    done: ['succeeded'],
    failed: ['failed'],
    dimensions: ['refund_method', 'reason'],
  },
  disbursements: {
    done: ['success'],
    failed: ['failed', 'reversed'],
    dimensions: ['bank_code', 'rail'],
  },
} as const;

property.prop(
  [
    period,
    fc.record({ refund_method: maybe(fixture.FIXTURE_REFUND_METHODS), reason: maybe(fixture.FIXTURE_REASONS) }),
    fc.record({ bank_code: maybe(fixture.FIXTURE_BANKS), rail: maybe(fixture.FIXTURE_RAILS) }),
  ],
  { numRuns: 12 },
)(
  'every widget of refunds and disbursements equals its list under any filter',
  async (range, of_refunds, of_disbursements) => {
    kopi = await t.signIn('superadmin@kopi.example');
    for (const tab of ['refunds', 'disbursements'] as const) {
      const { done, failed, dimensions } = OTHER_TABS[tab];
      const filter = { ...range, ...toQuery(tab === 'refunds' ? of_refunds : of_disbursements) };
      const list = await SUMMARISE[tab](filter);
      const sumField = (statuses: readonly string[], field: 'count' | 'amount') =>
        list.filter(({ status }) => statuses.includes(status)).reduce((sum, each) => sum + each[field], 0);
      const query = { ...filter, tab };
      const volume = await read('volume', query);
      expect([getMetric(volume, 'amount'), getMetric(volume, 'count')]).toEqual([
        sumField(done, 'amount'),
        sumField(done, 'count'),
      ]);
      expect(getMetric(await read('success-rate', query), 'failed_count')).toBe(sumField(failed, 'count'));
      const funnel = await read('funnel', query);
      expect(funnel.rows[0]?.count ?? 0).toBe(list.reduce((sum, each) => sum + each.count, 0));
      await expectLists(tab, filter, funnel);
      const failures = await read('failure-reasons', query);
      expect(sumRows(failures)).toBe(sumField(failed, 'amount'));
      await expectLists(tab, filter, failures);
      for (const dimension of dimensions) {
        const breakdown = await read('breakdown', { ...query, dimension });
        expect(sumRows(breakdown)).toBe(sumField(done, 'amount'));
        await expectLists(tab, filter, breakdown);
      }
      const times = await read('completion-time', query);
      expect(times.rows.reduce((sum, each) => sum + each.count, 0)).toBe(sumField(done, 'count'));
      await expectLists(tab, filter, times);
    }
  },
  240_000,
);

test('a transition marks the day, so the metric follows at once and the next count stays exact', async () => {
  kopi = await t.signIn('superadmin@kopi.example');
  const whole = { from: new Date(FROM_MS).toISOString(), to: NOW.toISOString() };
  const count = async (tab: string) => getMetric(await read('volume', { ...whole, tab }), 'count') ?? 0;
  const before = [await count('refunds'), await count('disbursements')] as const;
  const find = async (table: string, status: string) => {
    const { rows } = await owner.query<{ id: string }>(
      `select id from app.${table} where merchant_id = $1 and status = $2 and created_at < $3 order by id limit 1`,
      [merchant_id, status, '2026-11-18T00:00:00Z'],
    );
    return rows[0]?.id ?? '';
  };
  await rollUpDays(t.deps.db, NOW);
  const refund_id = await find('refund', 'pending');
  const disbursement_id = await find('disbursement', 'pending_approval');
  await asMerchant(t.deps.db, merchant_id, async (tx) => {
    for (const [from, to] of [
      ['pending', 'approved'],
      ['approved', 'processing'],
      ['processing', 'succeeded'],
    ] as const) {
      await transitionRefund(tx, { id: refund_id, from, to, change: { updated_at: NOW, completed_at: NOW } });
    }
    await transitionDisbursement(
      tx,
      { id: disbursement_id, status: 'pending_approval', last_event_seq: 1 },
      { path: ['approved', 'queued', 'processing', 'success'], change: { completed_at: NOW } },
      { now: NOW, actor: SYSTEM_ACTOR, reason: null },
    );
  });
  const after = [before[0] + 1, before[1] + 1];
  expect([await count('refunds'), await count('disbursements')]).toEqual(after);
  expect(await rollUpDays(t.deps.db, NOW)).toBeGreaterThan(0);
  expect([await count('refunds'), await count('disbursements')]).toEqual(after);
  expect(await rollUpDays(t.deps.db, NOW)).toBe(0);
});

test('a transition that commits while its day is being recounted keeps its mark', async () => {
  kopi = await t.signIn('superadmin@kopi.example');
  await rollUpDays(t.deps.db, NOW);
  const count = async () => {
    const query = { from: new Date(FROM_MS).toISOString(), to: NOW.toISOString(), tab: 'refunds' };
    return getMetric(await read('volume', query), 'count') ?? 0;
  };
  const before = await count();
  const { rows } = await owner.query<{ id: string }>(
    `select id from app.refund where merchant_id = $1 and status = 'pending' and created_at < $2 order by id limit 1`,
    [merchant_id, '2026-11-18T00:00:00Z'],
  );
  const id = rows[0]?.id ?? '';
  type Step = Pick<Parameters<typeof transitionRefund>[1], 'from' | 'to'>;
  const transition = (...steps: Step[]) =>
    asMerchant(t.deps.db, merchant_id, async (tx) => {
      for (const step of steps) {
        await transitionRefund(tx, { id, ...step, change: { updated_at: NOW, completed_at: NOW } });
      }
    });
  await transition({ from: 'pending', to: 'approved' });
  // The recount has deleted the mark and counted the day by status; it waits with the times to complete.
  await owner.query('begin; lock table app.refund_wait_day in access exclusive mode');
  const recount = rollUpDays(t.deps.db, NOW);
  await vi.waitFor(async () => {
    // In the databases of other tests, the table has the same number.
    const waiting = await owner.query(
      `select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
       where not l.granted and l.relation = 'app.refund_wait_day'::regclass`,
    );
    expect(waiting.rowCount).toBe(1);
  });
  await transition({ from: 'approved', to: 'processing' }, { from: 'processing', to: 'succeeded' });
  await owner.query('commit');
  await recount;
  expect(await count()).toBe(before + 1);
  expect(await rollUpDays(t.deps.db, NOW)).toBeGreaterThan(0);
  expect(await count()).toBe(before + 1);
});

test.each(['refunds', 'disbursements'] as const)('%s by hour equal their list, hour by hour', async (tab) => {
  kopi = await t.signIn('superadmin@kopi.example');
  const { done } = OTHER_TABS[tab];
  for (const [from, to] of [
    ['2026-11-06T05:20:00.000Z', '2026-11-20T05:30:00.000Z'],
    ['2026-09-01T17:00:00.000Z', '2026-09-14T16:30:00.000Z'],
  ] as const) {
    const sumField = async (range: Query) =>
      (await SUMMARISE[tab](range))
        .filter(({ status }) => done.some((each) => each === status))
        .reduce((sum, { amount }) => sum + amount, 0);
    const { points } = await read('volume', { tab, from, to, interval: 'hour' });
    expect(points.length).toBeGreaterThan(300);
    expect(points.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(await sumField({ from, to }));
    const filled = points.filter(({ value }) => (value ?? 0) > 0).slice(0, 6);
    expect(filled.length).toBeGreaterThan(0);
    for (const point of filled) {
      const range = { from: point.at < from ? from : point.at, to: point.to > to ? to : point.to };
      expect([point.at, point.value]).toEqual([point.at, await sumField(range)]);
    }
  }
});

test('the ledger verifier compares every daily count with its rows', async () => {
  await rollUpTransactions(t.deps.db, NOW);
  await rollUpDays(t.deps.db, NOW);
  const find = async () =>
    (await verifyLedger(t.deps.db)).discrepancies.filter(({ kind }) => kind === 'day_detail_differs');
  expect(await find()).toEqual([]);
  for (const table of [
    'transaction_hour_day',
    'payment_link_day',
    'payment_link_wait_day',
    'payment_link_month',
    'payment_link_detail_month',
    'payment_link_wait_month',
    'transaction_customer_day',
    'transaction_customer_month',
    'transaction_month',
    'transaction_wait_month',
    'transaction_hour_month',
    'refund_day',
    'refund_hour_day',
    'refund_wait_day',
    'disbursement_day',
    'disbursement_hour_day',
    'disbursement_wait_day',
  ]) {
    const column = table.endsWith('_month') ? 'month' : 'day';
    const spoil = (by: number) =>
      owner.query(
        `update app.${table} set count = count + $2
         where merchant_id = $1 and ${column} = (select min(${column}) from app.${table} where merchant_id = $1)`,
        [merchant_id, by],
      );
    await spoil(1);
    expect((await find()).map(({ detail }) => detail.split(':')[0])).toContain(table);
    await spoil(-1);
  }
});
