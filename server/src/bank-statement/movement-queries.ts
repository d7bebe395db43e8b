/** SQL of the movements of money that lines of bank statements show: payments, refunds, reversals, deposits and transfers. */
import { type RawBuilder, sql } from 'kysely';
import type { MovementSum, UnmatchedMovement } from '@dasbor/contract/bank-movement';
import { MOVEMENT_TYPES, type MovementCandidate, type MovementType } from '@dasbor/contract/bank-statement';
import type { PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { buildBusinessDay } from '../ledger/business-day.ts';

/** Days before and after the lines in which their movements are looked for: banks credit up to a long weekend later. */
const DAYS_BEFORE = 7;
const DAYS_AFTER = 2;

export interface Window {
  first_day: string;
  last_day: string;
}

/** The last movement of the previous page. A returned transfer has two movements of one id that may have the same time. */
export interface MovementCursor extends Cursor {
  type: MovementType;
}

/** Which movements of one merchant a query needs; the newest ones with a limit. */
interface MovementScope {
  /** First day and the day after the last one, as conditions on a time. */
  isInRange: (at: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Start of the page, and the maximum number of movements of one kind and merchant. */
  page?: { after: MovementCursor | null; limit: number };
}

const toRange =
  ({ first_day, last_day }: Window, { before, after }: { before: number; after: number }) =>
  (at: RawBuilder<unknown>) =>
    sql`
    ${at} >= (${first_day}::date - ${before}::int)::timestamp at time zone interval '7 hours'
    and ${at} < (${last_day}::date + ${after + 1}::int)::timestamp at time zone interval '7 hours'`;

/** Conditions of a query on the source of a kind, built from the names of its columns. */
interface SourceFilter {
  isFree: (type: MovementType, id: string) => RawBuilder<unknown>;
  isWanted: (type: MovementType, at: string, id: string) => RawBuilder<unknown>;
  /** Order and limit of a page. */
  end: (at: string, id: string) => RawBuilder<unknown>;
}

/**
 * Movements that explain no line yet, with every reference that a bank may show. Payments, refunds and reversals are read
 * merchant by merchant through `(merchant_id, paid_at)` and its like, and whether one explains a line by the primary key of
 * the matches: `offset 0` keeps the planner from joining whole tables instead, which would read every payment of the product.
 */
function buildMovements(types: readonly MovementType[], { isInRange, page }: MovementScope): RawBuilder<unknown> {
  const after = page?.after ?? null;
  const filter: SourceFilter = {
    isFree: (type, id) => sql`not exists (
      select from app.bank_statement_match m where m.object_type = ${type} and m.object_id = ${sql.ref(id)} offset 0)`,
    isWanted: (type, at, id) =>
      after === null
        ? isInRange(sql.ref(at))
        : sql`${isInRange(sql.ref(at))} and ${sql.ref(at)} <= ${after.at}::timestamptz
        and (${sql.ref(at)}, ${sql.ref(id)}, ${type}::text) < (${after.at}::timestamptz, ${after.id}::text, ${after.type}::text)`,
    end: (at, id) =>
      page === undefined ? sql`offset 0` : sql`order by ${sql.ref(at)} desc, ${sql.ref(id)} desc limit ${page.limit}`,
  };
  const sources: Record<MovementType, RawBuilder<unknown>> = {
    ...buildTransferSources(filter),
    ...buildPaymentSources(filter),
  };
  return sql`${sql.join(
    types.map((type) => sources[type]),
    sql` union all `,
  )}`;
}

const toDay = (at: string): RawBuilder<string> => buildBusinessDay(sql.ref(at));

/** Money that the provider's own accounts sent or received for a balance: transfers, returned ones and deposits. */
const buildTransferSources = ({ isFree, isWanted, end }: SourceFilter) => ({
  transfer: sql`
      (select 'transfer' as object_type, b.id as object_id, b.merchant_id,
        -coalesce(b.executed_amount, b.amount) as amount, b.ended_at as at,
        ${toDay('b.ended_at')} as day, array[b.partner_reference_no, b.bank_reference] as refs, '' as daily_group
      from app.bank_transfer b where b.status in ('succeeded', 'returned') and ${isWanted('transfer', 'b.ended_at', 'b.id')}
        and ${isFree('transfer', 'b.id')} ${end('b.ended_at', 'b.id')})`,
  transfer_return: sql`
      (select 'transfer_return' as object_type, b.id as object_id, b.merchant_id,
        coalesce(b.executed_amount, b.amount) as amount, b.ended_at as at,
        ${toDay('b.ended_at')} as day, array[b.partner_reference_no, b.bank_reference] as refs, '' as daily_group
      from app.bank_transfer b where b.status = 'returned' and ${isWanted('transfer_return', 'b.ended_at', 'b.id')}
        and ${isFree('transfer_return', 'b.id')} ${end('b.ended_at', 'b.id')})`,
  deposit: sql`
      (select 'deposit' as object_type, d.id as object_id, d.merchant_id, d.amount, d.received_at as at,
        ${toDay('d.paid_at')} as day, array[d.bank_reference, d.payment_request_id] as refs,
        'deposit ' || d.bank as daily_group
      from app.deposit d where ${isWanted('deposit', 'd.received_at', 'd.id')} and ${isFree('deposit', 'd.id')}
      ${end('d.received_at', 'd.id')})`,
});

/** Refunds that the bank paid by the payment method itself. Those by transfer are transfers. */
const IS_REFUNDED = sql`r.method = 'original' and r.status = 'succeeded'`;

/** Payments and what the bank took back of them. All three have the daily group of the payment. */
const buildPaymentSources = ({ isFree, isWanted, end }: SourceFilter) => ({
  payment: sql`
      (select p.* from app.merchant who cross join lateral (
        select 'payment' as object_type, t.id as object_id, t.merchant_id, t.amount, t.paid_at as at,
          ${toDay('t.paid_at')} as day, array[t.provider_reference, t.rrn, t.id] as refs,
          t.method || ' ' || coalesce(t.channel_code, '') as daily_group
        from app.transaction t
        where t.merchant_id = who.merchant_id and t.paid_at is not null and ${isWanted('payment', 't.paid_at', 't.id')}
          and ${isFree('payment', 't.id')} ${end('t.paid_at', 't.id')}) p)`,
  refund: sql`
      (select p.* from app.merchant who cross join lateral (
        select 'refund' as object_type, r.id as object_id, r.merchant_id, -r.amount as amount, r.completed_at as at,
          ${toDay('r.completed_at')} as day, array[r.partner_reference_no, r.provider_reference] as refs,
          (select t.method || ' ' || coalesce(t.channel_code, '') from app.transaction t
            where t.merchant_id = r.merchant_id and t.id = r.transaction_id) as daily_group
        from app.refund r
        where r.merchant_id = who.merchant_id and ${IS_REFUNDED} and ${isWanted('refund', 'r.completed_at', 'r.id')}
          and ${isFree('refund', 'r.id')} ${end('r.completed_at', 'r.id')}) p)`,
  // The timeline has the time of a reversal: the payment changes later, such as when a refund in progress completes.
  reversal: sql`
      (select p.* from app.merchant who cross join lateral (
        select 'reversal' as object_type, e.transaction_id as object_id, e.merchant_id, -t.amount as amount, e.at,
          ${toDay('e.at')} as day, array[t.provider_reference, t.rrn, t.id] as refs,
          t.method || ' ' || coalesce(t.channel_code, '') as daily_group
        from app.transaction_event e cross join lateral (
          select x.id, x.amount, x.provider_reference, x.rrn, x.method, x.channel_code from app.transaction x
          where x.merchant_id = e.merchant_id and x.id = e.transaction_id offset 0) t
        where e.merchant_id = who.merchant_id and e.to_status = 'reversed' and e.from_status <> 'reversed'
          and ${isWanted('reversal', 'e.at', 'e.transaction_id')} and ${isFree('reversal', 'e.transaction_id')}
        ${end('e.at', 'e.transaction_id')}) p)`,
});

/** Movements around the days of a statement that explain no line yet. */
export const buildCandidates = (window: Window): RawBuilder<unknown> =>
  buildMovements(MOVEMENT_TYPES, { isInRange: toRange(window, { before: DAYS_BEFORE, after: DAYS_AFTER }) });

/** Movements that explain no line, newest first. */
export async function listCandidateRows(
  tx: PlatformTx,
  window: Window,
  { amount, q, limit }: { amount?: number | undefined; q?: string | undefined; limit: number },
): Promise<MovementCandidate[]> {
  const { rows } = await sql<MovementCandidate>`
    select c.object_type, c.object_id, c.merchant_id, c.amount, c.day, coalesce(c.refs[2], c.refs[1]) as reference
    from (${buildCandidates(window)}) c
    where ${amount === undefined ? sql`true` : sql`c.amount = ${amount}`}
      and ${
        q === undefined || q === ''
          ? sql`true`
          : sql`(c.object_id = ${q} or upper(${q}) = any (
        select upper(r.ref) from unnest(c.refs) as r (ref)))`
      }
    order by c.day desc, c.object_id desc limit ${limit}`.execute(tx.sql);
  return rows;
}

/** Movements of some days that no line of a statement shows, newest first; one extra row when there is a next page. */
export async function listUnmatchedMovements(
  tx: PlatformTx,
  { types, ...days }: Window & { types: readonly MovementType[] },
  { after, limit }: { after: MovementCursor | null; limit: number },
): Promise<Omit<UnmatchedMovement, 'merchant_name'>[]> {
  const scope = { isInRange: toRange(days, { before: 0, after: 0 }), page: { after, limit: limit + 1 } };
  const { rows } = await sql<Omit<UnmatchedMovement, 'merchant_name'>>`
    select c.object_type, c.object_id, c.merchant_id, c.amount, c.day, c.at,
      coalesce(c.refs[2], c.refs[1]) as reference
    from (${buildMovements(types, scope)}) c
    order by c.at desc, c.object_id desc, c.object_type desc limit ${limit + 1}`.execute(tx.sql);
  return rows;
}

/** Their number and amount by kind. */
export async function sumUnmatchedMovements(
  tx: PlatformTx,
  { types, ...days }: Window & { types: readonly MovementType[] },
): Promise<MovementSum[]> {
  const { rows } = await sql<MovementSum>`
    select c.object_type, count(*)::int as count, sum(c.amount)::bigint as amount
    from (${buildMovements(types, { isInRange: toRange(days, { before: 0, after: 0 }) })}) c
    group by c.object_type order by c.object_type`.execute(tx.sql);
  return rows;
}

export interface MovementKey {
  object_type: MovementType;
  object_id: string;
}

/** The movements of these keys that explain no line, on any day. */
export async function findFreeMovements(
  tx: PlatformTx,
  keys: readonly MovementKey[],
): Promise<(MovementKey & { merchant_id: string; amount: number })[]> {
  const ids = (type: MovementType) =>
    keys.filter(({ object_type }) => object_type === type).map((key) => key.object_id);
  const { rows } = await sql<MovementKey & { merchant_id: string; amount: number }>`
    select c.* from (
      select 'transfer' as object_type, b.id as object_id, b.merchant_id,
        -coalesce(b.executed_amount, b.amount) as amount
      from app.bank_transfer b
      where b.status in ('succeeded', 'returned') and b.id = any (${ids('transfer')}::text[])
      union all
      select 'transfer_return', b.id, b.merchant_id, coalesce(b.executed_amount, b.amount) from app.bank_transfer b
      where b.status = 'returned' and b.id = any (${ids('transfer_return')}::text[])
      union all
      select 'deposit', d.id, d.merchant_id, d.amount from app.deposit d where d.id = any (${ids('deposit')}::text[])
      union all
      select 'payment', p.id, p.merchant_id, p.amount from app.merchant who cross join lateral (
        select t.id, t.merchant_id, t.amount from app.transaction t
        where t.merchant_id = who.merchant_id and t.paid_at is not null
          and t.id = any (${ids('payment')}::text[]) offset 0) p
      union all
      select 'refund', p.id, p.merchant_id, -p.amount from app.merchant who cross join lateral (
        select r.id, r.merchant_id, r.amount from app.refund r
        where r.merchant_id = who.merchant_id and ${IS_REFUNDED}
          and r.id = any (${ids('refund')}::text[]) offset 0) p
      union all
      select 'reversal', p.id, p.merchant_id, -p.amount from app.merchant who cross join lateral (
        select t.id, t.merchant_id, t.amount from app.transaction t
        where t.merchant_id = who.merchant_id and t.status = 'reversed'
          and t.id = any (${ids('reversal')}::text[]) offset 0) p) c
    where not exists (select from app.bank_statement_match m
      where m.object_type = c.object_type and m.object_id = c.object_id)`.execute(tx.sql);
  return rows;
}
