import { readdirSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../src/db/connect.ts';
import { enqueue } from '../src/db/enqueue.ts';
import { migrate } from '../src/db/migrate.ts';
import { asLogin, asMerchant } from '../src/db/tx.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA, ensurePeople } from '../src/sandbox/people.ts';
import { type TestDatabase, createTestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('of two concurrent starts on an empty database one applies all files, the other none', async () => {
  const empty = await createTestDatabase('nothing');
  const roles = { web_password: 'again-web', jobs_password: 'again-jobs' };
  const runs = await Promise.all([migrate(empty.owner_url, roles), migrate(empty.owner_url, roles)]);
  const files = readdirSync(new URL('../migrations/', import.meta.url)).sort();
  expect(runs.map((run) => run.applied)).toEqual(expect.arrayContaining([[], files]));
  await empty.drop();
});

test('an edited migration is rejected', async () => {
  const client = new pg.Client({ connectionString: database.owner_url });
  await client.connect();
  await client.query(`update public.dasbor_migration set sha256 = 'edited' where name = '0001_doors.sql'`);
  await client.end();
  await expect(migrate(database.owner_url, { web_password: 'x', jobs_password: 'y' })).rejects.toThrow(
    'Migration 0001_doors.sql was edited',
  );
});

test('a merchant sees only itself, and a job exists if and only if its transaction commits', async () => {
  const db = connect(database.web_url, { max: 2, on_error: () => undefined });
  try {
    await ensurePeople({ db }, new Date());
    const seen = await asMerchant(db, KOPI_NUSANTARA.merchant_id, (tx) =>
      tx.sql.selectFrom('merchant').select('code').execute(),
    );
    expect(seen).toEqual([{ code: 'KOPI' }]);
    await asMerchant(db, BATIK_LESTARI.merchant_id, (tx) => enqueue(tx, 'kept', { n: 1 }));
    await expect(
      asMerchant(db, BATIK_LESTARI.merchant_id, async (tx) => {
        await enqueue(tx, 'lost', { n: 2 });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await expect(asLogin(db, (tx) => tx.sql.selectFrom('transaction').select('id').execute())).rejects.toThrow(
      'permission denied',
    );
  } finally {
    await db.kysely.destroy();
  }
  const client = new pg.Client({ connectionString: database.owner_url });
  await client.connect();
  const jobs = await client.query<{ task_identifier: string }>('select task_identifier from graphile_worker.jobs');
  await client.end();
  expect(jobs.rows).toEqual([{ task_identifier: 'kept' }]);
});
