/**
 * SQL of the volume of groups, from the hourly counts of payments: what the merchants were paid on the days on which they
 * were members, by the day (WIB) on which the payment was created.
 */
import { sql } from 'kysely';
import { TIME_ZONE, startOfBusinessDay } from '@dasbor/contract/time';
import type { PlatformTx } from '../db/tx.ts';
import { PAID_STATUSES } from '../transaction/rules.ts';
import { buildIsInForce } from './member-queries.ts';

const day_of_hour = sql<string>`(h.hour at time zone ${sql.lit(TIME_ZONE)})::date`;

/** Paid hours of the members of groups since a day, as `from … where …` with the aliases `m` and `h`. */
const buildPaidHours = (group_ids: readonly string[], from: string) => sql`
  from app.account_group_member m
  join app.transaction_hour h on h.merchant_id = m.merchant_id
  where m.group_id = any (${group_ids}::text[]) and h.hour >= ${startOfBusinessDay(from).toISOString()}::timestamptz
    and h.status = any (${PAID_STATUSES}::text[]) and ${buildIsInForce(day_of_hour)}`;

/** Volume of each group since a day. */
export async function sumGroupVolumes(tx: PlatformTx, group_ids: readonly string[], from: string) {
  const { rows } = await sql<{ group_id: string; amount: number }>`
    select m.group_id, sum(h.amount)::bigint as amount ${buildPaidHours(group_ids, from)} group by m.group_id`.execute(
    tx.sql,
  );
  return new Map(rows.map(({ group_id, amount }) => [group_id, amount]));
}

/** Volume of each membership of a group since a day. */
export async function sumMemberVolumes(tx: PlatformTx, group_id: string, from: string) {
  const { rows } = await sql<{ id: string; amount: number }>`
    select m.id, sum(h.amount)::bigint as amount ${buildPaidHours([group_id], from)} group by m.id`.execute(tx.sql);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

export interface DayVolume {
  day: string;
  count: number;
  amount: number;
}

/** Volume by day, of the days with any. */
export async function listDayVolumes(
  tx: PlatformTx,
  group_id: string,
  { from, to }: { from: string; to: string },
): Promise<DayVolume[]> {
  const { rows } = await sql<DayVolume>`
    select ${day_of_hour} as day, sum(h.count)::bigint as count, sum(h.amount)::bigint as amount
    ${buildPaidHours([group_id], from)} and ${day_of_hour} <= ${to}::date
    group by 1 order by 1`.execute(tx.sql);
  return rows;
}
