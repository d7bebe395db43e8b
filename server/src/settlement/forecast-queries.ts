/** SQL of the expected net of coming settlements, and of the money in transit. */
import { sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import { IN_TRANSIT_STATUSES } from '@dasbor/contract/settlement-fields';
import type { MerchantTx } from '../db/tx.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { getAccountId } from '../ledger/payment.ts';
import { getBalance } from '../ledger/balance.ts';
import type { ForecastInput, PendingAmounts, PendingGroup } from './forecast-rules.ts';
import { getSetting, listHolidays, listTerms } from './terms-queries.ts';

/** Everything that a forecast needs, read in one transaction. */
export async function readForecastInput(tx: MerchantTx, now: Date): Promise<ForecastInput> {
  const accounts = await listAccountIds(tx);
  return {
    now,
    pending: await getBalance(tx, getAccountId(accounts, 'pending_settlement')),
    groups: await sumPending(tx),
    collected: await sumCollected(tx),
    terms: await listTerms(tx),
    holidays: await listHolidays(tx),
    setting: await getSetting(tx),
  };
}

/** Excludes payments of an open batch, or of a batch that is not synchronised yet: they are already about to settle. */
async function sumPending(tx: MerchantTx): Promise<PendingGroup[]> {
  const { merchant_id } = tx;
  const { rows } = await sql<PendingGroup>`
    with collected as materialized (
      select l.transaction_id
      from app.settlement_batch b
      join app.settlement_line l on l.merchant_id = ${merchant_id} and l.batch_id = b.id and l.line_type = 'payment'
      where b.merchant_id = ${merchant_id} and (b.status = 'open'
        or b.synced_status is distinct from b.status or b.synced_line_no < b.line_count))
    select t.method, t.channel_code, date_trunc('hour', t.paid_at, 'UTC') as paid_hour, count(*)::int as count,
      sum(t.amount)::bigint as gross_amount, sum(t.fee_amount)::bigint as fee_amount,
      sum(t.fee_vat_amount)::bigint as fee_vat_amount, sum(t.net_amount)::bigint as net_amount
    from app.transaction t
    where t.merchant_id = ${merchant_id} and t.settlement_status = 'unsettled'
      and not exists (select from collected k where k.transaction_id = t.id)
    group by 1, 2, 3`.execute(tx.sql);
  return rows;
}

/** Sums of the lines of the open batch. */
async function sumCollected(tx: MerchantTx): Promise<PendingAmounts> {
  const { merchant_id } = tx;
  const { rows } = await sql<PendingAmounts>`
    select count(*) filter (where l.line_type = 'payment')::int as count,
      coalesce(sum(l.gross_amount), 0)::bigint as gross_amount, coalesce(sum(l.fee_amount), 0)::bigint as fee_amount,
      coalesce(sum(l.fee_vat_amount), 0)::bigint as fee_vat_amount, coalesce(sum(l.net_amount), 0)::bigint as net_amount
    from app.settlement_batch b
    join app.settlement_line l on l.merchant_id = ${merchant_id} and l.batch_id = b.id
    where b.merchant_id = ${merchant_id} and b.status = 'open'`.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('An aggregate returns one row');
  return row;
}

/**
 * Money in transit: settled out of the pending balance, but not credited to the available balance or by the bank yet.
 * Whatever the status of its batch (approved, sent, on hold, failed or returned), it is in no other balance.
 */
export async function sumInTransit(tx: MerchantTx): Promise<Rupiah> {
  const row = await tx.sql
    .selectFrom('settlement_batch')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('net_amount'), eb.lit(0)).as('amount'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', 'in', [...IN_TRANSIT_STATUSES])
    .executeTakeFirst();
  return Number(row?.amount ?? 0);
}
