/** Which statements PostgreSQL may plan in parallel (decision 0138): those of jobs, never the request of a merchant. */
import { text } from 'node:stream/consumers';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { ensureMerchant } from '../merchant/queries.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type Db, connect } from './connect.ts';
import { type CopyOptions, copyCsv } from './copy.ts';
import { allowLongStatements } from './long-statements.ts';
import { type MerchantTx, asMerchant } from './tx.ts';

const { merchant_id } = KOPI_NUSANTARA;
let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.web_url, { max: 2, on_error: () => undefined });
  await ensureMerchant(db, KOPI_NUSANTARA, new Date('2026-11-18T07:05:00.000Z'));
});
afterAll(async () => {
  await db.kysely.destroy();
  await database.drop();
});

/** The plan of a sum over a tenant table, when starting processes costs nothing. */
async function explainSum(tx: MerchantTx): Promise<string> {
  await sql`select set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true),
    set_config('min_parallel_table_scan_size', '0', true), set_config('enable_indexscan', 'off', true),
    set_config('enable_bitmapscan', 'off', true)`.execute(tx.sql);
  const { rows } = await sql<Record<string, string>>`
    explain select sum(net_amount) from app.settlement_line where merchant_id = ${merchant_id}`.execute(tx.sql);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('a job may sum the rows of a merchant in parallel, behind its policy', async () => {
  const plan = await asMerchant(db, merchant_id, async (tx) => {
    await allowLongStatements(tx);
    return explainSum(tx);
  });
  expect(plan).toContain('Workers Planned: 2');
  expect(plan).toContain('app.merchant_id');
});

test('a request of a merchant uses one process of the database', async () => {
  expect(await asMerchant(db, merchant_id, explainSum)).not.toContain('Workers Planned');
});

test('a file that a job writes is read in parallel, a download that a client reads is not', async () => {
  const query = CompiledQuery.raw(`select current_setting('max_parallel_workers_per_gather') as workers`);
  const read = async (reader: CopyOptions['reader']) =>
    text(await copyCsv(db, merchant_id, { compile: () => query }, { reader }));
  expect(await read('process')).toBe('workers\n2\n');
  expect(await read('client')).toBe('workers\n0\n');
  expect(await read('process')).toBe('workers\n2\n');
});
