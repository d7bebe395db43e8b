/**
 * SQL of the cash flow. Movements by category come from the daily roll-up and the settlement batches; balances come from
 * account balances and their hourly roll-up. The two must reconcile. One statement, hence one snapshot.
 */
import { type RawBuilder, sql } from 'kysely';
import type { AccountType } from '@dasbor/contract/balance';
import type { Rupiah } from '@dasbor/contract/money';
import { addDays, startOfBusinessDay } from '@dasbor/contract/time';
import type { Cursor } from '../http/keyset-page.ts';
import type { MerchantTx } from '../db/tx.ts';
import { buildBusinessDay } from '../ledger/business-day.ts';
import { buildUnfoldedTransfersQuery } from '../ledger/unfolded-transfers.ts';
import { type BatchAmounts, type LedgerBalances, type Flow, SETTLEMENT_KINDS } from './rules.ts';

type Sql = RawBuilder<unknown>;

/** Whether a transfer is between a selected and another account; transfers among selected accounts cancel out. */
const buildCrossing = (of: string, ids: readonly string[]): Sql => sql`
  (${sql.ref(`${of}.debit_account`)} = any (${ids})) <> (${sql.ref(`${of}.credit_account`)} = any (${ids}))`;

const PARTS = [
  'gross_amount',
  'refund_amount',
  'fee_amount',
  'fee_vat_amount',
  'commission_amount',
  'adjustment_amount',
];

interface Row extends BatchAmounts {
  part: 'flow' | 'batch' | 'net' | 'now';
  day: string | null;
  kind: string | null;
  is_in: boolean | null;
  amount: Rupiah;
  count: number;
}

/** Movements of the selected accounts in a period (inclusive), and their balances. */
export async function readFlows(
  tx: MerchantTx,
  { ids, settled_ids }: { ids: readonly string[]; settled_ids: readonly string[] },
  { from, to }: { from: string; to: string },
): Promise<{ flows: Flow[]; ends: LedgerBalances }> {
  const { merchant_id } = tx;
  const begin = startOfBusinessDay(from);
  const end = startOfBusinessDay(addDays(to));
  const no_parts = sql.join(PARTS.map((name) => sql`0::bigint as ${sql.id(name)}`));
  const parts = sql.join(PARTS.map((name) => sql`sum(${sql.ref(`b.${name}`)})::bigint`));
  const { rows } = await sql<Row>`
    with tail as materialized (${buildUnfoldedTransfersQuery(merchant_id)}),
    flow as (
      select d.day, d.kind, d.debit_account, d.credit_account, d.amount, d.count
      from app.transfer_day d
      where d.merchant_id = ${merchant_id} and d.day between ${from} and ${to}
      union all
      select ${buildBusinessDay(sql.ref('t.posted_at'))}, t.kind, t.debit_account, t.credit_account, t.amount, 1
      from tail t where t.posted_at >= ${begin} and t.posted_at < ${end})
    select 'flow' as part, f.day, f.kind, f.credit_account = any (${ids}) as is_in,
      sum(f.amount)::bigint as amount, sum(f.count)::bigint as count, ${no_parts}
    from flow f
    where ${buildCrossing('f', ids)}
    group by 2, 3, 4
    union all
    select 'batch', ${buildBusinessDay(sql.ref('t.posted_at'))}, t.kind, true, sum(t.amount)::bigint, 0, ${parts}
    from app.transfer t
    join app.settlement_batch b on b.merchant_id = ${merchant_id} and b.id = t.reference_id
    where t.merchant_id = ${merchant_id} and t.credit_account = any (${settled_ids}) and ${buildCrossing('t', ids)}
      and t.kind = any (${SETTLEMENT_KINDS}) and t.reference_type = 'settlement_batch'
      and t.posted_at >= ${begin} and t.posted_at < ${end}
    group by 2, 3
    union all
    select 'net', n.day, null, null, sum(n.net)::bigint, 0, ${no_parts}
    from (
      select ${buildBusinessDay(sql.ref('h.hour'))} as day, h.credits - h.debits as net
      from app.account_hour h
      where h.merchant_id = ${merchant_id} and h.account_id = any (${ids}) and h.hour >= ${begin}
      union all
      select ${buildBusinessDay(sql.ref('t.posted_at'))}, ${buildNet('t', ids)} from tail t where t.posted_at >= ${begin}) n
    group by 2
    union all
    select 'now', null, null, null, (
      coalesce((select sum(b.credits - b.debits) from app.account_balance b
        where b.merchant_id = ${merchant_id} and b.account_id = any (${ids})), 0)
      + coalesce((select sum(${buildNet('t', ids)}) from tail t), 0))::bigint, 0, ${no_parts}`.execute(tx.sql);
  return toFlows(rows);
}

/** The net effect of a transfer on the selected accounts. */
const buildNet = (of: string, ids: readonly string[]): Sql => sql`
  (case when ${sql.ref(`${of}.credit_account`)} = any (${ids}) then ${sql.ref(`${of}.amount`)} else 0 end
  - case when ${sql.ref(`${of}.debit_account`)} = any (${ids}) then ${sql.ref(`${of}.amount`)} else 0 end)`;

function toFlows(rows: readonly Row[]): { flows: Flow[]; ends: LedgerBalances } {
  const batches = new Map(
    rows
      .filter(({ part }) => part === 'batch')
      .map((row) => [`${row.day} ${row.kind}`, { ...row, settled_amount: row.amount }]),
  );
  const flows = rows
    .filter(({ part }) => part === 'flow')
    .map(({ day, kind, is_in, amount, count }): Flow => ({
      day: day ?? '',
      kind: kind ?? '',
      is_in: is_in === true,
      amount,
      count,
      batch: is_in === true ? (batches.get(`${day} ${kind}`) ?? null) : null,
    }));
  const nets = rows.filter(({ part }) => part === 'net').map(({ day, amount }) => [day ?? '', amount] as const);
  const balance_now = rows.find(({ part }) => part === 'now')?.amount ?? 0;
  return { flows, ends: { balance_now, net_by_day: new Map(nets) } };
}

export interface EntryRow {
  id: string;
  journal_id: string;
  posted_at: string;
  kind: string;
  reference_type: string;
  reference_id: string;
  description: string | null;
  account_id: string;
  account_type: AccountType;
  other_type: AccountType;
  amount: Rupiah;
  is_in: boolean;
  batch: BatchAmounts | null;
}

/**
 * One page of the movements of a day into and out of the selected accounts, newest first; one extra row when there is a
 * next page. Each side of each account is read along its own index. `kinds` filters by side; null: all.
 */
export async function listEntryRows(
  tx: MerchantTx,
  { ids, settled_ids }: { ids: readonly string[]; settled_ids: readonly string[] },
  { day, kinds }: { day: string; kinds: { in: readonly string[]; out: readonly string[] } | null },
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<EntryRow[]> {
  const { merchant_id } = tx;
  const [begin, end] = [startOfBusinessDay(day), startOfBusinessDay(addDays(day))];
  const beyond = after === null ? sql`` : sql`and (t.posted_at, t.id) < (${after.at}::timestamptz, ${after.id})`;
  const side = (own: 'credit_account' | 'debit_account', other: 'credit_account' | 'debit_account', is_in: boolean) => {
    const only = kinds === null ? sql`` : sql`and t.kind = any (${is_in ? kinds.in : kinds.out})`;
    return sql`
      (select t.id, t.posted_at, ${sql.ref(`t.${own}`)} as account_id, ${sql.ref(`t.${other}`)} as other_id,
        ${sql.lit(is_in)} as is_in
      from app.transfer t
      where t.merchant_id = ${merchant_id} and ${sql.ref(`t.${own}`)} = a.id and ${sql.ref(`t.${other}`)} <> all (${ids})
        and t.posted_at >= ${begin} and t.posted_at < ${end} ${only} ${beyond}
      order by t.posted_at desc, t.id desc limit ${limit + 1})`;
  };
  const { rows } = await sql<EntryRow & BatchAmounts & { has_batch: boolean }>`
    with selected as (
      select s.id, s.posted_at, s.account_id, s.other_id, s.is_in
      from app.ledger_account a
      cross join lateral (
        ${side('credit_account', 'debit_account', true)}
        union all
        ${side('debit_account', 'credit_account', false)}) s
      where a.merchant_id = ${merchant_id} and a.id = any (${ids})
      order by s.posted_at desc, s.id desc limit ${limit + 1})
    select t.id, t.journal_id, t.posted_at, t.kind, t.reference_type, t.reference_id, t.description, c.account_id,
      own.type as account_type, other.type as other_type, case when c.is_in then t.amount else -t.amount end as amount,
      c.is_in, b.id is not null as has_batch, ${sql.join(PARTS.map((name) => sql.ref(`b.${name}`)))}
    from selected c
    join app.transfer t on t.merchant_id = ${merchant_id} and t.id = c.id
    join app.ledger_account own on own.merchant_id = ${merchant_id} and own.id = c.account_id
    join app.ledger_account other on other.merchant_id = ${merchant_id} and other.id = c.other_id
    left join app.settlement_batch b on b.merchant_id = ${merchant_id} and b.id = t.reference_id
      and c.is_in and t.credit_account = any (${settled_ids}) and t.kind = any (${SETTLEMENT_KINDS})
      and t.reference_type = 'settlement_batch'
    order by t.posted_at desc, t.id desc`.execute(tx.sql);
  return rows.map(({ has_batch, ...row }) => ({ ...row, batch: has_batch ? row : null }));
}

/** Approved bank settlements that have not been sent yet. */
export async function sumApproved(tx: MerchantTx): Promise<Rupiah> {
  const row = await tx.sql
    .selectFrom('settlement_batch')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('net_amount'), eb.lit(0)).as('amount'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'approved')
    .where('destination', '=', 'bank')
    .executeTakeFirst();
  return Number(row?.amount ?? 0);
}
