/** SQL of the payments of links by month and status. */
import { sql } from 'kysely';
import type { MerchantTx } from '../db/tx.ts';

/** Recalculates the payments of links by month and status from their counted days. Writes only what changed. */
export async function recountLinkMonths(tx: MerchantTx, months: readonly string[]): Promise<void> {
  const { merchant_id } = tx;
  for (const month of months) {
    const days = sql`d.merchant_id = ${merchant_id} and d.day >= ${month}::date
      and d.day < (${month}::date + interval '1 month')::date`;
    await sql`
      insert into app.payment_link_month as x (merchant_id, month, payment_link_id, status, count, offered_count, amount,
        fees_amount, refunded_amount)
      select d.merchant_id, ${month}::date, d.payment_link_id, d.status, sum(d.count), sum(d.offered_count), sum(d.amount),
        sum(d.fees_amount), sum(d.refunded_amount)
      from app.payment_link_day d where ${days}
      group by d.merchant_id, d.payment_link_id, d.status
      on conflict (merchant_id, month, payment_link_id, status) do update
        set count = excluded.count, offered_count = excluded.offered_count, amount = excluded.amount,
          fees_amount = excluded.fees_amount, refunded_amount = excluded.refunded_amount
      where (x.count, x.offered_count, x.amount, x.fees_amount, x.refunded_amount) is distinct from
        (excluded.count, excluded.offered_count, excluded.amount, excluded.fees_amount, excluded.refunded_amount)`.execute(
      tx.sql,
    );
    // Hashed, whatever the statistics say: the day was counted a moment ago.
    await sql`
      delete from app.payment_link_month m
      where m.merchant_id = ${merchant_id} and m.month = ${month}::date and (m.payment_link_id, m.status) not in
        (select d.payment_link_id, d.status from app.payment_link_day d where ${days})`.execute(tx.sql);
  }
}
