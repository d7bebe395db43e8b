/** SQL of the settlements of groups: of the merchants on the days of their membership, by settlement date (WIB). */
import type { GroupSettlementDay } from '@dasbor/contract/account-group-fields';
import { sql } from 'kysely';
import type { PlatformTx } from '../db/tx.ts';
import { buildIsInForce } from './member-queries.ts';

/** Newest first; open batches have no settlement date that is certain, so they are left out. */
export async function listSettlementDays(
  tx: PlatformTx,
  group_id: string,
  { from, to }: { from: string; to: string },
): Promise<GroupSettlementDay[]> {
  const { rows } = await sql<GroupSettlementDay>`
    select b.settlement_date as day, count(distinct b.merchant_id)::int as merchant_count,
      count(*)::int as settlement_count, sum(b.gross_amount)::bigint as gross_amount,
      sum(b.refund_amount)::bigint as refund_amount, sum(b.fee_amount + b.fee_vat_amount)::bigint as fees_amount,
      sum(b.net_amount)::bigint as net_amount,
      coalesce(sum(b.net_amount) filter (where b.status = 'paid'), 0)::bigint as paid_amount,
      coalesce(sum(b.net_amount) filter (where b.status in ('failed', 'returned')), 0)::bigint as failed_amount,
      coalesce(sum(b.net_amount) filter (where a.group_id = ${group_id}), 0)::bigint as group_amount
    from app.account_group_member m
    join app.settlement_batch b on b.merchant_id = m.merchant_id
    left join app.bank_account a on a.merchant_id = b.merchant_id and a.id = b.bank_account_id
    where m.group_id = ${group_id} and b.settlement_date >= ${from}::date and b.settlement_date <= ${to}::date
      and b.status <> 'open' and ${buildIsInForce(sql<string>`b.settlement_date`)}
    group by b.settlement_date order by b.settlement_date desc`.execute(tx.sql);
  return rows;
}
