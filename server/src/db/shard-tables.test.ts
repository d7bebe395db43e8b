/** Every table is classified exactly once, and the schema can be distributed. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, openOwnerClient } from '../../test/database.ts';
import {
  buildDistribution,
  distributeNewTables,
  listDistributed,
  listShardProblems,
  planShards,
} from './shard-tables.ts';

let client: pg.Client;
let database: TestDatabase;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ client, database, close } = await openOwnerClient());
});
afterAll(() => close());

/** Runs statements that are rolled back. */
async function withChange<T>(change: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query(change);
    return await work();
  } finally {
    await client.query('rollback');
  }
}

test('every table is distributed, a reference table or local, exactly once', async () => {
  const { distributed, reference, local } = await planShards(client);
  const all = [...distributed, ...reference, ...local];
  expect(new Set(all).size).toBe(all.length);
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`,
  );
  expect(all).toHaveLength(rows[0]?.count ?? 0);
  expect(distributed[0]).toBe('merchant');
  expect(distributed.indexOf('transaction')).toBeLessThan(distributed.indexOf('refund'));
});

test('the schema can be distributed', async () => {
  expect(await listShardProblems(client, await planShards(client))).toEqual([]);
});

test('plain PostgreSQL is not sharded', async () => {
  expect(await listDistributed(client)).toBeNull();
});

test('parents are distributed before the tables that refer to them', async () => {
  const plan = await planShards(client);
  const statements = buildDistribution(plan);
  expect(statements[1]).toBe(`select create_reference_table('app.fee_rule')`);
  expect(statements).toContain(`select create_distributed_table('app.merchant', 'merchant_id', shard_count => 32)`);
  expect(statements).toHaveLength(1 + plan.reference.length + plan.distributed.length);
});

test('a table that nobody classified is refused', async () => {
  await expect(withChange('create table app.orphan (id text primary key)', () => planShards(client))).rejects.toThrow(
    'orphan has no merchant_id and is not listed',
  );
});

const LONG = 'a_constraint_whose_name_is_longer_than_a_shard_leaves_it';

test.each([
  [
    'a long name',
    `alter table app.merchant add constraint ${LONG} check (true)`,
    `constraint ${LONG} has more than 54`,
  ],
  [
    'a foreign key to a local table',
    'create table app.orphan (merchant_id text not null, user_id text references app.login (user_id))',
    'the distributed table orphan refers to login (local)',
  ],
  [
    'a trigger',
    `create function app.noop() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger orphan after insert on app.merchant execute function app.noop()`,
    'merchant has the trigger orphan',
  ],
  [
    'a key without the merchant',
    'create table app.orphan (merchant_id text not null, id text primary key)',
    'orphan: the key orphan_pkey does not begin with merchant_id',
  ],
  [
    'a policy with a plain comparison',
    'create policy plain on app.merchant using (merchant_id = app.current_merchant())',
    'merchant: the policy plain compares with = instead of',
  ],
  [
    'a policy with a subquery',
    'create policy deep on app.merchant with check (merchant_id = any (select m.merchant_id from app.transaction m))',
    'merchant: the policy deep has a subquery',
  ],
  ['a rule', 'create rule orphan as on insert to app.merchant do also nothing', 'merchant has the rule orphan'],
  [
    'a right of tenants to a table of the coordinator',
    'grant select on app.login to app_merchant',
    'app_merchant may select login',
  ],
  [
    'a right of tenants to change a shared table',
    'grant update on app.holiday to app_reader',
    'app_reader may update holiday',
  ],
])('%s is reported', async (_name, change, problem) => {
  const problems = await withChange(change, async () => listShardProblems(client, await planShards(client)));
  expect(problems.join('\n')).toContain(problem);
});

/** Answers as a sharded database whose `done` tables are distributed, and records the statements that distribute. */
function pretendSharded(done: readonly string[]): { sharded: Pick<pg.ClientBase, 'query'>; statements: string[] } {
  const statements: string[] = [];
  const query = async (text: string, values?: unknown[]) => {
    if (text.includes('to_regproc')) return { rows: [{ is_sharded: true }] };
    if (text.includes('pg_dist_partition')) return { rows: done.map((name) => ({ name })) };
    if (/^(?:set citus|select create_)/.test(text)) return void statements.push(text);
    return client.query(text, values);
  };
  return { sharded: { query: query as pg.ClientBase['query'] }, statements };
}

test('a table that a migration creates is distributed on a distributed database, and nothing else is', async () => {
  const plan = await planShards(client);
  const { sharded, statements } = pretendSharded([...plan.distributed, ...plan.reference]);
  await withChange(
    'create table app.novelty (merchant_id text not null references app.merchant, primary key (merchant_id))',
    () => distributeNewTables(sharded),
  );
  expect(statements).toEqual([
    'set citus.enable_local_reference_table_foreign_keys = off',
    `select create_distributed_table('app.novelty', 'merchant_id', colocate_with => 'app.merchant')`,
  ]);
});

test('a database that is not distributed stays as it is', async () => {
  const { sharded, statements } = pretendSharded([]);
  await distributeNewTables(sharded);
  await distributeNewTables(client);
  expect(statements).toEqual([]);
});

/** Runs `npm run distribute`. */
const runDistribute = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../../../scripts/distribute.ts'), ...args],
      { env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.owner_url } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

test('npm run distribute -- --check reports the tables of plain PostgreSQL; without it, Citus is required', async () => {
  const plan = await planShards(client);
  const counts = `${plan.distributed.length} tables by merchant_id, ${plan.reference.length} on every node, ${plan.local.length} on the coordinator`;
  const checked = await runDistribute('--check');
  expect(checked).toEqual({ code: 0, output: `  ${counts}\n  This database is not sharded\n` });
  const refused = await runDistribute();
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('Citus is not installed in this database: create extension citus');
});

test('npm run distribute refuses a schema that cannot be distributed and skips what is; with --check it changes nothing', async () => {
  // Stands in for Citus: it writes down which tables it distributes.
  await client.query(`
    create table public.pg_dist_partition (logicalrelid regclass);
    insert into public.pg_dist_partition values ('app.merchant');
    create function public.create_distributed_table(name regclass, key text, shard_count int default 0, colocate_with text default '')
      returns void language sql as 'insert into public.pg_dist_partition values (name)';
    create function public.create_reference_table(name regclass) returns void language sql
      as 'insert into public.pg_dist_partition values (name)';`);
  const listDone = async () => (await listDistributed(client))?.size;
  try {
    const checked = await runDistribute('--check');
    expect(checked.code).toBe(0);
    expect(checked.output).toContain('1 tables are distributed');
    expect(await listDone()).toBe(1);
    await client.query(`alter table app.merchant add constraint ${LONG} check (true)`);
    for (const args of [['--check'], []]) {
      const refused = await runDistribute(...args);
      expect(refused.code).toBe(1);
      expect(refused.output).toContain(`constraint ${LONG} has more than 54`);
      expect(await listDone()).toBe(1);
    }
    await client.query(`alter table app.merchant drop constraint ${LONG}`);
    const plan = await planShards(client);
    const count = plan.distributed.length + plan.reference.length;
    expect(await runDistribute()).toMatchObject({ code: 0, output: expect.stringContaining(`: ${count - 1} tables`) });
    expect(await listDone()).toBe(count);
    expect(await runDistribute()).toMatchObject({ code: 0, output: expect.stringContaining('Distributed: 0 tables') });
  } finally {
    await client.query(`
      alter table app.merchant drop constraint if exists ${LONG};
      drop function public.create_distributed_table, public.create_reference_table;
      drop table public.pg_dist_partition;`);
  }
});
