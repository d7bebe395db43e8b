/** SQL of the commissions of groups, from the bookings of each day. */
import { sql } from 'kysely';
import type { PlatformTx } from '../db/tx.ts';

/** Commission of each group that was booked since a day, less what was reversed; groups without any are absent. */
export async function sumGroupCommissions(tx: PlatformTx, group_ids: readonly string[], from: string) {
  // The bookings are in the tables of the members: their index begins with the rule.
  const rules = await tx.sql
    .selectFrom('commission_rule')
    .select('series_id')
    .distinct()
    .where(sql<boolean>`group_id = any (${group_ids}::text[])`)
    .execute();
  const { rows } = await sql<{ group_id: string; amount: number }>`
    select b.group_id, sum(b.earned_amount - b.returned_amount)::bigint as amount
    from app.commission_booking b
    where b.series_id = any (${rules.map(({ series_id }) => series_id)}::text[]) and b.day >= ${from}::date
    group by b.group_id`.execute(tx.sql);
  return new Map(rows.map(({ group_id, amount }) => [group_id, amount]));
}
