import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureMerchant } from '../merchant/queries.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { toProblem } from '../http/problem.ts';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { type Db, connect } from './connect.ts';
import { assertSafeToStart, listWorkerProblems } from './start-checks.ts';
import { asLogin, asMerchant, asPlatform, isSharded, isUniqueViolation } from './tx.ts';

const AT = new Date('2026-11-18T07:05:00.000Z');
const KOPI = KOPI_NUSANTARA.merchant_id;
let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.web_url, { max: 4, on_error: () => undefined });
  await ensureMerchant(db, KOPI_NUSANTARA, AT);
  await ensureMerchant(db, BATIK_LESTARI, AT);
});
afterAll(async () => {
  await db.kysely.destroy();
  await database.drop();
});

test('retries a deadlock or serialisation failure up to three times', async () => {
  for (const code of ['40P01', '40001']) {
    let tries = 0;
    const work = (fails: number) => () => {
      tries++;
      return tries > fails ? Promise.resolve('done') : Promise.reject(Object.assign(new Error('again'), { code }));
    };
    expect(await asPlatform(db, work(3))).toBe('done');
    tries = 0;
    await expect(asPlatform(db, work(9))).rejects.toThrow('again');
    expect(tries).toBe(4);
  }
});

test('a transaction that cannot begin rejects: callers that wait for nothing handle only rejections', async () => {
  const closed = {
    ...db,
    get kysely(): never {
      throw new Error('closed');
    },
  };
  await expect(asPlatform(closed, () => Promise.resolve())).rejects.toThrow('closed');
});

test('rolls back and throws any other error without a retry', async () => {
  let tries = 0;
  const work = asPlatform(db, async (tx) => {
    tries++;
    await tx.sql.updateTable('merchant').set({ city: 'NOWHERE' }).where('merchant_id', '=', KOPI).execute();
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(tries).toBe(1);
  const [row] = await asMerchant(db, KOPI, (tx) =>
    tx.sql.selectFrom('merchant').select('city').where('merchant_id', '=', KOPI).execute(),
  );
  expect(row?.city).toBe(KOPI_NUSANTARA.city);
});

test('reports a connection lost half-way as unavailable, and the pool keeps working', async () => {
  const owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
  const error = await asLogin(db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.sql);
    await owner.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
    return sql`select 1`.execute(tx.sql);
  }).catch((caught: unknown) => caught);
  await owner.end();
  expect(toProblem(error).status_code).toBe(503);
  for (let n = 0; n < 8; n++) expect(await asLogin(db, () => Promise.resolve(n))).toBe(n);
});

test('reads numbers, instants and days as the contract writes them; rejects numbers beyond 2^53', async () => {
  const read = <T>(text: string) =>
    asLogin(db, async (tx) => (await sql.raw<{ v: T }>(`select ${text} as v`).execute(tx.sql)).rows[0]?.v);
  expect(await read('9007199254740991::bigint')).toBe(9_007_199_254_740_991);
  await expect(read('9007199254740992::bigint')).rejects.toThrow('beyond 2^53');
  expect(await read(`'2026-11-18 14:05:00+07'::timestamptz`)).toBe('2026-11-18T07:05:00.000Z');
  expect(await read(`'2026-11-18'::date`)).toBe('2026-11-18');
});

test('sets timeouts for statements, locks and idle transactions', async () => {
  const { rows } = await asLogin(db, (tx) =>
    sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(
      tx.sql,
    ),
  );
  expect(rows.map((row) => [row.name, Number(row.setting)])).toEqual([
    ['idle_in_transaction_session_timeout', 10_000],
    ['lock_timeout', 2_000],
    ['statement_timeout', 5_000],
  ]);
});

test('recognises a unique violation by constraint name, with or without the shard suffix', () => {
  const violation = (constraint: string) => Object.assign(new Error('duplicate'), { code: '23505', constraint });
  expect(isUniqueViolation(violation('transaction_reference'), 'transaction_reference')).toBe(true);
  expect(isUniqueViolation(violation('transaction_reference_102055'), 'transaction_reference')).toBe(true);
  expect(isUniqueViolation(violation('transaction_pkey'), 'transaction_reference')).toBe(false);
  expect(isUniqueViolation(new Error('duplicate'))).toBe(false);
  // A worker of a sharded database sends no such field.
  const by_message = (name: string) =>
    Object.assign(new Error(`duplicate key value violates unique constraint "${name}"`), { code: '23505' });
  expect(isUniqueViolation(by_message('transaction_reference_102055'), 'transaction_reference')).toBe(true);
  expect(isUniqueViolation(by_message('transaction_pkey_102055'), 'transaction_reference')).toBe(false);
});

test('plans are not compiled', async () => {
  const { rows } = await asLogin(db, (tx) =>
    sql<{ jit: string }>`select current_setting('jit') as jit`.execute(tx.sql),
  );
  expect(rows).toEqual([{ jit: 'off' }]);
});

test('the application does not start on a database that could mix up merchants', async () => {
  const owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
  await owner.query('alter table app.transfer no force row level security');
  await expect(assertSafeToStart(db)).rejects.toThrow('table transfer lacks forced row-level security');
  await owner.query('alter table app.transfer force row level security');
  await owner.end();
});

test('the workers of a sharded database are checked too', async () => {
  const owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
  // Answers as two workers would: the first runs the command, the second is down.
  await owner.query(`
    create function app.run_command_on_workers(command text, out nodename text, out nodeport int, out success bool, out result text)
    returns setof record language plpgsql as $$ begin
      nodename := 'one'; nodeport := 5432; success := true; execute command into result; return next;
      nodename := 'two'; success := false; result := 'connection refused'; return next;
    end $$;
    grant execute on function app.run_command_on_workers(text) to app_platform`);
  const down = 'worker two:5432 cannot be checked: connection refused';
  // Databases of tests run without fsync, which is a problem of its own.
  const listProblems = async () =>
    (await asPlatform(db, listWorkerProblems)).filter((problem) => !problem.includes('PostgreSQL setting'));
  expect(await listProblems()).toEqual([down]);
  await owner.query('alter table app.transfer no force row level security');
  await owner.query('alter table app.refund disable row level security');
  expect(await listProblems()).toEqual([
    'worker one:5432: table refund lacks forced row-level security',
    'worker one:5432: table transfer lacks forced row-level security',
    down,
  ]);
  await owner.query('alter table app.refund enable row level security');
  await owner.query('alter table app.transfer force row level security');
  await owner.end();
});

test('a database is sharded once the merchants are distributed, not when the extension is installed', async () => {
  const owner = new pg.Client({ connectionString: database.owner_url });
  await owner.connect();
  // Each process reads it once.
  const ask = async () => {
    const fresh = connect(database.web_url, { max: 1, on_error: () => undefined });
    const answer = await isSharded(fresh);
    await fresh.kysely.destroy();
    return answer;
  };
  expect(await ask()).toBe(false);
  await owner.query('create table app.pg_dist_partition (logicalrelid regclass)');
  await owner.query('grant select on app.pg_dist_partition to app_platform');
  expect(await ask()).toBe(false);
  await owner.query(`insert into app.pg_dist_partition values ('app.merchant')`);
  expect(await ask()).toBe(true);
  await owner.end();
});
