/** Account groups for tests, written as the provider's screens write them. */
import type { Db } from '../src/db/connect.ts';
import { newId } from '../src/db/new-id.ts';
import { asPlatform } from '../src/db/tx.ts';

let groups = 0;

/** Creates a group with an owner and members from a day on. Returns its id. */
export async function createGroup(
  db: Db,
  {
    type = 'reseller',
    owner_id,
    status = 'active',
    member_ids,
    from,
    now,
  }: {
    type?: 'reseller' | 'holding';
    owner_id: string | null;
    status?: 'active' | 'inactive';
    member_ids: readonly string[];
    from: string;
    now: Date;
  },
): Promise<string> {
  const id = newId('account_group', now);
  const times = { created_at: now, updated_at: now };
  groups += 1;
  const row = { id, code: `PARTNER${groups}`, name: `Partner ${groups}`, type, status } as const;
  await asPlatform(db, async (tx) => {
    await tx.sql
      .insertInto('account_group')
      .values({ ...row, ...times, owner_merchant_of: owner_id })
      .execute();
    for (const merchant_id of member_ids) {
      const membership = { merchant_id, id: newId('account_group_member', now), group_id: id, type };
      await tx.sql
        .insertInto('account_group_member')
        .values({ ...membership, effective_from: from, created_by_name: 'Test', ...times })
        .execute();
    }
  });
  return id;
}
