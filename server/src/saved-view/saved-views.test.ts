/** Saved views and column layouts: per user, at most five views per list. */
import {
  createSavedView,
  deleteSavedView,
  listListLayouts,
  listSavedViews,
  saveListLayout,
  updateSavedView,
} from '@dasbor/contract/saved-view';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';

let t: TestApp;
let kopi: TestClient;
let other: TestClient;
beforeAll(async () => {
  t = await startTestApp();
  kopi = await t.signIn('superadmin@kopi.example');
  other = await t.signIn('finance@kopi.example');
});
afterAll(() => t.close());

const make = (name: string, list = 'transactions', client = kopi) =>
  client.call(createSavedView, { body: { list, name, query: 'status=success&range=7d' } });
const names = async (list?: string, client = kopi) =>
  (await client.ok(listSavedViews, { query: list === undefined ? {} : { list } })).data.map(({ name }) => name);
const getStatusAndCode = (answer: { statusCode: number; json: () => unknown }) => [
  answer.statusCode,
  (answer.json() as { code?: string }).code,
];

test('domain 0: a user can save five views per list, with unique names', async () => {
  for (const name of ['e', 'd', 'c', 'b']) expect((await make(name)).statusCode).toBe(201);
  expect(getStatusAndCode(await make('b'))).toEqual([409, 'view_name_taken']);
  // Ten at once for the one place that is left.
  const rush = await Promise.all(Array.from({ length: 10 }, (_, at) => make(`rush ${at}`)));
  expect(rush.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 422),
  ]);
  expect(getStatusAndCode(await make('f'))).toEqual([422, 'too_many_views']);
  expect((await make('a', 'refunds')).statusCode).toBe(201);
  expect((await make('a', 'transactions', other)).statusCode).toBe(201);
  expect(await names('transactions')).toHaveLength(5);
  expect(await names('refunds')).toEqual(['a']);
  expect(await names()).toHaveLength(6);
  expect(await names('transactions', other)).toEqual(['a']);
});

test('a view can be renamed, given another filter, and deleted', async () => {
  const [view, next] = (await kopi.ok(listSavedViews, { query: { list: 'transactions' } })).data;
  if (!view || !next) throw new Error('no views');
  const renamed = await kopi.ok(updateSavedView, { params: { id: view.id }, body: { name: 'Big ones' } });
  expect(renamed.data).toMatchObject({ name: 'Big ones', query: view.query, list: 'transactions' });
  const changed = await kopi.ok(updateSavedView, { params: { id: view.id }, body: { query: 'amount_min=1' } });
  expect(changed.data).toMatchObject({ name: 'Big ones', query: 'amount_min=1' });
  const clash = await kopi.call(updateSavedView, { params: { id: view.id }, body: { name: next.name } });
  expect(getStatusAndCode(clash)).toEqual([409, 'view_name_taken']);
  expect((await kopi.call(deleteSavedView, { params: { id: view.id } })).statusCode).toBe(204);
  expect(await names('transactions')).toHaveLength(4);
  expect((await kopi.call(deleteSavedView, { params: { id: view.id } })).statusCode).toBe(404);
});

test("no user can access another user's views, not even of the same merchant", async () => {
  const [view] = (await kopi.ok(listSavedViews, { query: { list: 'transactions' } })).data;
  const id = view?.id ?? '';
  expect((await other.call(updateSavedView, { params: { id }, body: { name: 'x' } })).statusCode).toBe(404);
  expect((await other.call(deleteSavedView, { params: { id } })).statusCode).toBe(404);
  expect(await names('transactions')).toContain(view?.name);
});

test('provider staff can save views too', async () => {
  const staff = await t.signIn('platform_admin@dasbor.example');
  expect((await make('Mine', 'merchants', staff)).statusCode).toBe(201);
  expect(await names('merchants', staff)).toEqual(['Mine']);
});

test('column layouts are saved per user and list until the default is restored', async () => {
  const columns = [
    { id: 'amount', is_visible: true },
    { id: 'time', is_visible: false },
  ];
  const layouts = async (client = kopi) => (await client.ok(listListLayouts)).data;
  await kopi.ok(saveListLayout, { body: { list: 'transactions', columns } });
  await kopi.ok(saveListLayout, { body: { list: 'balance', columns: columns.toReversed() } });
  expect(await layouts()).toEqual([
    { list: 'balance', columns: columns.toReversed() },
    { list: 'transactions', columns },
  ]);
  expect(await layouts(other)).toEqual([]);
  await kopi.ok(saveListLayout, { body: { list: 'balance', columns: [] } });
  expect(await layouts()).toEqual([{ list: 'transactions', columns }]);
});

test('a user can save the layouts of at most a hundred lists', async () => {
  const columns = [{ id: 'amount', is_visible: true }];
  const staff = await t.signIn('platform_support@dasbor.example');
  const owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  await owner.query(
    `insert into app.list_layout (user_id, list, columns, updated_at)
     select l.user_id, 'list-' || n, '[]', now() from app.login l, generate_series(1, 99) n
     where l.email = 'platform_support@dasbor.example'`,
  );
  await owner.end();
  const keep = (list: string) => staff.call(saveListLayout, { body: { list, columns } });
  expect((await keep('one-more')).statusCode).toBe(200);
  expect((await keep('one-more')).statusCode).toBe(200);
  expect((await keep('too-many')).statusCode).toBe(400);
});
