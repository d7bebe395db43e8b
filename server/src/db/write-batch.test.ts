/** A batch of writes gives the same counts as one statement and as several. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { ensureMerchant } from '../merchant/queries.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type Db, connect } from './connect.ts';
import { type MerchantTx, asMerchant } from './tx.ts';
import { executeWriteBatch } from './write-batch.ts';

const AT = new Date('2026-11-18T07:05:00.000Z');
const KOPI = KOPI_NUSANTARA.merchant_id;
let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.web_url, { max: 1, on_error: () => undefined });
  await ensureMerchant(db, KOPI_NUSANTARA, AT);
});
afterAll(async () => {
  await db.kysely.destroy();
  await database.drop();
});

const buildId = (tx: MerchantTx, external_id: string) =>
  tx.sql
    .insertInto('rail_external_id')
    .values({ merchant_id: KOPI, partner: 'bank', business_day: '2026-11-18', external_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('external_id');

test.each([false, true])('counts of the affected rows; sharded: %s', async (is_sharded) => {
  const prefix = String(is_sharded);
  const counts = await asMerchant(db, KOPI, async (tx) => {
    expect(tx.is_sharded).toBe(false);
    await buildId(tx, `${prefix}-1`).execute();
    return executeWriteBatch(
      { ...tx, is_sharded },
      { known: buildId(tx, `${prefix}-1`), added: buildId(tx, `${prefix}-2`) },
    );
  });
  expect(counts).toEqual({ known: 0, added: 1 });
});
