/** Recounts the daily roll-ups and their months from the rows. */
import * as duration from '@dasbor/contract/duration';
import { startOfBusinessDay } from '@dasbor/contract/time';
import { sql } from 'kysely';
import { type DayRollUp, buildTable, listColumnNames } from './day-roll-up.ts';
import { changeDays, deleteEmptySums } from './month-roll-up.ts';
import type { MerchantTx } from './tx.ts';

/** Recounts a range of business days from the rows; both ends are included. */
export async function recountDays(
  tx: MerchantTx,
  roll_ups: readonly DayRollUp[],
  { first, last }: { first: string; last: string },
): Promise<void> {
  const { merchant_id } = tx;
  const from = startOfBusinessDay(first).toISOString();
  const to = new Date(startOfBusinessDay(last).getTime() + duration.days(1)).toISOString();
  for (const roll_up of roll_ups) {
    const { dimensions, measures } = roll_up;
    const table = buildTable(roll_up.table);
    const former = sql`delete from ${table} d
      where d.merchant_id = ${merchant_id} and d.day >= ${first}::date and d.day <= ${last}::date returning d.*`;
    await changeDays(tx, roll_up, former, -1);
    const keys = sql.raw(
      [`(t.created_at at time zone 'Asia/Jakarta')::date`, ...dimensions.map(([, value]) => value)].join(', '),
    );
    const sums = sql.raw(measures.map(([, value, aggregate = 'sum']) => `${aggregate}(${value})`).join(', '));
    const counted = sql`
      insert into ${table} as x (merchant_id, day, ${sql.raw(listColumnNames(roll_up).join(', '))})
      select t.merchant_id, ${keys}, ${sums}
      from ${buildTable(roll_up.rows)} t
      where t.merchant_id = ${merchant_id} and t.created_at >= ${from}::timestamptz and t.created_at < ${to}::timestamptz
        and (${sql.raw(roll_up.where)})
      group by t.merchant_id, ${keys}
      returning x.*`;
    await changeDays(tx, roll_up, counted, 1);
    await deleteEmptySums(tx, roll_up, { first, last });
  }
}
