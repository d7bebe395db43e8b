/** SQL of the metrics over all merchants: the hourly counts where they are clean, and the payments elsewhere. */
import { sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import type { PlatformTx } from '../db/tx.ts';
import { buildCountsTable } from '../transaction/roll-up-queries.ts';

export interface MerchantCount {
  merchant_id: string;
  is_present: boolean;
  status: TransactionStatus;
  method: string;
  count: number;
  amount: Rupiah;
  fees: Rupiah;
}

interface Range {
  from: Date;
  to: Date;
}

/** Payments created in a period and in the previous one, by merchant, status and method. */
export async function countByMerchant(
  tx: Pick<PlatformTx, 'sql'>,
  present: Range,
  previous: Range,
): Promise<MerchantCount[]> {
  // An alias that the counts do not use themselves.
  const merchant = sql<string>`who.merchant_id`;
  const select = (is_present: boolean, range: Range) => sql`
    select who.merchant_id, ${sql.lit(is_present)} as is_present, c.status, c.method, sum(c.count)::bigint as count,
      sum(c.amount)::bigint as amount, sum(c.fee_amount + c.fee_vat_amount)::bigint as fees
    from app.merchant who cross join lateral ${buildCountsTable(merchant, range)} c
    group by who.merchant_id, c.status, c.method`;
  const { rows } = await sql<MerchantCount>`
    ${select(true, present)} union all ${select(false, previous)}`.execute(tx.sql);
  return rows;
}

/** Accounts whose money belongs to merchants, and what is held for review. */
const HELD_ACCOUNTS = [
  'pending_settlement',
  'available',
  'payout',
  'payout_reserved',
  'reserve',
  'refunds',
  'suspense',
];

/** Balances held for all merchants, by kind: the folded sums and the journals that are not folded yet. */
export async function sumHeld(tx: PlatformTx): Promise<{ type: string; amount: Rupiah }[]> {
  const { rows } = await sql<{ type: string; amount: Rupiah }>`
    select s.type, sum(s.amount)::bigint as amount from (
      select a.type, b.credits - b.debits as amount
      from app.ledger_account a
      join app.account_balance b on b.merchant_id = a.merchant_id and b.account_id = a.id
      where a.type = any (${HELD_ACCOUNTS}::text[])
      union all
      select a.type, case when t.credit_account = a.id then t.amount else -t.amount end
      from app.unfolded_journal u
      join app.transfer t on t.merchant_id = u.merchant_id and t.journal_id = u.journal_id
      join app.ledger_account a on a.merchant_id = t.merchant_id and a.id in (t.debit_account, t.credit_account)
      where a.type = any (${HELD_ACCOUNTS}::text[])) s
    group by s.type`.execute(tx.sql);
  return HELD_ACCOUNTS.map((type) => ({ type, amount: rows.find((row) => row.type === type)?.amount ?? 0 }));
}
