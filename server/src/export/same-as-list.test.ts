/** Exports hold exactly the rows of their list, in its order, whatever is filtered (domain 0). */
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createExport, downloadExport, EXPORT_LISTS, type ExportList } from '@dasbor/contract/export';
import { type Route, XLSX_TYPE } from '@dasbor/contract/route';
import { TRANSACTION_SORTS, listTransactions } from '@dasbor/contract/transaction';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { type ExportFixture, parseCsv, insertListData, readBySpreadsheet } from '../../test/export-fixture.ts';
import { EXPORTABLE } from './exportable-lists.ts';
import { runExport } from './run.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let filled: ExportFixture;
let client: TestClient;
beforeAll(async () => {
  t = await startTestApp();
  filled = await insertListData(t);
  client = await t.signIn('superadmin@kopi.example');
});
afterAll(async () => {
  await filled?.owner.end();
  await t?.close();
});

type Query = Record<string, unknown>;
type Row = { id: string; line_no?: number };

/** Every row of the list, page by page. */
async function walk(route: Route, params: Record<string, string>, query: Query): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: { data: Row[]; next_cursor: string | null } = await client
      .call(route, { params: params as never, query: { ...query, limit: 4, ...(cursor ? { cursor } : {}) } as never })
      .then((answer) => answer.json());
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return rows;
}

async function readContent(list: ExportList, format: 'csv' | 'xlsx', params: Record<string, string>, query: Query) {
  const { data } = await client.ok(createExport, { body: { list, format, params, query } });
  const id = data?.id ?? '';
  await runExport(t.deps, merchant_id, id, { file_rows_max: 1_000 });
  return (await client.call(downloadExport, { params: { id } })).rawPayload;
}

/** The audit log without the entries of the exports themselves. */
function beforeNow(list: ExportList): Query {
  if (list !== 'audit-log') return {};
  t.clock.advance(1_000);
  return { to: t.clock.now().toISOString() };
}

const buildParams = (list: ExportList): Record<string, string> => {
  if (list === 'settlement-lines') return { id: filled.batch_id };
  if (list === 'virtual-account-payments') return { id: filled.virtual_account_id };
  return list === 'balance-entries' ? { id: filled.account_id } : {};
};

test.each(EXPORT_LISTS.map((list) => [list]))(
  'domain 0: %s: every row of the list once, in the same order',
  async (list) => {
    const params = buildParams(list);
    const query = beforeNow(list);
    const listed = await walk(EXPORTABLE[list].route, params, query);
    expect(listed.length).toBeGreaterThan(2);
    const [header = [], ...rows] = parseCsv((await readContent(list, 'csv', params, query)).toString());
    const key = list === 'settlement-lines' ? 'line_no' : 'id';
    let exported = rows.map((row) => row[header.indexOf(key)]);
    // A statement reads from the oldest movement on, between its opening and its closing balance.
    if (list === 'balance-entries') exported = exported.slice(1, -1).toReversed();
    expect(exported).toEqual(listed.map((row) => String(row[key])));
    const excel = readBySpreadsheet(await readContent(list, 'xlsx', params, query), 'xlsx');
    expect(excel).toHaveLength(rows.length + 1);
    expect(excel[0]).toEqual(header);
    // Times name their zone.
    for (const name of header.filter((each) => /_at\b|_from\b|_to\b/.test(each))) expect(name).toMatch(/ \(WIB\)$/);
  },
);

/** Filters that most lists have, with values that some of their rows have. */
function buildFilters(list: ExportList, rows: readonly Record<string, unknown>[]): Query[] {
  const { shape } = EXPORTABLE[list].route.query ?? { shape: {} };
  const middle = rows[Math.floor(rows.length / 2)] ?? {};
  const names = { from: 'created_at', created_from: 'created_at', status: 'status', amount_min: 'amount' };
  const found: Query[] = [{}];
  for (const [name, field] of Object.entries(names)) {
    const value = middle[field] ?? middle['occurred_at'] ?? middle['at'];
    if (!(name in shape) || value === undefined || value === null) continue;
    // Settlements are filtered by their day.
    found.push({ [name]: list === 'settlements' && name === 'from' ? middle['settlement_date'] : value });
  }
  return found;
}

test.each(EXPORT_LISTS.map((list) => [list]))(
  'domain 0: %s: under each filter, the immediate CSV and Excel hold the rows of the list',
  async (list) => {
    const { route } = EXPORTABLE[list];
    const params = buildParams(list) as never;
    const before = beforeNow(list);
    const all = (await walk(route, params, before)) as unknown as Record<string, unknown>[];
    const key = list === 'settlement-lines' ? 'line_no' : 'id';
    for (const filter of buildFilters(list, all)) {
      const query = { ...before, ...filter } as never;
      let listed = (await walk(route, params, query)).map((row) => String(row[key]));
      if (list === 'balance-entries') listed = ['', ...listed.toReversed(), ''];
      const csv = await client.call(route, { params, query, headers: { accept: 'text/csv' } });
      expect(csv.statusCode, csv.payload).toBe(200);
      const [header = [], ...rows] = parseCsv(csv.payload);
      const at = header.indexOf(key);
      expect(rows.map((row) => row[at])).toEqual(listed);
      const xlsx = await client.call(route, { params, query, headers: { accept: XLSX_TYPE } });
      const [, ...cells] = readBySpreadsheet(xlsx.rawPayload, 'xlsx');
      expect(cells.map((row) => row[at])).toEqual(listed);
    }
  },
);

const instant = fc
  .integer({ min: -180, max: 30 })
  .map((minutes) => new Date(t.clock.now().getTime() + minutes * 60_000).toISOString());
const filter = fc
  .record(
    {
      sort: fc.constantFrom(...TRANSACTION_SORTS),
      method: fc.constantFrom('qris', 'virtual_account'),
      status: fc.constantFrom('success', 'failed'),
      from: instant,
      to: instant,
      amount_min: fc.integer({ min: 9_000, max: 12_500 }),
      amount_max: fc.integer({ min: 9_000, max: 12_500 }),
      q: fc.constantFrom('INV', 'inv-1', '=1', 'nothing'),
      date_field: fc.constantFrom('created_at', 'paid_at'),
    },
    { requiredKeys: [] },
  )
  .map(sortRanges);

/** Both the list and the export reject reversed ranges. */
function sortRanges<F extends { from?: string; to?: string; amount_min?: number; amount_max?: number }>(given: F): F {
  const ordered = { ...given };
  if (given.from !== undefined && given.to !== undefined && given.from > given.to) {
    [ordered.from, ordered.to] = [given.to, given.from];
  }
  if (given.amount_min !== undefined && given.amount_max !== undefined && given.amount_min > given.amount_max) {
    [ordered.amount_min, ordered.amount_max] = [given.amount_max, given.amount_min];
  }
  return ordered;
}

test('a reversed range is rejected by the export as by the list', async () => {
  const query = { from: '2026-11-18T08:00:00.000Z', to: '2026-11-18T07:00:00.000Z' };
  const of_list = await client.call(listTransactions, { query });
  const of_export = await client.call(createExport, { body: { list: 'transactions', format: 'csv', query } });
  expect([of_list.statusCode, of_export.statusCode]).toEqual([400, 400]);
  expect(of_export.json()).toMatchObject({ code: 'invalid_request', errors: [{ field: 'to' }] });
});

property.prop([filter], { numRuns: 12 })(
  'domain 0: for any filter, the ids of the export equal the ids of all list pages',
  async (query) => {
    const listed = await walk(listTransactions, {}, query);
    const content = await readContent('transactions', 'csv', {}, { ...query, columns: 'id' });
    expect(parseCsv(content.toString()).slice(1).flat()).toEqual(listed.map(({ id }) => id));
  },
);
