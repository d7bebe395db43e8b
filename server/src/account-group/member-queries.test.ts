/** Memberships of groups: which are in force on a day, and what the database refuses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type Db, connect } from '../db/connect.ts';
import { newId } from '../db/new-id.ts';
import { asMerchant, asPlatform, getSqlState } from '../db/tx.ts';
import { findGroupOnDay, listGroupsOnDay, listMembersOnDay } from './member-queries.ts';

const AT = new Date('2026-11-01T00:00:00Z');

let database: TestDatabase;
let db: Db;
let merchants: [string, string];
beforeAll(async () => {
  database = await createTestDatabase('people');
  db = connect(database.web_url, { max: 3, on_error: () => undefined });
  const rows = await asPlatform(db, (tx) =>
    tx.sql.selectFrom('merchant').select('merchant_id').orderBy('merchant_id').limit(2).execute(),
  );
  merchants = [rows[0]?.merchant_id ?? '', rows[1]?.merchant_id ?? ''];
});
afterAll(async () => {
  await db.kysely.destroy();
  await database.drop();
});

let groups = 0;
async function createGroup(type: 'reseller' | 'holding' | 'internal'): Promise<string> {
  const id = newId('account_group', AT);
  const row = { id, code: `GRP${++groups}`, name: `Group ${groups}`, type, status: 'active' } as const;
  await asPlatform(db, (tx) =>
    tx.sql
      .insertInto('account_group')
      .values({ ...row, created_at: AT, updated_at: AT })
      .execute(),
  );
  return id;
}

type Member = { merchant_id: string; group_id: string; type: string; from: string; to?: string };
const addMember = ({ merchant_id, group_id, type, from, to }: Member) =>
  asPlatform(db, (tx) =>
    tx.sql
      .insertInto('account_group_member')
      .values({
        merchant_id,
        id: newId('account_group_member', AT),
        group_id,
        type,
        effective_from: from,
        effective_to: to ?? null,
        created_by_name: 'Test',
        created_at: AT,
        updated_at: AT,
      })
      .execute(),
  );

const groupsOn = (merchant_id: string, day: string) => asMerchant(db, merchant_id, (tx) => listGroupsOnDay(tx, day));

describe('memberships', () => {
  test('the first day counts and the end day does not', async () => {
    const [kopi, batik] = merchants;
    const group_id = await createGroup('reseller');
    const next = await createGroup('reseller');
    await addMember({ merchant_id: kopi, group_id, type: 'reseller', from: '2026-01-10', to: '2026-02-01' });
    await addMember({ merchant_id: kopi, group_id: next, type: 'reseller', from: '2026-02-01' });
    await addMember({ merchant_id: batik, group_id, type: 'reseller', from: '2026-01-31' });

    const found = async (day: string) => (await groupsOn(kopi, day)).map((each) => each.group_id);
    expect(await found('2026-01-09')).toEqual([]);
    expect(await found('2026-01-10')).toEqual([group_id]);
    expect(await found('2026-01-31')).toEqual([group_id]);
    expect(await found('2026-02-01')).toEqual([next]);
    expect(await asMerchant(db, kopi, (tx) => findGroupOnDay(tx, 'reseller', '2030-01-01'))).toBe(next);
    expect(await asMerchant(db, kopi, (tx) => findGroupOnDay(tx, 'holding', '2030-01-01'))).toBeNull();

    const members = (day: string) => asPlatform(db, (tx) => listMembersOnDay(tx, group_id, day));
    expect(await members('2026-01-30')).toEqual([kopi]);
    expect(await members('2026-01-31')).toEqual(merchants);
    expect(await members('2026-02-01')).toEqual([batik]);
  });

  test('a merchant is in one group per type at a time; one withdrawn before it began does not count', async () => {
    const [, batik] = merchants;
    const [holding, other, internal] = [
      await createGroup('holding'),
      await createGroup('holding'),
      await createGroup('internal'),
    ];
    await addMember({ merchant_id: batik, group_id: holding, type: 'holding', from: '2026-03-01', to: '2026-03-01' });
    await addMember({ merchant_id: batik, group_id: other, type: 'holding', from: '2026-02-01', to: '2026-04-01' });
    const overlap = addMember({ merchant_id: batik, group_id: holding, type: 'holding', from: '2026-03-31' });
    await expect(overlap.catch((error: unknown) => getSqlState(error))).resolves.toBe('23P01');
    await addMember({ merchant_id: batik, group_id: internal, type: 'internal', from: '2026-03-31' });
    expect((await groupsOn(batik, '2026-03-31')).map(({ group_id }) => group_id)).toContain(internal);
  });

  test('a membership has the type of its group', async () => {
    const group_id = await createGroup('holding');
    const [kopi] = merchants;
    const wrong = addMember({ merchant_id: kopi, group_id, type: 'internal', from: '2026-01-01' });
    await expect(wrong.catch((error: unknown) => getSqlState(error))).resolves.toBe('23503');
  });

  test('a merchant reads its own memberships only, and no group', async () => {
    const [kopi, batik] = merchants;
    expect(await groupsOn(batik, '2026-02-01')).not.toEqual([]);
    expect(await asMerchant(db, kopi, (tx) => listGroupsOnDay({ ...tx, merchant_id: batik }, '2026-02-01'))).toEqual(
      [],
    );
    const read = asMerchant(db, kopi, (tx) => sql`select id from app.account_group`.execute(tx.sql));
    await expect(read.catch((error: unknown) => getSqlState(error))).resolves.toBe('42501');
  });
});
