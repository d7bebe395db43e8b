/** Copies of ledger totals outside the database, and the verification against them. */
import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOBS } from '../jobs/registry.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { createCollectedLog } from '../../test/collected-log.ts';
import { type TestApp, TEST_START, startTestApp } from '../../test/test-app.ts';
import { exportLedgerHeads, verifyLedgerHeads } from './heads.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
let it: TestApp;
let owner: pg.Client;
const folder = () => path.join(it.deps.env.HEADS_DIR, 'ledger-heads');
const file = () => path.join(folder(), readdirSync(folder())[0]!);
const setBalance = (amount: number) =>
  owner.query(
    `insert into app.account_balance (merchant_id, account_id, debits, credits, folded_at)
     select merchant_id, id, $2, $2, now() from app.ledger_account where merchant_id = $1 order by id limit 1
     on conflict (merchant_id, account_id) do update set debits = $2, credits = $2`,
    [KOPI, amount],
  );

beforeAll(async () => {
  it = await startTestApp();
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  await owner.query(
    `insert into app.ledger_account (merchant_id, id, type, created_at) values ($1, '0', 'rounding', now())
     on conflict do nothing`,
    [KOPI],
  );
});
afterAll(async () => {
  await owner.end();
  await it.close();
});

test('totals are copied when they changed; totals below a copy and altered lines are found', async () => {
  await setBalance(1_000);
  expect(await exportLedgerHeads(it.deps, TEST_START)).toBeGreaterThanOrEqual(1);
  expect(await exportLedgerHeads(it.deps, TEST_START)).toBe(0);
  await setBalance(5_000);
  expect(await exportLedgerHeads(it.deps, TEST_START)).toBe(1);
  expect(readFileSync(file(), 'utf8')).toContain('"debits":');
  expect(await verifyLedgerHeads(it.deps)).toEqual([]);

  await setBalance(4_999);
  expect(await verifyLedgerHeads(it.deps)).toMatchObject([{ merchant_id: KOPI, defect: 'totals_fell' }]);
  await setBalance(5_001);
  expect(await verifyLedgerHeads(it.deps)).toEqual([]);

  appendFileSync(file(), '{"merchant_id":"x"}\n');
  expect(await verifyLedgerHeads(it.deps)).toMatchObject([{ merchant_id: null, defect: 'head_file_altered' }]);
});

test('the job copies the totals to the log as well, where nobody with the rights of the database can change them', async () => {
  await setBalance(7_000);
  const { log, lines } = createCollectedLog();
  const run = () => JOBS.find(({ name }) => name === 'export_ledger_heads')?.run({ ...it.deps, log }, {});
  await run();
  const copy = lines.find(({ merchant_id }) => merchant_id === KOPI);
  expect(copy).toMatchObject({ msg: 'ledger head', at: TEST_START.toISOString(), hash: expect.any(String) });
  const stored = readFileSync(file(), 'utf8').trim().split('\n').at(-1) ?? '';
  const { msg: _msg, level: _level, time: _time, ...logged } = copy ?? {};
  expect(JSON.parse(stored)).toMatchObject(logged);
  lines.length = 0;
  await run();
  expect(lines).toEqual([]);
});
