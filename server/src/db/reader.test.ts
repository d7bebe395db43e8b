/** Reading transactions over many merchants: what they see, and that they cannot write. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { type NewMerchant, ensureMerchant } from '../merchant/queries.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type Db, connect } from './connect.ts';
import { type ReaderTx, asMerchant, asReader } from './tx.ts';

const MERCHANTS: NewMerchant[] = Array.from({ length: 12 }, (_, index) => ({
  ...KOPI_NUSANTARA,
  merchant_id: `mer_01k0reader00000000000000${String(index).padStart(2, '0')}`,
  code: `R${index}`,
  brand_name: `Reader ${index}`,
}));
const IDS = MERCHANTS.map(({ merchant_id }) => merchant_id);

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.web_url, { max: 2, on_error: () => undefined });
  for (const merchant of MERCHANTS) await ensureMerchant(db, merchant, new Date('2026-11-18T07:05:00.000Z'));
});
afterAll(async () => {
  await db.kysely.destroy();
  await database.drop();
});

const listSeen = async (tx: Pick<ReaderTx, 'sql'>): Promise<string[]> =>
  (await tx.sql.selectFrom('merchant').select('merchant_id').orderBy('merchant_id').execute()).map(
    (row) => row.merchant_id,
  );

test('any set of merchants shows exactly these, over few connections that other readers and merchants use', async () => {
  const set = fc.uniqueArray(fc.constantFrom(...IDS));
  await fc.assert(
    fc.asyncProperty(fc.array(set, { minLength: 1, maxLength: 12 }), async (sets) => {
      await Promise.all(
        sets.map(async (ids, index) => {
          expect(await asReader(db, ids, listSeen)).toEqual(ids.toSorted());
          const own = IDS[index]!;
          expect(await asMerchant(db, own, listSeen)).toEqual([own]);
        }),
      );
    }),
    { numRuns: 25 },
  );
  expect(await asReader(db, 'all', listSeen)).toEqual(IDS);
});

describe('fails closed', () => {
  const enter = <T>(entry: string, work: (tx: Pick<ReaderTx, 'sql'>) => Promise<T>): Promise<T> =>
    db.kysely.transaction().execute(async (kysely) => {
      await sql.raw(entry).execute(kysely);
      return work({ sql: kysely });
    });

  test('without merchants', async () => {
    expect(await asReader(db, [], listSeen)).toEqual([]);
    for (const visible of ["''", 'null', "','", "'*'", "'%'"]) {
      expect(await enter(`select app.enter('app_reader', '', ${visible})`, listSeen)).toEqual([]);
    }
  });

  test('the merchants of one transaction are gone in the next one', async () => {
    await asReader(db, IDS, listSeen);
    const seen = enter("select app.enter('app_reader', '', '')", listSeen);
    expect(await seen).toEqual([]);
  });

  test('the role of explicit merchants cannot be entered without them, nor another role with them', async () => {
    await expect(enter("select app.enter('app_reader', '')", listSeen)).rejects.toThrow('bad role');
    for (const role of ['app_platform', 'app_provider_reader', 'app_merchant']) {
      await expect(enter(`select app.enter('${role}', '', '${IDS[0]}')`, listSeen)).rejects.toThrow('bad role');
    }
  });

  test('a malicious id is not run as SQL', async () => {
    for (const id of [`'; select 1; --`, `${IDS[0]},${IDS[1]}`, '', `${IDS[0]}'`]) {
      await expect((async () => asReader(db, [id], listSeen))()).rejects.toThrow('not a merchant id');
    }
  });

  test('the search of a reader is limited to its merchants, and it may not search all', async () => {
    const find = (name: string) => (tx: Pick<ReaderTx, 'sql'>) =>
      sql`select found.id from ${sql.id('app', name)}('transaction', 'x', 10) as found(id)`.execute(tx.sql);
    expect((await asReader(db, [IDS[0]!], find('search_visible'))).rows).toEqual([]);
    await expect(asReader(db, IDS, find('search_all_merchants'))).rejects.toThrow('permission denied');
    await expect(asReader(db, 'all', find('search_visible'))).rejects.toThrow('permission denied');
  });
});

test.each([['all' as const], [IDS]])('nothing can be written', async (visible) => {
  const write = (statement: string) => asReader(db, visible, (tx) => sql.raw(statement).execute(tx.sql));
  const id = IDS[0]!;
  await expect(write(`update app.merchant set brand_name = 'x' where merchant_id = '${id}'`)).rejects.toThrow(
    /permission denied|read-only/,
  );
  await expect(write(`delete from app.transaction where merchant_id = '${id}'`)).rejects.toThrow(
    /permission denied|read-only/,
  );
  await expect(write('select email from app.login')).rejects.toThrow('permission denied');
  await expect(write(`select npwp from app.merchant where merchant_id = '${id}'`)).rejects.toThrow('permission denied');
});
