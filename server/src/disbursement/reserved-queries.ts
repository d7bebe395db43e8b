/** SQL of money that is reserved for disbursements. */
import { sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import type { MerchantTx } from '../db/tx.ts';
import { buildBusinessDay } from '../ledger/business-day.ts';

/** Reserved totals that have not left yet, by the business day (WIB) on which they are sent. */
export async function listReservedByDay(tx: MerchantTx, now: Date): Promise<{ day: string; amount: Rupiah }[]> {
  const { rows } = await sql<{ day: string; amount: Rupiah }>`
    select ${buildBusinessDay(sql`coalesce(d.due_at, ${now.toISOString()}::timestamptz)`)} as day,
      sum(d.total_amount)::bigint as amount
    from app.disbursement d
    where d.merchant_id = ${tx.merchant_id} and d.status in ('approved', 'queued', 'processing', 'unknown')
      and d.reserved_at is not null
    group by 1 order by 1`.execute(tx.sql);
  return rows;
}
