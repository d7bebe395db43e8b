/** The list of payments: filters together, pages without gaps, totals, and the CSV of exactly what is shown. */
import { createApiKey } from '@dasbor/contract/api-settings';
import { createExport } from '@dasbor/contract/export';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { API_BASE, type Output } from '@dasbor/contract/route';
import {
  getTransaction,
  listTransactions,
  summariseTransactions,
  type Transaction,
} from '@dasbor/contract/transaction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { seedSandbox } from '../sandbox/history.ts';
import { CSV_FIELDS } from './csv-queries.ts';

/** On a busy machine; 20 s on a quiet one. */
const SEED_TIMEOUT_MS = 300_000;

let t: TestApp;
let kopi: TestClient;
/** Reads many pages: in a session of its own, for a hundred requests a second is the limit of one. */
let admin: TestClient;
let all: Transaction[];

beforeAll(async () => {
  t = await startTestApp();
  await seedSandbox(t.deps);
  kopi = await t.signIn('superadmin@kopi.example');
  admin = await t.signIn('admin@kopi.example');
  all = await everyPage({});
}, SEED_TIMEOUT_MS);
afterAll(() => t?.close());

async function everyPage(query: Record<string, unknown>, client = kopi): Promise<Transaction[]> {
  const rows: Transaction[] = [];
  let cursor: string | null = null;
  do {
    const page: Output<typeof listTransactions> = await client.ok(listTransactions, {
      query: { limit: 100, ...query, ...(cursor === null ? {} : { cursor }) } as never,
    });
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}
const csv = (query: Record<string, string>, client = kopi) =>
  t.app.inject({
    method: 'GET',
    url: `${API_BASE}/transactions`,
    query,
    headers: { accept: 'text/csv', authorization: client.authorization ?? '' },
  });
const ids = (rows: Transaction[]) => rows.map(({ id }) => id);

test.each(['-created_at', 'created_at', '-amount', 'amount'] as const)(
  'pages by %s have no gap and no double',
  async (sort) => {
    const rows = await everyPage({ sort, limit: 40 }, admin);
    expect(new Set(ids(rows)).size).toBe(all.length);
    const field = sort.endsWith('amount') ? 'amount' : 'created_at';
    const sign = sort.startsWith('-') ? -1 : 1;
    const ordered = rows.toSorted((a, b) => {
      if (a[field] !== b[field]) return a[field] < b[field] ? -sign : sign;
      return a.id < b.id ? -sign : sign;
    });
    expect(ids(rows)).toEqual(ids(ordered));
  },
);

test('a cursor belongs to its sort order and cannot be forged', async () => {
  const { next_cursor } = await kopi.ok(listTransactions, { query: { limit: 1 } });
  for (const query of [
    { cursor: next_cursor, sort: 'amount' },
    { cursor: next_cursor, sort: 'created_at' },
    { cursor: 'x' },
  ]) {
    const answer = await kopi.call(listTransactions, { query: query as never });
    expect([answer.statusCode, answer.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([
      400,
      'cursor',
    ]);
  }
});

test('every filter works together with every other', async () => {
  const sample = all.find(({ status, customer_name }) => status === 'success' && customer_name !== null);
  const name = sample?.customer_name?.split(' ')[0]?.toUpperCase() ?? '';
  const [from, to] = [all[Math.floor(all.length * 0.9)]?.paid_at ?? all.at(-1)?.created_at, all[0]?.created_at];
  const query = {
    date_field: 'paid_at',
    from,
    to,
    status: 'success,expired',
    settlement_status: 'settled',
    method: 'qris',
    source: 'api',
    amount_min: 20_000,
    amount_max: 200_000,
    q: name,
  };
  const wanted = all.filter(
    (row) =>
      row.paid_at !== null &&
      row.paid_at >= (from ?? '') &&
      row.paid_at < (to ?? '') &&
      row.status === 'success' &&
      row.settlement_status === 'settled' &&
      row.source === 'api' &&
      row.amount >= 20_000 &&
      row.amount <= 200_000 &&
      row.customer_name?.toUpperCase().includes(name),
  );
  expect(wanted.length).toBeGreaterThan(1);
  expect(ids(await everyPage(query))).toEqual(ids(wanted));
  const { data } = await kopi.ok(summariseTransactions, { query: query as never });
  const amount = wanted.reduce((sum, row) => sum + row.amount, 0);
  expect(data).toEqual([{ status: 'success', count: wanted.length, amount }]);
});

test('a range includes its first instant and not its last', async () => {
  const [newest, next] = all;
  const older = all.find(({ created_at }) => created_at < (next?.created_at ?? ''));
  const found = await everyPage({ from: older?.created_at, to: newest?.created_at });
  expect(ids(found)).toContain(older?.id);
  expect(ids(found)).not.toContain(newest?.id);
});

test('the search finds a part of id, reference, name, email, RRN and bank reference, and has no wildcards', async () => {
  const row = all.find(({ rrn, customer_email }) => rrn !== null && customer_email !== null);
  if (!row) throw new Error('no such payment');
  const parts = [
    row.id.slice(-9),
    row.merchant_reference?.slice(2),
    row.customer_email?.slice(0, 6),
    row.rrn?.slice(3),
  ];
  for (const q of [...parts, row.provider_reference?.slice(1).toLowerCase(), row.id.toUpperCase()]) {
    expect(ids(await everyPage({ q }, admin))).toContain(row.id);
  }
  for (const q of ['%', 't_n', 'k%n', '\\', "'", '100%']) expect(await everyPage({ q })).toEqual([]);
});

test.each([
  ['2026-01-01T00:00:00.000Z', '2026-06-30T00:00:00.000Z', 200],
  ['2026-01-01T00:00:00.000Z', '2026-06-30T00:00:00.001Z', 422],
])('a range from %s to %s is answered %i', async (from, to, status) => {
  for (const route of [listTransactions, summariseTransactions]) {
    const answer = await kopi.call(route, { query: { from, to } as never });
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ code?: string }>().code).toBe(status === 422 ? 'range_too_long' : undefined);
  }
});

test('spec §7: the CSV is exactly the filter, the order and the columns that are shown', async () => {
  const query = { status: 'success', sort: '-amount', q: 'kn-', amount_max: '100000' };
  const answer = await csv({ ...query, columns: 'amount,id,created_at,status,fee_amount' });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="transactions-\d{4}-\d\d-\d\d\.csv"$/);
  const [header, ...lines] = answer.body.trimEnd().split('\n');
  expect(header).toBe('amount,id,created_at (WIB),status,fee_amount');
  const wib = (iso: string) => new Date(Date.parse(iso) + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const rows = await everyPage(query);
  expect(rows.length).toBeGreaterThan(20);
  expect(lines).toEqual(
    rows.map((row) => [row.amount, row.id, wib(row.created_at), row.status, row.fee_amount].join(',')),
  );
});

test('a CSV without a column selection has all columns; an unknown column and a long range are refused', async () => {
  const answer = await csv({ status: 'created' });
  expect(answer.body.split('\n', 1)[0]?.replaceAll(' (WIB)', '')).toBe(CSV_FIELDS.join(','));
  expect((await csv({ columns: 'id,password_hash' })).statusCode).toBe(400);
  expect((await csv({ columns: ',' })).statusCode).toBe(400);
  const range = { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
  expect((await csv(range)).statusCode).toBe(422);
  expect((await csv({}, t.client())).statusCode).toBe(401);
});

test('formulas in text are escaped, and commas and quotes are quoted', async () => {
  const names = ['=1+1', '+62812', '-5', '@SUM(A1)', '\tx', 'a,"b"', "O'Neil", 'plain'];
  // The bank of this test does not answer: the payments stay as they were asked for.
  for (const [index, customer_name] of names.entries()) {
    const headers = { 'idempotency-key': `csv-${index}` };
    await kopi.ok(createQrisPayment, { body: { amount: 77_777, customer_name, description: customer_name }, headers });
  }
  const answer = await csv({ amount_min: '77777', amount_max: '77777', columns: 'customer_name' });
  const cells = answer.body.trimEnd().split('\n').slice(1);
  expect(cells.toSorted()).toEqual(
    ["'+62812", "'-5", "'=1+1", "'@SUM(A1)", '"a,""b"""', "O'Neil", 'plain', 'x'].toSorted(),
  );
});

test('support sees masked email addresses in list, details and CSV', async () => {
  const support = await t.signIn('support@kopi.example');
  const row = all.find(({ customer_email }) => customer_email !== null);
  if (!row?.customer_email) throw new Error('no such payment');
  const masked = `${row.customer_email[0] ?? ''}***@mail.example`;
  const listed = await support.ok(listTransactions, { query: { q: row.id } });
  expect(listed.data[0]?.customer_email).toBe(masked);
  const detail = await support.call(getTransaction, { params: { id: row.id } });
  expect(detail.json<{ data: Transaction }>().data.customer_email).toBe(masked);
  expect(detail.body).not.toContain(row.customer_email);
  const file = await csv({ q: row.id }, support);
  expect(file.body).toContain(masked);
  expect(file.body).not.toContain(row.customer_email);
  expect((await kopi.ok(getTransaction, { params: { id: row.id } })).data.customer_email).toBe(row.customer_email);
});

test('support cannot filter by an email that it sees masked, in list, totals, files and exports', async () => {
  const support = await t.signIn('support@kopi.example');
  const { customer_email } = all.find((row) => row.customer_email !== null) ?? {};
  if (!customer_email) throw new Error('no such payment');
  // An address without payments is refused as well: the response is the same.
  for (const query of [{ customer_email }, { customer_email: 'nobody@mail.example' }]) {
    expect((await support.call(listTransactions, { query })).statusCode).toBe(403);
    expect((await support.call(summariseTransactions, { query })).statusCode).toBe(403);
    expect((await csv(query, support)).statusCode).toBe(403);
    const body = { list: 'transactions', format: 'csv', query } as const;
    expect((await support.call(createExport, { body })).statusCode).toBe(403);
  }
  expect((await support.ok(listTransactions, { query: { customer_email: '' } })).data.length).toBeGreaterThan(0);
  const found = await everyPage({ customer_email: customer_email.toUpperCase() });
  expect(ids(found)).toEqual(ids(all.filter((row) => row.customer_email === customer_email)));
});

test('an aborted CSV download releases the connection', async () => {
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { accept: 'text/csv', authorization: admin.authorization ?? '' };
  for (let turn = 0; turn < 15; turn++) {
    const stop = new AbortController();
    const answer = await fetch(`${address}${API_BASE}/transactions`, { headers, signal: stop.signal });
    await answer.body?.getReader().read();
    stop.abort();
  }
  // More downloads than the pool has connections: leaked connections would block this request.
  expect((await kopi.ok(listTransactions, { query: { limit: 1 } })).data).toHaveLength(1);
});

test('a key without access to transactions gets neither list nor CSV', async () => {
  const access = [{ group: 'QRIS', access: 'view' }];
  const { data } = await kopi.ok(createApiKey, { body: { name: 'QRIS only', access } });
  const client = t.client(`Bearer ${data.secret}`);
  expect((await client.call(listTransactions)).statusCode).toBe(403);
  expect((await csv({}, client)).statusCode).toBe(403);
});
