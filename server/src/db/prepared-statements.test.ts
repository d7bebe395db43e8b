/** Repeated statements are prepared; others are not. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { type Db, connect } from './connect.ts';
import { forceCustomPlans } from './custom-plans.ts';
import { getStatementName, createStatementRegistry } from './prepared-statements.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.web_url, { max: 1, on_error: () => undefined });
});
afterAll(async () => {
  await db?.kysely.destroy();
  await database?.drop();
});

const countPrepared = async (part: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_prepared_statements where statement like ${`%${part}%`}
      and statement not like '%pg_prepared_statements%'`.execute(db.kysely);
  return rows[0]?.count ?? -1;
};

test('a statement is prepared from its third run on, with the same results', async () => {
  for (const [at, prepared] of [0, 0, 1, 1, 1, 1, 1, 1].entries()) {
    const { rows } = await sql<{ twice: number }>`select ${at}::int * 2 as twice`.execute(db.kysely);
    expect(rows).toEqual([{ twice: at * 2 }]);
    expect(await countPrepared('as twice')).toBe(prepared);
  }
});

test('a prepared statement works after a failed run', async () => {
  const divide = async (by: number) =>
    (await sql<{ tenth: number }>`select 10 / ${by}::int as tenth`.execute(db.kysely)).rows[0]?.tenth;
  for (const by of [1, 2, 5, 10]) expect(await divide(by)).toBe(10 / by);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await divide(2)).toBe(5);
});

test.each([
  ['on', true],
  ['off', false],
] as const)(
  'custom plans with sequential scans %s: for a repeated statement, until the end of its transaction',
  async (setting, allows_seq_scans) => {
    const text = `select $1::int as planned_${setting}`;
    const countGeneric = async (): Promise<number> => {
      for (let time = 0; time < 12; time += 1) await db.pool.query(text, [time]);
      const { rows } = await db.pool.query<{ plans: number }>(
        'select sum(generic_plans)::int as plans from pg_prepared_statements where statement = $1',
        [text],
      );
      return rows[0]?.plans ?? -1;
    };
    await db.pool.query('begin');
    await forceCustomPlans({ sql: db.kysely }, { allows_seq_scans });
    expect(await countGeneric()).toBe(0);
    const { rows } = await db.pool.query<{ setting: string }>(`select current_setting('enable_seqscan') as setting`);
    expect(rows[0]?.setting).toBe(setting);
    await db.pool.query('rollback');
    expect(await countGeneric()).toBeGreaterThan(0);
  },
);

test('texts of several statements, which have no parameters, are not prepared', async () => {
  for (let time = 0; time < 4; time += 1) await sql.raw('begin; select 1 as several').execute(db.kysely);
  await sql`rollback`.execute(db.kysely);
  expect(await countPrepared('as several')).toBe(0);
});

test('the number and length of prepared statements are bounded', () => {
  const registry = createStatementRegistry();
  const names = Array.from({ length: 1_000 }, (_, n) => {
    getStatementName(registry, `select ${n}`);
    getStatementName(registry, `select ${n}`);
    return getStatementName(registry, `select ${n}`);
  });
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(300);
  expect(names[0]).toBe(getStatementName(registry, 'select 0'));
  const long = `select ${'1,'.repeat(10_000)}1`;
  expect([1, 2, 3, 4].map(() => getStatementName(createStatementRegistry(), long))).toEqual(Array(4).fill(undefined));
  for (let n = 0; n < 10_000; n += 1) getStatementName(registry, `once ${n}`);
  expect(registry.counts.size).toBeLessThanOrEqual(3_000);
});
