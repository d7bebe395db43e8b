/** SQL of the settlement run: collects due payments into lines of the open batch, set-based and page by page. */
import { type RawBuilder, sql } from 'kysely';
import type { Rupiah } from '@dasbor/contract/money';
import { commitAsynchronously } from '../db/asynchronous-commit.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { DueRange } from './due.ts';

/** The open batch with the progress of its run. */
export interface OpenBatch {
  id: string;
  batch_no: string;
  line_count: number;
  net_amount: Rupiah;
  run_day: string | null;
  run_paid_at: string | null;
  run_transaction_id: string | null;
  last_event_seq: number;
}

/** Locks the open batch; undefined when there is none. */
export const lockOpenBatch = (tx: MerchantTx): Promise<OpenBatch | undefined> =>
  tx.sql
    .selectFrom('settlement_batch')
    .select(['id', 'batch_no', 'line_count', 'net_amount', 'last_event_seq'])
    .select(['run_day', 'run_paid_at', 'run_transaction_id'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'open')
    .forNoKeyUpdate()
    .executeTakeFirst() as Promise<OpenBatch | undefined>;

type DayRun = { day: string; is_early: boolean; now: Date };

/**
 * Starts the run of a day, unless it is already in progress. An early run starts from the beginning, because the run of
 * the same day has passed over payments that were not due.
 */
export async function beginRun(tx: MerchantTx, batch_id: string, { day, is_early, now }: DayRun): Promise<void> {
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
    .where((eb) => eb.or([eb.lit(is_early), eb('run_day', 'is', null), eb('run_day', '<>', day)]))
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
 * Whether a payment is in a range of its method and bank, or of its method for banks without their own range. The ranges
 * are literals instead of a join, so that the planner scans the index of pending payments in order and stops at the end
 * of the last range.
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

/** Whether any payment or adjustment can be collected. */
export async function hasDuePayments(
  tx: MerchantTx,
  due: readonly DueRange[],
  pending_account: string,
): Promise<boolean> {
  const { merchant_id } = tx;
  const { rows } = await sql<{ is_due: boolean }>`
    select exists (
      select from app.transaction t
      where t.merchant_id = ${merchant_id} and t.settlement_status = 'unsettled' and ${buildDueCondition(due)}
        and not exists (
          select from app.settlement_line l where l.merchant_id = ${merchant_id} and l.journal_id = t.journal_id))
      or exists (${adjustmentJournals(merchant_id, pending_account)}) as is_due`.execute(tx.sql);
  return rows[0]?.is_due === true;
}

/**
 * Collects the next page of due payments into the batch, in the order they were paid. Returns how many were scanned and
 * collected. The caller holds the lock of the batch.
 *
 * A payment can only be in a line already if the batch had lines when this run started, or if another batch has not
 * synchronised its payments yet.
 */
export async function collectPayments(
  tx: MerchantTx,
  batch: OpenBatch,
  { due, now }: { due: readonly DueRange[]; now: Date },
  limit: number,
): Promise<{ scanned: number; collected: number }> {
  const { merchant_id } = tx;
  const after =
    batch.run_paid_at === null
      ? sql``
      : sql`and (t.paid_at, t.id) > (${batch.run_paid_at}, ${batch.run_transaction_id})`;
  await disableSort(tx);
  // A crash loses the last pages, which the resumed run collects again; the commit that closes the batch waits for all.
  await commitAsynchronously(tx);
  const { rows } = await sql<{ scanned: number; collected: number }>`
    with page as materialized (
      select t.merchant_id, t.id, t.paid_at, t.method, t.channel_code, t.source, t.amount, t.fee_amount,
        t.fee_vat_amount, t.net_amount, t.fee_rule_id, t.journal_id
      from app.transaction t
      where t.merchant_id = ${merchant_id} and t.settlement_status = 'unsettled' and ${buildDueCondition(due)} ${after}
      order by t.paid_at, t.id
      limit ${limit}),
    inserted as (
      insert into app.settlement_line as x (merchant_id, batch_id, line_no, journal_id, type, line_type, transaction_id,
        reference_type, reference_id, method, channel_code, occurred_at, gross_amount, fee_amount, fee_vat_amount,
        net_amount, fee_rule_id)
      -- A page is read in its order, which a window with an order of its own would sort again.
      select p.merchant_id, ${batch.id}, ${batch.line_count}::int + row_number() over (),
        p.journal_id,
        case when p.source = 'payment_link' then 'payment-link' when p.method = 'qris' then 'qris'
          when p.method = 'virtual_account' then 'virtual-account' else 'adjustment' end,
        'payment', p.id, 'transaction', p.id, p.method, p.channel_code, p.paid_at, p.amount, p.fee_amount,
        p.fee_vat_amount, p.net_amount, p.fee_rule_id
      from page p
      where not (${mayBeCollected(merchant_id, batch.id)}) or not exists (
        -- With OFFSET, the planner cannot replace the lookups by a hash of all lines of the merchant.
        select from app.settlement_line l where l.merchant_id = ${merchant_id} and l.journal_id = p.journal_id offset 0)
      returning ${LINE_COLUMNS}),
    sums as (${SUM_OF_INSERTED}),
    last as (select paid_at, id from page order by paid_at desc, id desc limit 1)
    update app.settlement_batch b set ${ADD_TO_BATCH}, updated_at = ${now},
      run_paid_at = coalesce((select paid_at from last), b.run_paid_at),
      run_transaction_id = coalesce((select id from last), b.run_transaction_id)
    from sums s
    where b.merchant_id = ${merchant_id} and b.id = ${batch.id}
    returning (select count(*)::int from page) as scanned, s.line_count as collected`.execute(tx.sql);
  return rows[0] ?? { scanned: 0, collected: 0 };
}

/** Payments are read by the index of unsettled ones, in its order: sorting would read all that are left, for each page again. */
const disableSort = (tx: MerchantTx) => sql`set local enable_sort = off`.execute(tx.sql);

const LINE_COLUMNS = sql.raw(`line_type, occurred_at, gross_amount, refund_amount, fee_amount, fee_vat_amount,
  commission_amount, adjustment_amount, net_amount`);

/** Sums of the lines that a statement has inserted. */
const SUM_OF_INSERTED = sql`
  select count(*)::int as line_count, (count(*) filter (where line_type = 'payment'))::int as transaction_count,
    coalesce(sum(gross_amount), 0)::bigint as gross, coalesce(sum(refund_amount), 0)::bigint as refund,
    coalesce(sum(fee_amount), 0)::bigint as fee, coalesce(sum(fee_vat_amount), 0)::bigint as vat,
    coalesce(sum(commission_amount), 0)::bigint as commission,
    coalesce(sum(adjustment_amount), 0)::bigint as adjustment, coalesce(sum(net_amount), 0)::bigint as net,
    min(occurred_at) filter (where line_type = 'payment') as period_from,
    max(occurred_at) filter (where line_type = 'payment') as period_to
  from inserted`;

/** Adds these sums to the batch in the same statement, so that its totals are those of its lines at any time. */
const ADD_TO_BATCH = sql`line_count = b.line_count + s.line_count,
  transaction_count = b.transaction_count + s.transaction_count, gross_amount = b.gross_amount + s.gross,
  refund_amount = b.refund_amount + s.refund, fee_amount = b.fee_amount + s.fee,
  fee_vat_amount = b.fee_vat_amount + s.vat, commission_amount = b.commission_amount + s.commission,
  adjustment_amount = b.adjustment_amount + s.adjustment, net_amount = b.net_amount + s.net,
  period_from = least(b.period_from, s.period_from), period_to = greatest(b.period_to, s.period_to)`;

/** Whether a pending payment may already be in a line. Evaluated in the same snapshot as the payments. */
const mayBeCollected = (merchant_id: string, batch_id: string) => sql`
  select b.run_line_no > 0 or exists (
    select from app.settlement_batch o
    where o.merchant_id = ${merchant_id} and o.id <> ${batch_id}
      and (o.synced_status is distinct from o.status or o.synced_line_no < o.line_count))
  from app.settlement_batch b where b.merchant_id = ${merchant_id} and b.id = ${batch_id}`;

/** Journals other than payments that moved the pending balance and are in no batch yet. */
const adjustmentJournals = (merchant_id: string, account: string) => sql`
  select f.journal_id
  from app.transfer f
  where f.merchant_id = ${merchant_id} and f.kind not in ('payment', 'payment_fee', 'payment_fee_vat')
    and f.reference_type <> 'settlement_batch' and (f.debit_account = ${account} or f.credit_account = ${account})
    and not exists (
      select from app.settlement_line l where l.merchant_id = ${merchant_id} and l.journal_id = f.journal_id)`;

/**
 * Collects every other movement of the pending balance (refund holds and releases, fee refunds, reversals) into the
 * batch. A payment reversed before settlement is added together with its reversal; they net to zero. Returns the number
 * of lines added. The caller holds the lock of the batch.
 */
export async function collectAdjustments(
  tx: MerchantTx,
  batch: OpenBatch,
  { pending_account: account, now }: { pending_account: string; now: Date },
): Promise<number> {
  const { merchant_id } = tx;
  const { rows } = await sql<{ collected: number }>`
    with adjustments as (${adjustmentJournals(merchant_id, account)}),
    reversed as (
      select distinct o.journal_id
      from adjustments b
      join app.transfer f on f.merchant_id = ${merchant_id} and f.journal_id = b.journal_id
      join app.transfer o on o.merchant_id = ${merchant_id} and o.id = f.reverses_id
      where not exists (
        select from app.settlement_line l where l.merchant_id = ${merchant_id} and l.journal_id = o.journal_id)),
    journal as (select journal_id from adjustments union select journal_id from reversed),
    moved as (
      select f.merchant_id, f.journal_id, min(f.posted_at) as posted_at, min(f.reference_type) as reference_type,
        min(f.reference_id) as reference_id,
        bool_or(f.kind = 'payment') as is_payment, bool_or(f.reverses_id is not null) as is_reversal,
        bool_or(f.kind like 'refund%') as is_refund,
        -- A transfer fee is held with its VAT in one movement; the refund has the split.
        count(*) filter (where f.kind = 'refund_fee_hold') - count(*) filter (where f.kind = 'refund_fee_release')
          as fee_holds,
        coalesce(sum(${buildSignedAmount(account)}) filter (where f.kind = 'payment'), 0) as gross,
        -coalesce(sum(${buildSignedAmount(account)}) filter (where f.kind like 'refund%' and f.kind not like '%fee%'), 0) as refund,
        -coalesce(sum(${buildSignedAmount(account)}) filter (where f.kind like '%fee%' and f.kind not like '%vat%'), 0) as fee,
        -coalesce(sum(${buildSignedAmount(account)}) filter (where f.kind like '%vat%'), 0) as vat,
        coalesce(sum(${buildSignedAmount(account)}) filter (
          where f.kind <> 'payment' and f.kind not like all (array['refund%', '%fee%', 'commission%'])), 0) as adjustment,
        -coalesce(sum(${buildSignedAmount(account)}) filter (where f.kind like 'commission%'), 0) as commission,
        sum(${buildSignedAmount(account)}) as net
      from journal j
      join app.transfer f on f.merchant_id = ${merchant_id} and f.journal_id = j.journal_id
      where f.debit_account = ${account} or f.credit_account = ${account}
      group by f.merchant_id, f.journal_id),
    inserted as (
      insert into app.settlement_line as x (merchant_id, batch_id, line_no, journal_id, type, line_type, transaction_id,
        reference_type, reference_id, method, channel_code, occurred_at, gross_amount, refund_amount, fee_amount,
        fee_vat_amount, commission_amount, adjustment_amount, net_amount, fee_rule_id)
      select m.merchant_id, ${batch.id}, ${batch.line_count}::int + row_number() over (order by m.posted_at, m.journal_id),
        m.journal_id,
        case when t.source = 'payment_link' then 'payment-link' when t.method = 'qris' then 'qris'
          when t.method = 'virtual_account' then 'virtual-account' else 'adjustment' end,
        case when m.is_payment then 'payment' when m.is_refund then 'refund' when m.is_reversal then 'chargeback'
          else 'adjustment' end,
        t.id, m.reference_type, m.reference_id, t.method, t.channel_code, m.posted_at, m.gross, m.refund,
        m.fee - m.fee_holds * coalesce(r.fee_vat_amount, 0), m.vat + m.fee_holds * coalesce(r.fee_vat_amount, 0),
        m.commission, m.adjustment, m.net, case when m.is_payment then t.fee_rule_id end
      from moved m
      left join app.refund r on r.merchant_id = ${merchant_id} and m.reference_type = 'refund' and r.id = m.reference_id
      left join app.transaction t on t.merchant_id = ${merchant_id}
        and t.id = case when m.reference_type = 'refund' then r.transaction_id else m.reference_id end
      returning ${LINE_COLUMNS}),
    sums as (${SUM_OF_INSERTED})
    update app.settlement_batch b set ${ADD_TO_BATCH}, updated_at = ${now}, run_line_no = b.line_count + s.line_count
    from sums s
    where b.merchant_id = ${merchant_id} and b.id = ${batch.id}
    returning s.line_count as collected`.execute(tx.sql);
  return rows[0]?.collected ?? 0;
}

/** The signed amount of a transfer on an account. */
const buildSignedAmount = (account: string) =>
  sql`case when f.credit_account = ${account} then f.amount else -f.amount end`;
