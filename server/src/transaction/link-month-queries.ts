/** SQL of the paid payments of links by month. */
import { sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';
import { PAID_STATUSES } from './rules.ts';

/** Recalculates the paid payments of links by month from their counted days. Writes only what changed. */
export async function recountLinkMonths(tx: MerchantTx, months: readonly string[]): Promise<void> {
  const { merchant_id } = tx;
  for (const month of months) {
    const days = sql`d.merchant_id = ${merchant_id} and d.day >= ${month}::date
      and d.day < (${month}::date + interval '1 month')::date and d.status = any (${PAID_STATUSES}::text[])`;
    await sql`
      insert into app.payment_link_month as x (merchant_id, month, payment_link_id, count, amount)
      select d.merchant_id, ${month}::date, d.payment_link_id, sum(d.count), sum(d.amount)
      from app.payment_link_day d where ${days}
      group by d.merchant_id, d.payment_link_id
      on conflict (merchant_id, month, payment_link_id) do update set count = excluded.count, amount = excluded.amount
      where (x.count, x.amount) is distinct from (excluded.count, excluded.amount)`.execute(tx.sql);
    // Hashed, whatever the statistics say: the day was counted a moment ago.
    await sql`
      delete from app.payment_link_month m
      where m.merchant_id = ${merchant_id} and m.month = ${month}::date
        and m.payment_link_id not in (select d.payment_link_id from app.payment_link_day d where ${days})`.execute(
      tx.sql,
    );
  }
}
