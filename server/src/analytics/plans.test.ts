/** Statements of analytics are planned for their values, however often a connection has run them. */
import { getAnalytics, getProviderAnalytics } from '@dasbor/contract/analytics';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/test-app.ts';

/** A prepared statement may get a generic plan after five runs. */
const RUNS = 10;
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  // Whether a generic plan is chosen depends on the size of the tables: here it always would be.
  await onEveryConnection((client) => client.query('set plan_cache_mode = force_generic_plan'));
});
afterAll(() => t?.close());

async function onEveryConnection<Answer>(work: (client: pg.PoolClient) => Promise<Answer>): Promise<Answer[]> {
  const { pool } = t.deps.db;
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    return await Promise.all(clients.map(work));
  } finally {
    for (const client of clients) client.release();
  }
}

/** How often the statements that read a table ran with a generic plan, in all connections. */
async function countGenericPlans(table: string): Promise<number> {
  const found = await onEveryConnection(async (client) => {
    const { rows } = await client.query<{ runs: number; plans: number }>(
      `select coalesce(sum(generic_plans + custom_plans), 0)::int as runs, coalesce(sum(generic_plans), 0)::int as plans
       from pg_prepared_statements where statement like '%app.' || $1 || ' %'`,
      [table],
    );
    return rows[0] ?? { runs: 0, plans: 0 };
  });
  expect(found.reduce((sum, { runs }) => sum + runs, 0)).toBeGreaterThan(RUNS / 2);
  return found.reduce((sum, { plans }) => sum + plans, 0);
}

test.each([
  ['top-customers', {}, 'transaction_customer_month'],
  ['top-links', { issuer: 'GoPay' }, 'payment_link_detail_month'],
  ['breakdown', { dimension: 'channel' }, 'transaction_month'],
] as const)('%s of a merchant: %o', async (widget, query, table) => {
  const kopi = await t.signIn('superadmin@kopi.example');
  for (let run = 0; run < RUNS; run += 1) await kopi.ok(getAnalytics, { params: { widget }, query });
  expect(await countGenericPlans(table)).toBe(0);
});

test('metrics of all merchants', async () => {
  const provider = await t.signIn('platform_admin@dasbor.example');
  for (let run = 0; run < RUNS; run += 1)
    await provider.ok(getProviderAnalytics, { params: { widget: 'failure-reasons' } });
  expect(await countGenericPlans('transaction_month')).toBe(0);
});
