/** The provider's metrics are the sums of the merchants' own, for any merchants, group and dimension. */
import { getAccountGroupVolume } from '@dasbor/contract/account-group';
import { type Analytics, getAnalytics, getProviderAnalytics } from '@dasbor/contract/analytics';
import { listMerchants } from '@dasbor/contract/merchant';
import {
  summariseDisbursementsOfMerchants,
  summariseRefundsOfMerchants,
  summariseTransactionsOfMerchants,
} from '@dasbor/contract/merchant-lists';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as fixture from '../../test/analytics-fixture.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { rollUpTransactions } from '../transaction/roll-up.ts';
import { rollUpDays } from './roll-up.ts';

const NOW = new Date('2026-11-20T05:30:00.000Z');
const FROM_MS = Date.parse('2026-10-01T00:00:00.000Z');
const PERIOD = { from: '2026-10-01', to: '2026-11-20' };
const GROUP = 'agr_01jaaaaaaaaaaaaaaaaaaaaaaa';

let t: TestApp;
let owner: pg.Client;
let provider: TestClient;
let kopi: TestClient;
let batik: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  t.clock.set(NOW);
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  for (const [merchant_id, count, prefix] of [
    [KOPI_NUSANTARA.merchant_id, 120, 'ka'],
    [BATIK_LESTARI.merchant_id, 60, 'ba'],
  ] as const) {
    await fixture.insertLinks(owner, merchant_id);
    const batch = { merchant_id, prefix, count, seed: count, from_ms: FROM_MS, span_ms: NOW.getTime() - FROM_MS };
    await fixture.insertPayments(owner, batch);
    await fixture.insertRefunds(owner, { ...batch, count: 20 }, false);
    await fixture.insertDisbursements(owner, { ...batch, count: 20 }, false);
  }
  // One merchant is counted and has marks; the other one is read from its rows.
  await rollUpTransactions(t.deps.db, NOW);
  await rollUpDays(t.deps.db, NOW);
  await fixture.markPayments(owner, KOPI_NUSANTARA.merchant_id, 'ka0000000000000000000000001');
  await insertGroup(GROUP, 'MITRA', 'Mitra Nusantara');
  await owner.query(
    `insert into app.account_group_member (merchant_id, id, group_id, type, effective_from, effective_to,
       created_by_name, created_at, updated_at)
     values ($1, 'agm_1', $3, 'reseller', '2026-11-01', null, 'Test', $4, $4),
       ($2, 'agm_2', $3, 'reseller', '2026-01-01', '2026-11-20', 'Test', $4, $4)`,
    [KOPI_NUSANTARA.merchant_id, BATIK_LESTARI.merchant_id, GROUP, NOW],
  );
  provider = await t.signIn('platform_admin@dasbor.example');
  kopi = await t.signIn('superadmin@kopi.example');
  batik = await t.signIn('superadmin@batik.example');
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

const insertGroup = (id: string, code: string, name: string) =>
  owner.query(
    `insert into app.account_group (id, code, name, type, status, created_at, updated_at)
     values ($1, $3, $4, 'reseller', 'active', $2, $2)`,
    [id, NOW, code, name],
  );

type Query = Record<string, string>;
const own = async (client: TestClient, widget: Analytics['widget'], query: Query) =>
  (await client.ok(getAnalytics, { params: { widget }, query: { ...PERIOD, ...query } as never })).data;
const all = async (widget: Analytics['widget'], query: Query) =>
  (await provider.ok(getProviderAnalytics, { params: { widget }, query: { ...PERIOD, ...query } as never })).data;
const metric = (data: Analytics, key: string) => data.metrics.find((each) => each.key === key)?.value ?? 0;

test.each<Query>([
  { tab: 'payments' },
  { tab: 'payments', method: 'qris' },
  { tab: 'payments', channel: 'BCA', interval: 'month' },
  { tab: 'refunds' },
  { tab: 'refunds', reason: 'duplicate' },
  { tab: 'disbursements', rail: 'bi_fast' },
])('metrics of all merchants are the sums of their own: %o', async (query) => {
  for (const [widget, key] of [
    ['volume', 'amount'],
    ['success-rate', 'failed_count'],
    ['fees', 'fees_amount'],
  ] as const) {
    const [of_kopi, of_batik, of_all] = [
      await own(kopi, widget, query),
      await own(batik, widget, query),
      await all(widget, query),
    ];
    expect(metric(of_all, key)).toBe(metric(of_kopi, key) + metric(of_batik, key));
  }
  const times = await all('completion-time', query);
  const counts = async (client: TestClient) =>
    (await own(client, 'completion-time', query)).rows.reduce((sum, { count }) => sum + count, 0);
  expect(times.rows.reduce((sum, { count }) => sum + count, 0)).toBe((await counts(kopi)) + (await counts(batik)));
  const of_kopi = await all('volume', { ...query, merchant_id: KOPI_NUSANTARA.merchant_id });
  expect(of_kopi.metrics).toEqual((await own(kopi, 'volume', query)).metrics);
});

test('the breakdown by merchant names each one; by group it follows the members of today', async () => {
  const amounts = [metric(await own(kopi, 'volume', {}), 'amount'), metric(await own(batik, 'volume', {}), 'amount')];
  const by_merchant = await all('breakdown', { dimension: 'merchant' });
  expect(by_merchant.rows.map(({ key, label, amount }) => [key, label, amount])).toEqual([
    [KOPI_NUSANTARA.merchant_id, 'Kopi Nusantara', amounts[0]],
    [BATIK_LESTARI.merchant_id, 'Batik Lestari', amounts[1]],
  ]);
  // Batik left the group today.
  const by_group = await all('breakdown', { dimension: 'group' });
  expect(by_group.rows.map(({ key, label, amount }) => [key, label, amount])).toEqual([
    [GROUP, 'Mitra Nusantara', amounts[0]],
    ['', 'Not set', amounts[1]],
  ]);
  expect(metric(await all('volume', { group_id: GROUP }), 'amount')).toBe(amounts[0]);
  const none = await all('volume', { group_id: GROUP, merchant_id: BATIK_LESTARI.merchant_id });
  expect(metric(none, 'amount')).toBe(0);
});

test('volume counts the same payments in analytics, of groups and in the list of merchants', async () => {
  const merchant_id = KOPI_NUSANTARA.merchant_id;
  // All but the hour that is not over.
  const to = '2026-11-20T05:00:00.000Z';
  const volume = async (from: string) => metric(await all('volume', { merchant_id, from, to }), 'amount');
  const { rows } = await owner.query<{ count: string }>(
    `select count(*) as count from app.transaction
     where merchant_id = $1 and status = 'reversed' and created_at >= '2026-10-31T17:00Z' and created_at < $2`,
    [merchant_id, to],
  );
  expect(Number(rows[0]?.count)).toBeGreaterThan(0);
  const { data: days } = await provider.ok(getAccountGroupVolume, { params: { id: GROUP } });
  const of_batik = metric(
    await all('volume', { merchant_id: BATIK_LESTARI.merchant_id, from: '2026-10-21', to: '2026-11-19' }),
    'amount',
  );
  const of_kopi = await volume('2026-11-01');
  expect(days.reduce((sum, { amount }) => sum + amount, 0)).toBe(of_kopi + of_batik);
  const { data: merchants } = await provider.ok(listMerchants);
  expect(merchants.find(({ id }) => id === merchant_id)?.volume_amount).toBe(await volume('2026-10-21T06:00:00.000Z'));
});

const SUMMARIES = {
  payments: summariseTransactionsOfMerchants,
  refunds: summariseRefundsOfMerchants,
  disbursements: summariseDisbursementsOfMerchants,
} as const;

test.each([
  ['payments', 'breakdown', { dimension: 'merchant' }],
  ['payments', 'breakdown', { dimension: 'group' }],
  ['payments', 'breakdown', { dimension: 'channel', group_id: GROUP }],
  ['payments', 'breakdown', { dimension: 'source', merchant_id: KOPI_NUSANTARA.merchant_id }],
  ['payments', 'breakdown', { dimension: 'issuer' }],
  ['payments', 'breakdown', { dimension: 'group', group_id: 'none' }],
  ['payments', 'funnel', {}],
  ['payments', 'failure-reasons', {}],
  ['payments', 'completion-time', { source: 'api,static_qr' }],
  ['payments', 'breakdown', { dimension: 'method', issuer: 'none,GoPay', payment_link_id: 'none' }],
  ['refunds', 'failure-reasons', {}],
  ['disbursements', 'failure-reasons', { group_id: GROUP }],
  ['refunds', 'breakdown', { dimension: 'refund_method' }],
  ['refunds', 'breakdown', { dimension: 'merchant', reason: 'duplicate' }],
  ['disbursements', 'breakdown', { dimension: 'bank_code', group_id: GROUP }],
  ['disbursements', 'breakdown', { dimension: 'merchant' }],
] as const)('every row of %s, %s leads to the list of what it counts: %o', async (tab, widget, query) => {
  const data = await all(widget, { tab, ...query });
  const { rows } = data;
  expect(rows.length).toBeGreaterThan(0);
  const { dimension: _, ...filters } = query as Query;
  for (const row of rows) {
    const listed = { from: data.from, to: data.to, ...filters, ...row.filter };
    const { data: counts } = await provider.ok(SUMMARIES[tab] as typeof summariseTransactionsOfMerchants, {
      query: listed as never,
    });
    const sum = (field: 'count' | 'amount') => counts.reduce((total, each) => total + each[field], 0);
    const has_amount = widget !== 'completion-time' && row.key !== 'offered';
    const amount = has_amount ? sum('amount') : row.amount;
    expect([row.key, sum('count'), amount]).toEqual([row.key, row.count, row.amount]);
  }
});

test('a group includes the merchants of the groups below it, as its lists do', async () => {
  const parent = 'agr_01jbbbbbbbbbbbbbbbbbbbbbbb';
  await insertGroup(parent, 'INDUK', 'Induk Nusantara');
  await owner.query('update app.account_group set parent_id = $1 where id = $2', [parent, GROUP]);
  const by_group = await all('breakdown', { dimension: 'group' });
  const getAmount = (key: string) => by_group.rows.find((row) => row.key === key)?.amount;
  expect(getAmount(GROUP)).toBeGreaterThan(0);
  expect(getAmount(parent)).toBe(getAmount(GROUP));
  expect(metric(await all('volume', { group_id: parent }), 'amount')).toBe(getAmount(GROUP));
});

test('a group above the one that metrics are filtered by leads to what it counts', async () => {
  const above = 'agr_01jccccccccccccccccccccccc';
  await insertGroup(above, 'ATAS', 'Atas Nusantara');
  await owner.query('update app.account_group set parent_id = $1 where id = $2', [above, GROUP]);
  await owner.query(
    `insert into app.account_group_member (merchant_id, id, group_id, type, effective_from, effective_to,
       created_by_name, created_at, updated_at)
     values ($1, 'agm_above', $2, 'reseller', '2026-11-20', null, 'Test', $3, $3)`,
    [BATIK_LESTARI.merchant_id, above, NOW],
  );
  const { rows, from, to } = await all('breakdown', { dimension: 'group', group_id: GROUP });
  expect(rows.map(({ key }) => key).toSorted()).toEqual([GROUP, above].toSorted());
  for (const row of rows) {
    const query = { from, to, group_id: GROUP, ...row.filter } as never;
    const { data } = await provider.ok(summariseTransactionsOfMerchants, { query });
    expect(data.reduce((total, each) => total + each.amount, 0)).toBe(row.amount);
  }
});

test('rankings within a merchant are refused, and merchants cannot read metrics of others', async () => {
  const refused = await provider.call(getProviderAnalytics, { params: { widget: 'top-customers' } });
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'widget_not_available']);
  const forbidden = await kopi.call(getProviderAnalytics, { params: { widget: 'volume' } });
  expect(forbidden.statusCode).toBe(403);
  const unknown = await kopi.call(getAnalytics, {
    params: { widget: 'breakdown' },
    query: { dimension: 'merchant' } as never,
  });
  expect(unknown.statusCode).toBe(400);
});
