/** A backlog of journals on tables that were never analyzed, as after a crash or in the first minute of an installation. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../test/database.ts';
import { analyzeNewTables } from '../db/analyze.ts';
import type { Db } from '../db/connect.ts';
import { asMerchant } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { listBalances } from './balance.ts';
import { foldBalances } from './folding.ts';
import { buildUnfoldedTransfersQuery } from './unfolded-transfers.ts';

const { merchant_id } = KOPI_NUSANTARA;
const NOW = new Date('2026-11-21T03:00:00Z');
/** More than one batch of folding. */
const JOURNALS = 12_000;

let opened: Awaited<ReturnType<typeof openDatabase>>;
let db: Db;

beforeAll(async () => {
  opened = await openDatabase('people');
  db = opened.db;
  const { owner } = opened;
  for (const table of ['transfer', 'unfolded_journal'])
    await owner.query(`alter table app.${table} set (autovacuum_enabled = false)`);
  await owner.query(
    `insert into app.transfer (merchant_id, id, journal_id, debit_account, credit_account, amount, kind, reference_type,
       reference_id, posted_at)
     select $1, 'tfr_' || n, 'jrn_' || n, d.id, c.id, 10, 'test', 'test', n, $2 from generate_series(1, $3::int) n
     join app.ledger_account d on d.merchant_id = $1 and d.type = 'bank_clearing'
     join app.ledger_account c on c.merchant_id = $1 and c.type = 'available'`,
    [merchant_id, NOW, JOURNALS],
  );
  await insertUnfolded();
});
afterAll(() => opened?.close());

const insertUnfolded = () =>
  opened.owner.query(
    `insert into app.unfolded_journal (merchant_id, journal_id, posted_at)
     select merchant_id, journal_id, posted_at from app.transfer where merchant_id = $1`,
    [merchant_id],
  );

const readAvailable = async (): Promise<number | undefined> => {
  const balances = await asMerchant(db, merchant_id, (tx) => listBalances(tx));
  return balances.find(({ type }) => type === 'available')?.balance;
};

/** Returns the plan of the statement that reads the backlog. */
const explainBacklog = (): Promise<string> =>
  asMerchant(db, merchant_id, async (tx) => {
    const query = buildUnfoldedTransfersQuery(merchant_id);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${query}`.execute(tx.sql);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

test('without planner statistics, a backlog is folded within the limit of a statement', async () => {
  expect(await foldBalances(db, NOW)).toBe(JOURNALS);
  expect(await readAvailable()).toBe(JOURNALS * 10);
});

test('a table that was never analyzed gets statistics, with which a backlog is read by one lookup per journal', async () => {
  await insertUnfolded();
  const { owner_url } = opened.database;
  expect(await analyzeNewTables(owner_url)).toEqual(['app.transfer', 'app.unfolded_journal']);
  expect(await analyzeNewTables(owner_url)).toEqual([]);
  expect(await readAvailable()).toBe(2 * JOURNALS * 10);
  // The plan, not the time: a slow machine takes long for the right one, too.
  expect(await explainBacklog()).toMatch(
    /Nested Loop[^]*Index Scan using \w+ on transfer x\n\s+Index Cond: .*journal_id = u\.journal_id/,
  );
});
