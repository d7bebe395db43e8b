/** The sweep of batches whose job was lost reaches every batch, however many keep failing. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type TestApp, TEST_START, startTestApp } from '../../test/test-app.ts';
import { asPlatform } from '../db/tx.ts';
import { listStaleBatches } from './queries.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startTestApp();
  const owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  await owner.query(
    `insert into app.disbursement_batch (merchant_id, id, batch_reference, file_id, file_name, sha256, status, file_rows, total_rows, created_by_id, created_by, created_at, updated_at)
     select $1, 'dsbb_' || n, 'Payroll ' || n, 'file_' || n, 'payroll.csv', 'x' || n, 'validating', 1, 0, 'usr_1', 'Test', $2, $2::timestamptz + n * interval '1 second'
     from generate_series(1, 3) n`,
    [KOPI_NUSANTARA.merchant_id, TEST_START.toISOString()],
  );
  await owner.end();
});
afterAll(() => it.close());

test('a batch is reached although older ones stay stale', async () => {
  const after = new Date(TEST_START.getTime() + 3_600_000);
  const reached = new Set<string>();
  for (let runs = 0; runs < 60; runs++) {
    for (const { id } of await asPlatform(it.deps.db, (tx) => listStaleBatches(tx, after, 1))) reached.add(id);
  }
  expect([...reached].toSorted()).toEqual(['dsbb_1', 'dsbb_2', 'dsbb_3']);
});
