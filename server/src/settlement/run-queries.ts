/** SQL of the settlement run: collects what is due into the lines of the open batch, set-based and a page at a time. */
import { sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import type { MerchantTx } from '../db/tx.ts';
import type { DueRange } from './due.ts';

/** Pages are large; a request's statement timeout would cut them off. */
export async function allowLongStatements(tx: MerchantTx): Promise<void> {
  await sql`select set_config('statement_timeout', '120s', true)`.execute(tx.sql);
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
    .set({ run_day: day, run_paid_at: null, run_transaction_id: null, settlement_date: day, updated_at: now })
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

const dueTable = (due: readonly DueRange[]) => sql`
  jsonb_to_recordset(${JSON.stringify(due)}::jsonb)
    as d(method text, channel_code text, "except" jsonb, paid_from timestamptz, paid_to timestamptz)`;

/** A payment is in a range of its method, of its bank or of any that has no range of its own. */
const isDue = sql`d.method = t.method and t.paid_at >= d.paid_from and t.paid_at < d.paid_to
  and (d.channel_code = t.channel_code
    or (d.channel_code is null and not (d."except" ? coalesce(t.channel_code, ''))))`;

/** Whether anything waits that would be taken. */
export async function isAnythingDue(
  tx: MerchantTx,
  due: readonly DueRange[],
  waiting_account: string,
): Promise<boolean> {
  const { merchant_id } = tx;
  const { rows } = await sql<{ is_due: boolean }>`
    select exists (
      select from app.transaction t join ${dueTable(due)} on ${isDue}
      where t.merchant_id = ${merchant_id} and t.settlement_status = 'unsettled'
        and not exists (select from app.transfer f
          join app.settlement_line l on l.merchant_id = ${merchant_id} and l.journal_id = f.journal_id
          where f.merchant_id = ${merchant_id} and f.kind = 'payment' and f.reference_type = 'transaction'
            and f.reference_id = t.id))
      or exists (${journalsBeside(merchant_id, waiting_account)}) as is_due`.execute(tx.sql);
  return rows[0]?.is_due === true;
}

/**
 * Takes the next page of payments that are due into the batch, in the order they were paid. Answers how many it looked
 * at and the new place of the run. The caller holds the lock of the batch.
 */
export async function collectPayments(
  tx: MerchantTx,
  batch: OpenBatch,
  due: readonly DueRange[],
  limit: number,
): Promise<{ looked_at: number; taken: number }> {
  const { merchant_id } = tx;
  const after =
    batch.run_paid_at === null
      ? sql``
      : sql`and (t.paid_at, t.id) > (${batch.run_paid_at}, ${batch.run_transaction_id})`;
  const { rows } = await sql<{ looked_at: number; taken: number; paid_at: string | null; id: string | null }>`
    with page as (
      select t.merchant_id, t.id, t.paid_at, t.method, t.channel_code, t.source, t.amount, t.fee_amount, t.fee_vat_amount,
        t.net_amount, t.fee_rule_id
      from app.transaction t
      join ${dueTable(due)} on ${isDue}
      where t.merchant_id = ${merchant_id} and t.settlement_status = 'unsettled' ${after}
      order by t.paid_at, t.id
      limit ${limit}),
    taken as (
      insert into app.settlement_line (merchant_id, batch_id, line_no, journal_id, type, line_type, transaction_id,
        reference_type, reference_id, method, channel_code, occurred_at, gross_amount, fee_amount, fee_vat_amount,
        net_amount, fee_rule_id)
      select p.merchant_id, ${batch.id}, ${batch.line_count}::int + row_number() over (order by p.paid_at, p.id),
        f.journal_id,
        case when p.source = 'payment_link' then 'payment-link' when p.method = 'qris' then 'qris'
          when p.method = 'virtual_account' then 'virtual-account' else 'adjustment' end,
        'payment', p.id, 'transaction', p.id, p.method, p.channel_code, p.paid_at, p.amount, p.fee_amount,
        p.fee_vat_amount, p.net_amount, p.fee_rule_id
      from page p
      join app.transfer f on f.merchant_id = ${merchant_id} and f.kind = 'payment'
        and f.reference_type = 'transaction' and f.reference_id = p.id
      where not exists (
        select from app.settlement_line l where l.merchant_id = ${merchant_id} and l.journal_id = f.journal_id)
      returning 1),
    last as (select paid_at, id from page order by paid_at desc, id desc limit 1)
    update app.settlement_batch b set
      line_count = b.line_count + (select count(*) from taken),
      run_paid_at = coalesce((select paid_at from last), b.run_paid_at),
      run_transaction_id = coalesce((select id from last), b.run_transaction_id)
    where b.merchant_id = ${merchant_id} and b.id = ${batch.id}
    returning (select count(*)::int from page) as looked_at, (select count(*)::int from taken) as taken`.execute(
    tx.sql,
  );
  return rows[0] ?? { looked_at: 0, taken: 0 };
}

/** Journals other than payments that touched the account where payments wait, and are in no batch yet. */
const journalsBeside = (merchant_id: string, account: string) => sql`
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
export async function collectBeside(tx: MerchantTx, batch: OpenBatch, account: string): Promise<number> {
  const { merchant_id } = tx;
  const { rows } = await sql<{ taken: number }>`
    with beside as (${journalsBeside(merchant_id, account)}),
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
        coalesce(sum(${signed(account)}) filter (where f.kind = 'payment'), 0) as gross,
        -coalesce(sum(${signed(account)}) filter (where f.kind like 'refund%' and f.kind not like '%fee%'), 0) as refund,
        -coalesce(sum(${signed(account)}) filter (where f.kind like '%fee%' and f.kind not like '%vat%'), 0) as fee,
        -coalesce(sum(${signed(account)}) filter (where f.kind like '%vat%'), 0) as vat,
        coalesce(sum(${signed(account)}) filter (
          where f.kind <> 'payment' and f.kind not like 'refund%' and f.kind not like '%fee%'), 0) as adjustment,
        sum(${signed(account)}) as net
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
    update app.settlement_batch b set line_count = b.line_count + (select count(*) from taken)
    where b.merchant_id = ${merchant_id} and b.id = ${batch.id}
    returning (select count(*)::int from taken) as taken`.execute(tx.sql);
  return rows[0]?.taken ?? 0;
}

/** What a transfer did to an account. */
const signed = (account: string) => sql`case when f.credit_account = ${account} then f.amount else -f.amount end`;

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
export async function keepTotals(tx: MerchantTx, batch_id: string, totals: Totals, now: Date): Promise<void> {
  await tx.sql
    .updateTable('settlement_batch')
    .set({ ...totals, updated_at: now })
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', batch_id)
    .execute();
}
