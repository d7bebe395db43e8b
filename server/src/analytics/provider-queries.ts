/** SQL of the merchants and account groups that figures are shown by. */
import { sql } from 'kysely';
import { isInForce } from '../account-group/member-queries.ts';
import type { PlatformTx } from '../db/tx.ts';

export interface GroupMember {
  merchant_id: string;
  group_id: string;
  group_name: string;
}

/** The memberships of a business day (WIB), of every group. */
export async function listGroupMembers(tx: PlatformTx, day: string): Promise<GroupMember[]> {
  const { rows } = await sql<GroupMember>`
    select m.merchant_id, m.group_id, g.name as group_name
    from app.account_group_member m join app.account_group g on g.id = m.group_id
    where ${isInForce(day)} order by g.name, m.merchant_id`.execute(tx.sql);
  return rows;
}
