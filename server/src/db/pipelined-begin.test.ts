import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openDatabase } from '../../test/database.ts';
import type { Db } from './connect.ts';
import { enablePipelinedBegin } from './pipelined-begin.ts';
import { asIntake } from './tx.ts';

let opened: Awaited<ReturnType<typeof openDatabase>>;
let db: Db;
let owner: pg.Client;
beforeAll(async () => {
  opened = await openDatabase();
  ({ db, owner } = opened);
});
afterAll(() => opened.close());

/** Of all connections of callbacks: the next transaction may use any of them. */
const readRoles = () =>
  Promise.all(
    Array.from({ length: 8 }, () =>
      asIntake(
        db,
        async (tx) => (await sql<{ role: string }>`select current_user as role`.execute(tx.sql)).rows[0]?.role,
      ),
    ),
  );

test('the first statement is sent without waiting for the begin of the transaction', async () => {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const query = (text: string) => {
    sent.push(text);
    return new Promise((resolve) => answers.push(() => resolve(text)));
  };
  const client = { query } as unknown as pg.ClientBase;
  enablePipelinedBegin(client);
  await client.query('begin; select 1');
  const first = client.query('select 2');
  expect(sent).toEqual(['begin; select 1', 'select 2']);
  for (const answer of answers) answer();
  expect(await first).toBe('select 2');
  const second = client.query('commit');
  answers.at(-1)?.();
  expect(await second).toBe('commit');
});

test('the first statement runs as the role of the transaction', async () => {
  expect(new Set(await readRoles())).toEqual(new Set(['app_intake']));
});

test('a transaction that cannot begin rejects with that error, and its first statement does not run', async () => {
  await db.intake.connection().execute(async (kysely) => {
    await sql`begin; select app.enter('app_owner', '')`.execute(kysely);
    const first = sql`select set_config('test.first_statement', 'ran', false)`.execute(kysely);
    await expect(first).rejects.toThrow(/app_owner/);
    await sql`rollback`.execute(kysely);
    const { rows } = await sql`select current_setting('test.first_statement', true) as value`.execute(kysely);
    expect(rows).toEqual([{ value: null }]);
  });
});

test('a statement that fails ends its own transaction only', async () => {
  const failed = asIntake(db, (tx) => sql`select 1 / ${0}::int`.execute(tx.sql));
  await expect(failed).rejects.toThrow('division by zero');
  expect(new Set(await readRoles())).toEqual(new Set(['app_intake']));
});

test('connections of callbacks that the server ends are replaced', async () => {
  const ending = asIntake(db, async (tx) => {
    await sql`select 1`.execute(tx.sql);
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename like '%\\_web'`,
    );
    await sql`select 2`.execute(tx.sql);
  });
  await expect(ending).rejects.toThrow(/terminat|connection|EPIPE/);
  // The first ones may get a connection whose end was not noticed yet.
  await expect.poll(() => readRoles().catch(String)).toEqual(Array.from({ length: 8 }, () => 'app_intake'));
});
