/** SQL of the daily summary: the metrics of a business day. */
import { sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';

/** Merchants with payments that have the summary switched on. */
export async function listSummaryMerchants(tx: PlatformTx, action: number): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select m.merchant_id
    from app.merchant m
    cross join app.notification_action a
    left join app.notification_preference p on p.merchant_id = m.merchant_id and p.notification_action = a.code
    where a.code = ${action} and coalesce(p.is_active, a.default_active) and m.status in ('active', 'suspended')
    order by m.merchant_id`.execute(tx.sql);
  return rows.map((row) => row.merchant_id);
}

interface MethodTotals {
  method: string;
  count: number;
  amount: Rupiah;
  fees: Rupiah;
}

/** Payments paid in `[from, to)`, by method, including those that were refunded since. */
export async function sumPayments(tx: MerchantTx, from: Date, to: Date): Promise<MethodTotals[]> {
  const { rows } = await sql<MethodTotals>`
    select t.method, count(*)::int as count, sum(t.amount)::bigint as amount,
      sum(t.fee_amount + t.fee_vat_amount)::bigint as fees
    from app.transaction t
    where t.merchant_id = ${tx.merchant_id} and t.paid_at >= ${from.toISOString()} and t.paid_at < ${to.toISOString()}
      and t.status in ('success', 'partially_refunded', 'refunded', 'reversed')
    group by t.method
    order by sum(t.amount) desc, t.method`.execute(tx.sql);
  return rows;
}

export interface Totals {
  count: number;
  amount: Rupiah;
}

/** Refunds completed and settlements paid in `[from, to)`, and settlements due on `due_day`. */
export async function sumMovements(
  tx: MerchantTx,
  { from, to, due_day }: { from: Date; to: Date; due_day: string },
): Promise<{ refunds: Totals; settlements_paid: Totals; settlements_due: Totals }> {
  const { merchant_id } = tx;
  const [begin, end] = [from.toISOString(), to.toISOString()];
  const { rows } = await sql<Totals & { name: string }>`
    select 'refunds' as name, count(*)::int as count, coalesce(sum(r.amount), 0)::bigint as amount
    from app.refund r
    where r.merchant_id = ${merchant_id} and r.status = 'succeeded'
      and r.completed_at >= ${begin} and r.completed_at < ${end}
    union all
    select 'settlements_paid', count(*)::int, coalesce(sum(b.net_amount), 0)::bigint
    from app.settlement_batch b
    where b.merchant_id = ${merchant_id} and b.status = 'paid' and b.paid_at >= ${begin} and b.paid_at < ${end}
    union all
    select 'settlements_due', count(*)::int, coalesce(sum(d.net_amount), 0)::bigint
    from app.settlement_batch d
    where d.merchant_id = ${merchant_id} and d.settlement_date = ${due_day}::date
      and d.status in ('closed', 'on_hold', 'approved', 'processing', 'failed')`.execute(tx.sql);
  const findTotals = (name: string): Totals => {
    const { count = 0, amount = 0 } = rows.find((row) => row.name === name) ?? {};
    return { count, amount };
  };
  return {
    refunds: findTotals('refunds'),
    settlements_paid: findTotals('settlements_paid'),
    settlements_due: findTotals('settlements_due'),
  };
}
