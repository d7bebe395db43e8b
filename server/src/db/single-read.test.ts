import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../test/database.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import type { Db } from './connect.ts';
import { readInOneRoundTrip } from './single-read.ts';
import { type MerchantScope, readAsMerchant } from './tx.ts';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let db: Db;
beforeAll(async () => {
  opened = await openDatabase('people');
  ({ db } = opened);
});
afterAll(() => opened.close());

const { merchant_id } = KOPI_NUSANTARA;
const read = <Row extends object>(build: (scope: MerchantScope) => ReturnType<typeof sql<Row>>) =>
  readAsMerchant(db, merchant_id, build);

interface State {
  role: string;
  merchant: string;
  is_read_only: string;
}

const readState = () =>
  read(
    () => sql<State>`
      select current_user as role, current_setting('app.merchant_id') as merchant,
        current_setting('transaction_read_only') as is_read_only where ${1}::int = 1`,
  );

test('a statement runs as the role of its merchant, in a transaction that only reads', async () => {
  expect(await readState()).toEqual([{ role: 'app_merchant', merchant: merchant_id, is_read_only: 'on' }]);
});

test('rows of another merchant are not visible', async () => {
  const count = (id: string) =>
    read(() => sql<{ count: number }>`select count(*) as count from app.merchant where merchant_id = ${id}`);
  expect(await count(merchant_id)).toEqual([{ count: 1 }]);
  expect(await count(BATIK_LESTARI.merchant_id)).toEqual([{ count: 0 }]);
});

test('a statement that fails leaves no transaction behind', async () => {
  await expect(read(() => sql<object>`select 1 / ${0}::int as one`)).rejects.toThrow('division by zero');
  await expect(
    read(() => sql<object>`update app.merchant set brand_name = ${'x'} where merchant_id = ${merchant_id}`),
  ).rejects.toThrow('read-only transaction');
  // The pool returns the connection that was used last.
  const client = await db.reads.connect();
  const { rows } = await client.query('select current_user = session_user as is_outside');
  client.release();
  expect(rows).toEqual([{ is_outside: true }]);
  expect(await readState()).toHaveLength(1);
});

test('a page in the order of an index is planned once per connection, and other statements for their values', async () => {
  const readSettings = (is_index_order: boolean, like = '%') =>
    readAsMerchant(
      db,
      merchant_id,
      () => sql<{ name: string; setting: string }>`
        select name, setting from pg_settings where name in ('plan_cache_mode', 'enable_sort') and name like ${like}
        order by name`,
      { is_index_order },
    );
  const fixed = [
    { name: 'enable_sort', setting: 'off' },
    { name: 'plan_cache_mode', setting: 'force_generic_plan' },
  ];
  for (let turn = 0; turn < 6; turn++) expect(await readSettings(true)).toEqual(fixed);
  expect((await readSettings(false)).map(({ setting }) => setting)).toEqual(['on', 'auto']);
  const client = await db.reads.connect();
  const { rows } = await client.query(
    "select generic_plans > 0 as is_kept from pg_prepared_statements where statement like '%plan_cache_mode%'",
  );
  client.release();
  expect(rows).toEqual([{ is_kept: true }]);
});

test('a transaction that cannot begin rejects with that error, and its statement has no rights', async () => {
  const query = sql<{ id: string }>`select merchant_id as id from app.merchant where ${1}::int = 1`.compile(db.kysely);
  const refused = readInOneRoundTrip(db.reads, "begin read only; select app.enter('app_owner', '')", query);
  await expect(refused).rejects.toThrow(/app_owner/);
  await expect(readInOneRoundTrip(db.reads, 'select 1', query)).rejects.toThrow('permission denied');
});

test('begin, statement and commit are sent without waiting for an answer, in one write', async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const client = {
    query: (text: string) => {
      sent.push(text);
      return new Promise((resolve) => answers.push(() => resolve({ rows: [{ text }] })));
    },
    connection: { stream: { cork: () => sent.push('('), uncork: () => sent.push(')') } },
    release: () => sent.push('released'),
  };
  const pool = { connect: () => Promise.resolve(client) } as unknown as pg.Pool;
  const reading = readInOneRoundTrip(pool, 'begin', { sql: 'select 1', parameters: [] } as never);
  await expect.poll(() => sent).toEqual(['(', 'begin', 'select 1', 'commit', ')']);
  for (const answer of answers) answer();
  expect(await reading).toEqual([{ text: 'select 1' }]);
  expect(sent.at(-1)).toBe('released');
});
