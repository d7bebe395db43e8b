/** SQL of payments pending settlement, by due day. */
import { sql } from 'kysely';
import type { Output } from '@dasbor/contract/route';
import type { listUpcomingSettlements } from '@dasbor/contract/settlement';
import type { MerchantTx } from '../db/tx.ts';
import type { DueRange } from './due.ts';

type Upcoming = Output<typeof listUpcomingSettlements>['data'][number];

/**
 * Sums of pending payments by due day. `days` lists, for each upcoming day, the ranges due on it or earlier; a payment
 * counts for the first day with a matching range.
 */
export async function sumUpcoming(
  tx: MerchantTx,
  days: readonly { settlement_date: string; due: DueRange[] }[],
): Promise<Upcoming[]> {
  const ranges = days.flatMap(({ settlement_date, due }) => due.map((range) => ({ settlement_date, ...range })));
  const { rows } = await sql<Upcoming>`
    select due.settlement_date::text as settlement_date, count(*)::int as count, sum(t.amount)::bigint as gross_amount,
      sum(t.fee_amount)::bigint as fee_amount, sum(t.fee_vat_amount)::bigint as fee_vat_amount,
      sum(t.net_amount)::bigint as net_amount
    from app.transaction t
    cross join lateral (
      select min(d.settlement_date) as settlement_date
      from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb)
        as d(settlement_date date, method text, channel_code text, "except" jsonb, paid_from timestamptz, paid_to timestamptz)
      where d.method = t.method and t.paid_at >= d.paid_from and t.paid_at < d.paid_to
        and (d.channel_code = t.channel_code
          or (d.channel_code is null and not (d."except" ? coalesce(t.channel_code, ''))))) due
    where t.merchant_id = ${tx.merchant_id} and t.settlement_status = 'unsettled' and due.settlement_date is not null
      and not exists (
        select from app.transfer f
        join app.settlement_line l on l.merchant_id = ${tx.merchant_id} and l.journal_id = f.journal_id
        where f.merchant_id = ${tx.merchant_id} and f.kind = 'payment' and f.reference_type = 'transaction'
          and f.reference_id = t.id)
    group by due.settlement_date
    order by due.settlement_date`.execute(tx.sql);
  return rows;
}
