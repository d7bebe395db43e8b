/** Metrics of analytics equal the lists under any filter, whatever was counted in advance. */
import { getAnalytics } from '@dasbor/contract/analytics';
import type { Analytics } from '@dasbor/contract/analytics';
import { API_BASE } from '@dasbor/contract/route';
import { summariseTransactions } from '@dasbor/contract/transaction';
import { fc, test as property } from '@fast-check/vitest';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import type { Cells } from '../table-file/table.ts';
import { buildAnalyticsTable } from './files.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { rollUpTransactions } from '../transaction/roll-up.ts';

const { merchant_id } = KOPI_NUSANTARA;
const NOW = new Date('2026-11-20T05:30:00.000Z');
const FROM_MS = Date.parse('2026-09-01T00:00:00.000Z');
const SPAN_MS = NOW.getTime() - FROM_MS;
const PAID = ['success', 'partially_refunded', 'refunded', 'reversed'];
const METHODS = ['qris', 'virtual_account'] as const;
const CHANNELS = ['BCA', 'MANDIRI'] as const;
const ISSUERS = ['GoPay', 'OVO'] as const;
const SOURCES = ['api', 'dashboard'] as const;

let t: TestApp;
let kopi: TestClient;
let owner: pg.Client;

interface Row {
  at: string;
  status: string;
  method: string;
  channel: string | null;
  issuer: string | null;
  source: string;
  amount: number;
  fee: number;
  failure: string | null;
}

async function insert(rows: readonly Row[], prefix: string, of = merchant_id): Promise<void> {
  await owner.query(
    `insert into app.transaction (merchant_id, id, created_at, updated_at, customer_name, customer_email, method,
       channel_code, amount, fee_amount, net_amount, status, settlement_status, source, issuer, provider, failure_code,
       failure_message, paid_at, last_event_seq, journal_id)
     select $1, $2 || lpad(n::text, 20, '0'), (r->>'at')::timestamptz, (r->>'at')::timestamptz, 'Rina',
       'rina' || n % 5 || '@mail.example', r->>'method', r->>'channel', (r->>'amount')::bigint, (r->>'fee')::bigint,
       (r->>'amount')::bigint - (r->>'fee')::bigint, r->>'status', case when (r->>'fee')::bigint > 0 then 'unsettled' end,
       r->>'source', r->>'issuer', 'bank', r->>'failure', case when r->>'failure' is not null then 'The bank declined the payment' end,
       case when r->>'status' = 'success' then (r->>'at')::timestamptz + interval '60 seconds' end, 3,
       case when (r->>'fee')::bigint > 0 then 'jnl_' || n end
     from jsonb_array_elements($3::jsonb) with ordinality as x (r, n)`,
    [of, `txn_${prefix}`, JSON.stringify(rows)],
  );
}

/** A fixed pseudo-random series, so that failures repeat. */
function buildRows(count: number, seed: number): Row[] {
  let state = seed;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  return Array.from({ length: count }, () => {
    const status = ['success', 'success', 'success', 'refunded', 'failed', 'expired', 'pending'][next(7)] ?? 'success';
    const method = METHODS[next(2)] ?? 'qris';
    const amount = 1_000 + next(1_000_000);
    return {
      at: new Date(FROM_MS + next(SPAN_MS / 1_000) * 1_000).toISOString(),
      status,
      method,
      channel: method === 'qris' ? null : (CHANNELS[next(2)] ?? null),
      issuer: method === 'qris' && status === 'success' ? (ISSUERS[next(2)] ?? null) : null,
      source: SOURCES[next(2)] ?? 'api',
      amount,
      fee: PAID.includes(status) ? next(1_000) : 0,
      failure: status === 'failed' ? 'bank_refused' : null,
    };
  });
}

beforeAll(async () => {
  t = await startTestApp();
  t.clock.set(NOW);
  kopi = await t.signIn('superadmin@kopi.example');
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  await owner.query('delete from app.transaction_mark');
  await insert(buildRows(400, 7), 'a');
  await rollUpTransactions(t.deps.db, NOW);
  // Changed since they were counted: their hours are marked.
  const late = buildRows(60, 99);
  await insert(late, 'b');
  await owner.query(
    `insert into app.transaction_mark (merchant_id, hour, id)
     select distinct t.merchant_id, date_trunc('hour', t.created_at, 'UTC'), t.id from app.transaction t
     where t.merchant_id = $1 and t.id like 'txn_b%'`,
    [merchant_id],
  );
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

type Query = Record<string, string>;
const read = async (widget: Analytics['widget'], query: Query, client = kopi): Promise<Analytics> =>
  (await client.ok(getAnalytics, { params: { widget }, query: query as never })).data;
const metric = (data: Analytics, key: string) => data.metrics.find((each) => each.key === key)?.value;

const instant = fc.integer({ min: 0, max: SPAN_MS }).map((ms) => new Date(FROM_MS + ms).toISOString());
const pick = (values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const filter = fc.record({
  method: pick(METHODS),
  channel: pick([...CHANNELS, 'BCA,MANDIRI']),
  issuer: pick(ISSUERS),
  source: pick(SOURCES),
});

property.prop([fc.tuple(instant, instant), filter], { numRuns: 25 })(
  'volume, success rate, funnel and breakdown equal the totals of the list under any filter',
  async ([one, other], chosen) => {
    const [from, to] = one < other ? [one, other] : [other, one];
    if (from === to) return;
    // Each run has the requests of a session of its own.
    kopi = await t.signIn('superadmin@kopi.example');
    const given = Object.entries(chosen).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const query: Query = { from, to, ...Object.fromEntries(given) };
    const { data: list } = await kopi.ok(summariseTransactions, { query: query as never });
    const paid = list.filter(({ status }) => PAID.includes(status));
    const amount = paid.reduce((sum, each) => sum + each.amount, 0);
    const count = paid.reduce((sum, each) => sum + each.count, 0);
    const created = list.reduce((sum, each) => sum + each.count, 0);

    const volume = await read('volume', query);
    expect([metric(volume, 'amount'), metric(volume, 'count')]).toEqual([amount, count]);
    expect(volume.points.reduce((sum, point) => sum + (point.value ?? 0), 0)).toBe(amount);
    expect(volume.points.reduce((sum, point) => sum + point.count, 0)).toBe(count);

    const funnel = await read('funnel', query);
    const step = (key: string) => funnel.rows.find((row) => row.key === key)?.count ?? 0;
    expect([step('created'), step('paid')]).toEqual([created, count]);
    expect(step('paid') + step('pending') + step('expired') + step('failed') + step('cancelled')).toBe(created);

    for (const dimension of ['method', 'channel', 'issuer', 'source', 'hour']) {
      const { rows } = await read('breakdown', { ...query, dimension });
      expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(amount);
    }
    // What a row counts is what the list shows behind its filter.
    const { rows } = await read('breakdown', { ...query, dimension: 'method' });
    for (const row of rows) {
      const behind = await kopi.ok(summariseTransactions, { query: { ...query, ...row.filter } as never });
      expect(behind.data.reduce((sum, each) => sum + each.amount, 0)).toBe(row.amount);
    }
  },
);

describe('widgets', () => {
  const YEAR = { from: '2026-08-01', to: '2026-11-20' };

  test('the previous period has the same length, whole days earlier', async () => {
    const now = await read('volume', { from: '2026-11-01', to: '2026-11-10' });
    const before = await read('volume', { from: now.previous_from, to: now.previous_to });
    expect(now.metrics.map(({ previous }) => previous)).toEqual(before.metrics.map(({ value }) => value));
    expect(now.points.map(({ previous }) => previous)).toEqual(before.points.map(({ value }) => value));
    expect(now.previous_from).toBe('2026-10-21T17:00:00.000Z');
  });

  test.each(['week', 'month'])('by %s, every interval is compared with as many days', async (interval) => {
    // 90 days: neither whole weeks nor whole months.
    const query = { from: '2026-08-22', to: '2026-11-19' };
    const [by_day, data] = [
      await read('volume', { ...query, interval: 'day' }),
      await read('volume', { ...query, interval }),
    ];
    for (const { at, to, value, previous, previous_count } of data.points) {
      const days = by_day.points.filter((day) => day.at >= at && day.at < to);
      const sumField = (name: 'value' | 'previous' | 'previous_count') =>
        days.reduce((sum, day) => sum + (day[name] ?? 0), 0);
      expect([value, previous, previous_count]).toEqual([
        sumField('value'),
        sumField('previous'),
        sumField('previous_count'),
      ]);
    }
    expect(data.points.reduce((sum, { previous }) => sum + (previous ?? 0), 0)).toBe(data.metrics[0]?.previous);
  });

  test.each([
    [{ from: '2026-11-19', to: '2026-11-20' }, 'hour'],
    [{ from: '2026-10-01', to: '2026-11-20' }, 'day'],
    [{ from: '2026-08-01', to: '2026-11-20' }, 'week'],
    [{ from: '2026-01-01', to: '2026-11-20' }, 'month'],
  ])('the interval follows the length of the period: %o', async (period, interval) => {
    const data = await read('volume', period);
    expect(data.interval).toBe(interval);
    expect((data.points.at(0)?.at ?? '') <= data.from).toBe(true);
    expect((data.points.at(-1)?.to ?? '') >= data.to).toBe(true);
  });

  test('failure reasons have a message, a share and the filter of their list', async () => {
    const { rows } = await read('failure-reasons', YEAR);
    const [row] = rows;
    expect(row).toMatchObject({ key: 'bank_refused', share: 10_000, note: 'The bank declined the payment' });
    const behind = await kopi.ok(summariseTransactions, { query: { ...YEAR, ...row?.filter } as never });
    expect(behind.data).toEqual([{ status: 'failed', count: row?.count, amount: row?.amount }]);
  });

  test('the time to pay is within 5 % of the exact one', async () => {
    const { metrics, rows } = await read('completion-time', YEAR);
    // Every paid payment of the fixture took 60 seconds.
    for (const { value } of metrics) expect(Math.abs((value ?? 0) - 60)).toBeLessThanOrEqual(3);
    expect(rows.map(({ key }) => key).toSorted()).toEqual(['qris', 'virtual_account']);
  });

  test('fees and refunds are shares of the paid volume', async () => {
    const fees = await read('fees', YEAR);
    const [fee_rate, fees_amount, amount] = fees.metrics.map(({ value }) => value ?? 0);
    expect(fee_rate).toBe(Math.round((10_000 * (fees_amount ?? 0)) / (amount ?? 1)));
    expect((await read('refund-rate', YEAR)).metrics[0]).toMatchObject({ key: 'refund_rate', value: 0 });
  });

  test('top customers are masked for the support role', async () => {
    const { rows } = await read('top-customers', YEAR);
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({ label: 'Rina', note: expect.stringMatching(/^rina\d@mail\.example$/) });
    expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(metric(await read('volume', YEAR), 'amount'));
    const support = await t.signIn('support@kopi.example');
    const masked = await read('top-customers', YEAR, support);
    expect(masked.rows[0]).toMatchObject({ note: 'r***@mail.example', filter: null });
  });

  test('refunds and disbursements have the widgets that apply to them', async () => {
    for (const tab of ['refunds', 'disbursements'] as const) {
      for (const widget of [
        'volume',
        'success-rate',
        'funnel',
        'failure-reasons',
        'completion-time',
        'breakdown',
        'fees',
      ] as const) {
        expect((await read(widget, { tab, ...YEAR })).tab).toBe(tab);
      }
    }
  });

  test('threat 21: names in a CSV are no formulas', async () => {
    const customers = await read('top-customers', YEAR);
    const rows = customers.rows.map((row) => ({ ...row, key: '+62@mail.example', label: '=1+1', note: '@note' }));
    const data = { ...customers, rows };
    expect([...(buildAnalyticsTable(data, 'en').rows as Iterable<Cells>)][0]?.slice(0, 3)).toEqual([
      "'+62@mail.example",
      "'=1+1",
      "'@note",
    ]);
    const times = { ...data, widget: 'completion-time' } as const;
    expect([...(buildAnalyticsTable(times, 'en').rows as Iterable<Cells>)][0]?.[0]).toBe("'=1+1");
  });

  test('the CSV has the points in the language of the reader', async () => {
    const answer = await t.app.inject({
      method: 'GET',
      url: `${API_BASE}/analytics/volume`,
      query: { from: '2026-11-01', to: '2026-11-02', interval: 'day' },
      headers: { accept: 'text/csv', authorization: kopi.authorization ?? '' },
    });
    const [head, ...lines] = answer.body.trimEnd().split('\n');
    expect(head).toBe('Start (WIB),Amount (IDR),Previous period,Count,"Count, previous period"');
    expect(lines).toHaveLength(2);
    expect(answer.headers['content-disposition']).toContain('payments-volume-');
  });
});

test.each([
  [{ from: '2025-01-01', to: '2026-11-20' }, 'volume', 'range_too_long'],
  [{ from: '2026-11-20', to: '2026-11-18' }, 'volume', 'range_reversed'],
  [{ from: '2026-01-01', to: '2026-11-20', interval: 'hour' }, 'volume', 'too_many_points'],
  [{ tab: 'refunds' }, 'top-links', 'widget_not_available'],
  [{ tab: 'refunds', channel: 'BCA' }, 'volume', 'filter_not_available'],
  [{ tab: 'payments', dimension: 'rail' }, 'breakdown', 'filter_not_available'],
] as const)('invalid requests are rejected: %o', async (query, widget, code) => {
  const answer = await kopi.call(getAnalytics, { params: { widget }, query: query as never });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, code]);
});

test('domain 1.14: metrics of refunds and disbursements need access to them', async () => {
  const developer = await t.signIn('developer@kopi.example');
  const readStatusCode = async (tab: string) =>
    (await developer.call(getAnalytics, { params: { widget: 'volume' }, query: { tab } as never })).statusCode;
  expect([
    await readStatusCode('payments'),
    await readStatusCode('refunds'),
    await readStatusCode('disbursements'),
  ]).toEqual([200, 403, 403]);
});

test('a merchant sees only its own metrics', async () => {
  const batik = await t.signIn('superadmin@batik.example');
  expect(BATIK_LESTARI.merchant_id).not.toBe(merchant_id);
  for (const widget of ['volume', 'funnel', 'breakdown', 'completion-time', 'top-customers', 'top-links'] as const) {
    const { rows, metrics } = await read(widget, { from: '2026-08-01', to: '2026-11-20' }, batik);
    expect([rows, metrics.map(({ value }) => value).filter((value) => value !== null && value !== 0)]).toEqual([
      [],
      [],
    ]);
  }
});
