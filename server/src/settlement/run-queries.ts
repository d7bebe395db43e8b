/** SQL of the settlement run: collects what is due into the lines of the open batch, set-based and a page at a time. */
import { type RawBuilder, sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import type { MerchantTx } from '../db/tx.ts';
import type { DueRange } from './due.ts';

/** Pages are large; a request's statement timeout would cut them off, and its memory would sort them on disk. */
export async function allowLongStatements(tx: MerchantTx): Promise<void> {
  await sql`select set_config('statement_timeout', '120s', true), set_config('work_mem', '64MB', true)`.execute(tx.sql);
}

/** Where a run stands. */
export interface OpenBatch {
  id: string;
  batch_no: string;
  line_count: number;
  run_day: string | null;
  run_paid_at: string | null;
  run_transaction_id: string | null;
  last_event_seq: number;
}

/** The batch that is being collected, locked; undefined when there is none. */
export const lockOpenBatch = (tx: MerchantTx): Promise<OpenBatch | undefined> =>
  tx.sql
    .selectFrom('settlement_batch')
    .select(['id', 'batch_no', 'line_count', 'run_day', 'run_paid_at', 'run_transaction_id', 'last_event_seq'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'open')
    .forUpdate()
    .executeTakeFirst() as Promise<OpenBatch | undefined>;

/** Begins a run for a day, unless the run of that day is under way already. */
export async function beginRun(tx: MerchantTx, batch_id: string, day: string, now: Date): Promise<void> {
  await tx.sql
    .updateTable('settlement_batch')
    .set((eb) => ({
      run_day: day,
      run_paid_at: null,
      run_transaction_id: null,
      run_line_no: eb.ref('line_count'),
      settlement_date: day,
      updated_at: now,
    }))
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', batch_id)
    .where((eb) => eb.or([eb('run_day', 'is', null), eb('run_day', '<>', day)]))
    .execute();
}

export const countBatchesOfDay = async (tx: MerchantTx, prefix: string): Promise<number> => {
  const { count } = await tx.sql
    .selectFrom('settlement_batch')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('batch_no', 'like', `${prefix}%`)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * A payment is in a range of its method, of its bank or of any that has no range of its own. Written out, not joined:
 * so the planner knows how many there are, and reads the payments that wait in the order of their index, no further
 * than the last range.
 */
function buildDueCondition(due: readonly DueRange[]): RawBuilder<unknown> {
  if (due.length === 0) return sql`false`;
  const from = due.map(({ paid_from }) => paid_from).toSorted()[0];
  const to = due
    .map(({ paid_to }) => paid_to)
    .toSorted()
    .at(-1);
  const ranges = due.map(
    ({ method, channel_code, except, paid_from, paid_to }) => sql`(t.method = ${method} and t.paid_at >= ${paid_from}
      and t.paid_at < ${paid_to} and ${
        channel_code === null
          ? sql`coalesce(t.channel_code, '') <> all (${except}::text[])`
          : sql`t.channel_code = ${channel_code}`
      })`,
  );
  return sql`t.paid_at >= ${from} and t.paid_at < ${to} and (${sql.join(ranges, sql` or `)})`;
}

/** Whether anything waits that would be taken. */
export async function hasDuePayments(
  tx: MerchantTx,
  due: readonly DueRange[],
  waiting_account: string,
): Promise<boolean> {
  const { merchant_id } = tx;
  const { rows } = await sql<{ is_due: boolean }>`
    select exists (
      select from app.transaction t
      where t.merchant_id = ${merchant_id} and t.settlement_status = 'unsettled' and ${buildDueCondition(due)}
        and not exists (select from app.transfer f
          join app.settlement_line l on l.merchant_id = ${merchant_id} and l.journal_id = f.journal_id
          where f.merchant_id = ${merchant_id} and f.kind = 'payment' and f.reference_type = 'transaction'
            and f.reference_id = t.id))
      or exists (${adjustmentJournals(merchant_id, waiting_account)}) as is_due`.execute(tx.sql);
  return rows[0]?.is_due === true;
}

/**
 * Takes the next page of payments that are due into the batch, in the order they were paid. Answers how many it looked
 * at. The caller holds the lock of the batch.
 *
 * What costs is what is done per payment, so nothing is looked up one by one that can be read in a range: the journals
 * lie where the payments do, but for those that were told late, and a line can only be there already if the batch held
 * lines when this run began, or another batch has not told its payments yet.
 */
export async function collectPayments(
  tx: MerchantTx,
  batch: OpenBatch,
  { due, waiting_account }: { due: readonly DueRange[]; waiting_account: string },
  limit: number,
): Promise<{ looked_at: number; taken: number }> {
  const { merchant_id } = tx;
  const after =
    batch.run_paid_at === null
      ? sql``
      : sql`and (t.paid_at, t.id) > (${batch.run_paid_at}, ${batch.run_transaction_id})`;
  // Both sides of its one join are large, whatever the planner thinks of a page.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx.sql);
  const { rows } = await sql<{ looked_at: number; taken: number }>`
    with page as materialized (
      select w.*, row_number() over (order by w.paid_at, w.id) as place
      from (
        select t.merchant_id, t.id, t.paid_at, t.method, t.channel_code, t.source, t.amount, t.fee_amount,
          t.fee_vat_amount, t.net_amount, t.fee_rule_id
        from app.transaction t
        where t.merchant_id = ${merchant_id} and t.settlement_status = 'unsettled' and ${buildDueCondition(due)} ${after}
        order by t.paid_at, t.id
        limit ${limit}) w),
    ends as (select count(*)::int as looked_at, min(paid_at) as first, max(paid_at) as last from page),
    posted as (
      select f.reference_id, f.journal_id
      from app.transfer f
      where f.merchant_id = ${merchant_id} and f.credit_account = ${waiting_account}
        and f.posted_at >= (select first from ends) - interval '${sql.raw(POSTED_WITHIN)}'
        and f.posted_at <= (select last from ends) + interval '${sql.raw(POSTED_WITHIN)}'
        and f.kind = 'payment' and f.reference_type = 'transaction'),
    found as (
      select p.*, coalesce(n.journal_id, (
        select f.journal_id from app.transfer f
        where f.merchant_id = ${merchant_id} and f.kind = 'payment' and f.reference_type = 'transaction'
          and f.reference_id = p.id)) as journal_id
      from page p left join posted n on n.reference_id = p.id),
    taken as (
      insert into app.settlement_line (merchant_id, batch_id, line_no, journal_id, type, line_type, transaction_id,
        reference_type, reference_id, method, channel_code, occurred_at, gross_amount, fee_amount, fee_vat_amount,
        net_amount, fee_rule_id)
      select p.merchant_id, ${batch.id}, ${batch.line_count}::int + row_number() over (order by p.place), p.journal_id,
        case when p.source = 'payment_link' then 'payment-link' when p.method = 'qris' then 'qris'
          when p.method = 'virtual_account' then 'virtual-account' else 'adjustment' end,
        'payment', p.id, 'transaction', p.id, p.method, p.channel_code, p.paid_at, p.amount, p.fee_amount,
        p.fee_vat_amount, p.net_amount, p.fee_rule_id
      from found p
      where p.journal_id is not null and (not (${mayBeCollected(merchant_id, batch.id)}) or not exists (
        select from app.settlement_line l where l.merchant_id = ${merchant_id} and l.journal_id = p.journal_id))
      returning 1),
    counted as (select count(*)::int as taken from taken),
    last as (select paid_at, id from page where place = (select looked_at from ends))
    update app.settlement_batch b set
      line_count = b.line_count + (select taken from counted),
      run_paid_at = coalesce((select paid_at from last), b.run_paid_at),
      run_transaction_id = coalesce((select id from last), b.run_transaction_id)
    where b.merchant_id = ${merchant_id} and b.id = ${batch.id}
    returning (select looked_at from ends) as looked_at, (select taken from counted) as taken`.execute(tx.sql);
  return rows[0] ?? { looked_at: 0, taken: 0 };
}

/** How long before or after its payment a journal is posted, as a rule; others are looked up by themselves. */
const POSTED_WITHIN = '1 hour';

/** Whether a payment that waits can be in a line already; what is looked at is of one moment with the payments. */
const mayBeCollected = (merchant_id: string, batch_id: string) => sql`
  select b.run_line_no > 0 or exists (
    select from app.settlement_batch o
    where o.merchant_id = ${merchant_id} and o.id <> ${batch_id}
      and (o.told_status is distinct from o.status or o.told_line_no < o.line_count))
  from app.settlement_batch b where b.merchant_id = ${merchant_id} and b.id = ${batch_id}`;

/** Journals other than payments that touched the account where payments wait, and are in no batch yet. */
const adjustmentJournals = (merchant_id: string, account: string) => sql`
  select f.journal_id
  from app.transfer f
  where f.merchant_id = ${merchant_id} and f.kind not in ('payment', 'payment_fee', 'payment_fee_vat')
    and f.reference_type <> 'settlement_batch' and (f.debit_account = ${account} or f.credit_account = ${account})
    and not exists (
      select from app.settlement_line l where l.merchant_id = ${merchant_id} and l.journal_id = f.journal_id)`;

/**
 * Takes everything else that touched what waits (refunds held and released, fees given back, reversals) into the batch.
 * A payment that the bank took back before it was settled comes with its reversal: together they are nothing.
 * Answers how many lines were added. The caller holds the lock of the batch.
 */
export async function collectAdjustments(tx: MerchantTx, batch: OpenBatch, account: string): Promise<number> {
  const { merchant_id } = tx;
  const { rows } = await sql<{ taken: number }>`
    with beside as (${adjustmentJournals(merchant_id, account)}),
    undone as (
      select distinct o.journal_id
      from beside b
      join app.transfer f on f.merchant_id = ${merchant_id} and f.journal_id = b.journal_id
      join app.transfer o on o.merchant_id = ${merchant_id} and o.id = f.reverses_id
      where not exists (
        select from app.settlement_line l where l.merchant_id = ${merchant_id} and l.journal_id = o.journal_id)),
    journal as (select journal_id from beside union select journal_id from undone),
    moved as (
      select f.merchant_id, f.journal_id, min(f.posted_at) as posted_at, min(f.reference_type) as reference_type,
        min(f.reference_id) as reference_id,
        bool_or(f.kind = 'payment') as is_payment, bool_or(f.reverses_id is not null) as is_reversal,
        bool_or(f.kind like 'refund%') as is_refund,
        -- The fee of a transfer is held with its VAT in one movement; the refund knows its parts.
        count(*) filter (where f.kind = 'refund_fee_hold') - count(*) filter (where f.kind = 'refund_fee_release')
          as fee_holds,
        coalesce(sum(${buildSignedAmount(account)}) filter (where f.kind = 'payment'), 0) as gross,
        -coalesce(sum(${buildSignedAmount(account)}) filter (where f.kind like 'refund%' and f.kind not like '%fee%'), 0) as refund,
        -coalesce(sum(${buildSignedAmount(account)}) filter (where f.kind like '%fee%' and f.kind not like '%vat%'), 0) as fee,
        -coalesce(sum(${buildSignedAmount(account)}) filter (where f.kind like '%vat%'), 0) as vat,
        coalesce(sum(${buildSignedAmount(account)}) filter (
          where f.kind <> 'payment' and f.kind not like 'refund%' and f.kind not like '%fee%'), 0) as adjustment,
        sum(${buildSignedAmount(account)}) as net
      from journal j
      join app.transfer f on f.merchant_id = ${merchant_id} and f.journal_id = j.journal_id
      where f.debit_account = ${account} or f.credit_account = ${account}
      group by f.merchant_id, f.journal_id),
    taken as (
      insert into app.settlement_line (merchant_id, batch_id, line_no, journal_id, type, line_type, transaction_id,
        reference_type, reference_id, method, channel_code, occurred_at, gross_amount, refund_amount, fee_amount,
        fee_vat_amount, adjustment_amount, net_amount, fee_rule_id)
      select m.merchant_id, ${batch.id}, ${batch.line_count}::int + row_number() over (order by m.posted_at, m.journal_id),
        m.journal_id,
        case when t.source = 'payment_link' then 'payment-link' when t.method = 'qris' then 'qris'
          when t.method = 'virtual_account' then 'virtual-account' else 'adjustment' end,
        case when m.is_payment then 'payment' when m.is_reversal then 'chargeback' when m.is_refund then 'refund'
          else 'adjustment' end,
        t.id, m.reference_type, m.reference_id, t.method, t.channel_code, m.posted_at, m.gross, m.refund,
        m.fee - m.fee_holds * coalesce(r.fee_vat_amount, 0), m.vat + m.fee_holds * coalesce(r.fee_vat_amount, 0),
        m.adjustment, m.net, case when m.is_payment then t.fee_rule_id end
      from moved m
      left join app.refund r on r.merchant_id = ${merchant_id} and m.reference_type = 'refund' and r.id = m.reference_id
      left join app.transaction t on t.merchant_id = ${merchant_id}
        and t.id = case when m.reference_type = 'refund' then r.transaction_id else m.reference_id end
      returning 1)
    update app.settlement_batch b set line_count = b.line_count + (select count(*) from taken),
      run_line_no = b.line_count + (select count(*) from taken)
    where b.merchant_id = ${merchant_id} and b.id = ${batch.id}
    returning (select count(*)::int from taken) as taken`.execute(tx.sql);
  return rows[0]?.taken ?? 0;
}

/** What a transfer did to an account. */
const buildSignedAmount = (account: string) =>
  sql`case when f.credit_account = ${account} then f.amount else -f.amount end`;

export interface Totals {
  transaction_count: number;
  gross_amount: Rupiah;
  refund_amount: Rupiah;
  fee_amount: Rupiah;
  fee_vat_amount: Rupiah;
  commission_amount: Rupiah;
  adjustment_amount: Rupiah;
  net_amount: Rupiah;
  period_from: string | null;
  period_to: string | null;
}

/** Sums of the lines of a batch. */
export async function sumLines(tx: MerchantTx, batch_id: string): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*) filter (where l.line_type = 'payment') as transaction_count,
      coalesce(sum(l.gross_amount), 0)::bigint as gross_amount, coalesce(sum(l.refund_amount), 0)::bigint as refund_amount,
      coalesce(sum(l.fee_amount), 0)::bigint as fee_amount, coalesce(sum(l.fee_vat_amount), 0)::bigint as fee_vat_amount,
      coalesce(sum(l.commission_amount), 0)::bigint as commission_amount,
      coalesce(sum(l.adjustment_amount), 0)::bigint as adjustment_amount,
      coalesce(sum(l.net_amount), 0)::bigint as net_amount,
      min(l.occurred_at) filter (where l.line_type = 'payment') as period_from,
      max(l.occurred_at) filter (where l.line_type = 'payment') as period_to
    from app.settlement_line l
    where l.merchant_id = ${tx.merchant_id} and l.batch_id = ${batch_id}`.execute(tx.sql);
  const [row] = rows;
  if (row === undefined) throw new Error('An aggregate answers one row');
  return row;
}

/** What an open batch holds so far, for people to see. */
export async function updateTotals(tx: MerchantTx, batch_id: string, totals: Totals, now: Date): Promise<void> {
  await tx.sql
    .updateTable('settlement_batch')
    .set({ ...totals, updated_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', batch_id)
    .execute();
}
