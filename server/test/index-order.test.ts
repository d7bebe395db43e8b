/** Performance 3, `list`: a page in the order of an index is planned once per connection, and then read with that plan. */
import { type Compilable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPaymentLinks } from '@dasbor/contract/payment-link';
import { listTransactions } from '@dasbor/contract/transaction';
import { listVirtualAccounts } from '@dasbor/contract/virtual-account';
import { type MerchantScope, readAsMerchant } from '../src/db/tx.ts';
import { isIndexOrder, parseSortedCursor } from '../src/http/keyset-page.ts';
import { buildLinkRows } from '../src/payment-link/list-queries.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { parseTransactionCursor } from '../src/transaction/filter-rules.ts';
import { buildTransactionRows } from '../src/transaction/queries.ts';
import { buildVaRows } from '../src/virtual-account/list-queries.ts';
import { openDatabase } from './database.ts';
import { startTestApp } from './test-app.ts';

const { merchant_id } = KOPI_NUSANTARA;
const AFTER = { at: '2026-11-01T00:00:00Z', id: 'x' };
const PERIOD = { from: '2026-10-01T00:00:00Z', to: '2026-12-01T00:00:00Z' };

let opened: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  opened = await openDatabase('people');
});
afterAll(() => opened.close());

type Build = (scope: MerchantScope) => Compilable<object>;

/** The page of each list with a query, as its handler builds it; a page after the first one. */
const LISTS: Record<string, (query: object) => { query: Parameters<typeof isIndexOrder>[0]; build: Build }> = {
  transactions: (input) => {
    const query = listTransactions.query.parse(input);
    const cursor = { ...parseTransactionCursor(query.sort, undefined), after: { value: AFTER.at, id: AFTER.id } };
    const options = { masks_email: false, limit: 51, found: null };
    return { query, build: (scope) => buildTransactionRows(scope, query, cursor, options) };
  },
  'virtual accounts': (input) => {
    const query = listVirtualAccounts.query.parse(input);
    const cursor = { ...parseSortedCursor(undefined, 'virtual_account', query.sort), after: AFTER };
    const options = { is_masked: false, limit: 50, found: null };
    return { query, build: (scope) => buildVaRows(scope, query, cursor, options) };
  },
  'payment links': (input) => {
    const query = listPaymentLinks.query.parse(input);
    const cursor = { ...parseSortedCursor(undefined, 'payment_link', query.sort), after: AFTER };
    return { query, build: (scope) => buildLinkRows(scope, query, cursor, 50) };
  },
};

async function explain(build: Build): Promise<string> {
  const rows = await readAsMerchant(
    opened.db,
    merchant_id,
    (scope) => sql<{ 'QUERY PLAN': string }>`explain (costs off) ${build(scope)}`,
    { is_index_order: true },
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe.each(Object.entries(LISTS))('%s', (name, list) => {
  const status = name === 'transactions' ? 'success' : 'active';

  test.each([
    ['newest', 'newest', {}],
    ['oldest', 'newest', { sort: 'created_at' }],
    ['newest of a period', 'newest', PERIOD],
    ['newest of a period and a status', 'status', { ...PERIOD, status }],
  ])('the %s are read in the order of an index that contains every filter', async (_, index, filter) => {
    const { query, build } = list(filter);
    expect(isIndexOrder(query)).toBe(true);
    const plan = await explain(build);
    expect(plan).toMatch(
      new RegExp(`^Limit\\n  ->  Index Scan (Backward )?using \\w+_${index} on .*\\n +Index Cond: `),
    );
    // That of a page's refunds is deeper.
    expect(plan).not.toMatch(/^ {0,9}(Filter|Sort Key): /m);
  });

  test.each([
    { status: name === 'transactions' ? 'success,failed' : 'active,expired' },
    { q: 'Budi' },
    ...(name === 'transactions' ? [{ sort: '-amount' }, { date_field: 'paid_at' }, { method: 'qris' }] : []),
    ...(name === 'virtual accounts' ? [{ bank: 'BRI' }, { expires_from: PERIOD.from }] : []),
    ...(name === 'payment links' ? [{ type: 'multi_use' }, { amount_min: '1000' }] : []),
  ])('%o is planned for its values each time', (filter) => {
    expect(isIndexOrder(list({ ...PERIOD, ...filter }).query)).toBe(false);
  });
});

test('the lists themselves read such a page with one plan, and a page of two statuses with a plan for its values', async () => {
  const t = await startTestApp();
  try {
    const client = await t.signIn('superadmin@kopi.example');
    // Fewer than the five after which PostgreSQL itself may choose a plan for all values; a statement is prepared at the third.
    for (let turn = 0; turn < 4; turn += 1) {
      await client.ok(listTransactions, { query: PERIOD });
      await client.ok(listTransactions, { query: { ...PERIOD, status: ['success', 'failed'] } });
      await client.ok(listVirtualAccounts, { query: PERIOD });
      await client.ok(listPaymentLinks, { query: PERIOD });
    }
    // The pool returns the connection that was used last.
    const connection = await t.deps.db.reads.connect();
    const { rows } = await connection.query(`
      select substring(statement from 'from "(\\w+)" as') as list, statement like '%"status" in%' as has_statuses,
        generic_plans > 0 as has_one_plan
      from pg_prepared_statements where statement like '%limit%' order by 1, 2`);
    connection.release();
    expect(rows).toEqual([
      { list: 'payment_link', has_statuses: false, has_one_plan: true },
      { list: 'transaction', has_statuses: false, has_one_plan: true },
      { list: 'transaction', has_statuses: true, has_one_plan: false },
      { list: 'virtual_account', has_statuses: false, has_one_plan: true },
    ]);
  } finally {
    await t.close();
  }
});
