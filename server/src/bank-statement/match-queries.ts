/**
 * SQL that matches the open lines of a statement with movements: payments, deposits and transfers. Set-based: a statement
 * takes three statements, however many lines it has. A pair is only made where it is the only one on both sides.
 */
import { type RawBuilder, sql } from 'kysely';
import type { MovementSum, UnmatchedMovement } from '@dasbor/contract/bank-movement';
import { MOVEMENT_TYPES, type MovementCandidate, type MovementType } from '@dasbor/contract/bank-statement';
import type { PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { businessDaySql } from '../ledger/business-day.ts';

/** Days before and after the lines in which their movements are looked for: banks credit up to a long weekend later. */
const DAYS_BEFORE = 7;
const DAYS_AFTER = 2;

interface Window {
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
  /** Where the page begins, and how many movements of one kind and merchant are read at most. */
  page?: { after: MovementCursor | null; limit: number };
}

const toRange =
  ({ first_day, last_day }: Window, { before, after }: { before: number; after: number }) =>
  (at: RawBuilder<unknown>) =>
    sql`
    ${at} >= (${first_day}::date - ${before}::int)::timestamp at time zone interval '7 hours'
    and ${at} < (${last_day}::date + ${after + 1}::int)::timestamp at time zone interval '7 hours'`;

/**
 * Movements that explain no line yet, with every reference that a bank may show. Payments are read merchant by merchant
 * through `(merchant_id, paid_at)`, and whether one explains a line by the primary key of the matches: `offset 0` keeps the
 * planner from joining whole tables instead, which would read every payment of the product.
 */
function buildMovements(types: readonly MovementType[], { isInRange, page }: MovementScope): RawBuilder<unknown> {
  const day = (at: RawBuilder<unknown>) => businessDaySql(at);
  const isFree = (type: MovementType, id: string) => sql`not exists (
    select from app.bank_statement_match m where m.object_type = ${type} and m.object_id = ${sql.ref(id)} offset 0)`;
  const end = (at: string, id: string) =>
    page === undefined ? sql`offset 0` : sql`order by ${sql.ref(at)} desc, ${sql.ref(id)} desc limit ${page.limit}`;
  const after = page?.after ?? null;
  const isWanted = (type: MovementType, at: string, id: string) =>
    after === null
      ? isInRange(sql.ref(at))
      : sql`${isInRange(sql.ref(at))} and ${sql.ref(at)} <= ${after.at}::timestamptz
        and (${sql.ref(at)}, ${sql.ref(id)}, ${type}::text) < (${after.at}::timestamptz, ${after.id}::text, ${after.type}::text)`;
  const sources: Record<MovementType, RawBuilder<unknown>> = {
    transfer: sql`
      (select 'transfer' as object_type, b.id as object_id, b.merchant_id,
        -coalesce(b.executed_amount, b.amount) as amount, b.ended_at as at,
        ${day(sql.ref('b.ended_at'))} as day, array[b.partner_reference_no, b.bank_reference] as refs, '' as daily_group
      from app.bank_transfer b where b.status in ('succeeded', 'returned') and ${isWanted('transfer', 'b.ended_at', 'b.id')}
        and ${isFree('transfer', 'b.id')} ${end('b.ended_at', 'b.id')})`,
    transfer_return: sql`
      (select 'transfer_return' as object_type, b.id as object_id, b.merchant_id,
        coalesce(b.executed_amount, b.amount) as amount, b.ended_at as at,
        ${day(sql.ref('b.ended_at'))} as day, array[b.partner_reference_no, b.bank_reference] as refs, '' as daily_group
      from app.bank_transfer b where b.status = 'returned' and ${isWanted('transfer_return', 'b.ended_at', 'b.id')}
        and ${isFree('transfer_return', 'b.id')} ${end('b.ended_at', 'b.id')})`,
    deposit: sql`
      (select 'deposit' as object_type, d.id as object_id, d.merchant_id, d.amount, d.received_at as at,
        ${day(sql.ref('d.paid_at'))} as day, array[d.bank_reference, d.payment_request_id] as refs,
        'deposit ' || d.bank as daily_group
      from app.deposit d where ${isWanted('deposit', 'd.received_at', 'd.id')} and ${isFree('deposit', 'd.id')}
      ${end('d.received_at', 'd.id')})`,
    payment: sql`
      (select p.* from app.merchant who cross join lateral (
        select 'payment' as object_type, t.id as object_id, t.merchant_id, t.amount, t.paid_at as at,
          ${day(sql.ref('t.paid_at'))} as day, array[t.provider_reference, t.rrn, t.id] as refs,
          t.method || ' ' || coalesce(t.channel_code, '') as daily_group
        from app.transaction t
        where t.merchant_id = who.merchant_id and t.paid_at is not null and ${isWanted('payment', 't.paid_at', 't.id')}
          and ${isFree('payment', 't.id')} ${end('t.paid_at', 't.id')}) p)`,
  };
  return sql`${sql.join(
    types.map((type) => sources[type]),
    sql` union all `,
  )}`;
}

/** Movements around the days of a statement that explain no line yet. */
const buildCandidates = (window: Window): RawBuilder<unknown> =>
  buildMovements(MOVEMENT_TYPES, { isInRange: toRange(window, { before: DAYS_BEFORE, after: DAYS_AFTER }) });

/**
 * Runs rules over whole tables: hash joins are right, but for lines that were stored a moment ago there are no statistics,
 * and the planner would choose nested loops.
 */
export async function withHashJoins(tx: PlatformTx, run: () => Promise<void>): Promise<void> {
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx.sql);
  await run();
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(tx.sql);
}

interface MatchInput extends Window {
  statement_id: string;
  now: Date;
}

/** Inserts the pairs of a query of `line_id` and movement, and marks their lines as matched. */
async function storePairs(
  tx: PlatformTx,
  rule: 'reference' | 'amount_and_day' | 'daily_sum',
  pairs: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  await sql`
    with pair as (${pairs}),
    made as (
      insert into app.bank_statement_match as m
        (object_type, object_id, merchant_of, line_id, amount, rule, matched_at)
      select p.object_type, p.object_id, p.merchant_id, p.line_id, p.amount, ${rule}, ${now.toISOString()}::timestamptz
      from pair p
      on conflict (object_type, object_id) do nothing
      returning m.line_id)
    update app.bank_statement_line l set status = 'matched'
    where l.status = 'open' and l.id in (select d.line_id from made d)`.execute(tx.sql);
}

/** Lines that nothing explains and whose write-off is not requested. */
const openLines = (statement_id: string) => sql`
  select l.id, l.amount, l.value_day, l.tokens from app.bank_statement_line l
  where l.statement_id = ${statement_id} and l.status = 'open' and l.cents = 0 and not exists (
    select from app.bank_write_off w where w.line_id = l.id and w.status = 'pending')`;

/** Locks the open lines of a statement, so that rules and manual changes are serialised. */
export const lockOpenLines = (tx: PlatformTx, statement_id: string) =>
  sql`select l.id from app.bank_statement_line l where l.statement_id = ${statement_id} and l.status = 'open'
    order by l.id for no key update`.execute(tx.sql);

/** The rows of `found` whose line and movement fit nothing else. */
const ONLY_PAIRS = sql`
    counted as (
      select f.*, count(*) over (partition by f.line_id) as of_line,
        count(*) over (partition by f.object_type, f.object_id) as of_object
      from found f)
    select c.* from counted c where c.of_line = 1 and c.of_object = 1`;

/** Rule 1: a reference of the movement is a word of the line, and the amounts are equal. */
export const matchByReference = (tx: PlatformTx, { statement_id, now, ...window }: MatchInput): Promise<void> =>
  storePairs(
    tx,
    'reference',
    sql`
    with word as (
      select l.id as line_id, l.amount, w.token from (${openLines(statement_id)}) l cross join unnest(l.tokens) as w (token)),
    known as (
      select c.object_type, c.object_id, c.merchant_id, c.amount, upper(r.ref) as ref
      from (${buildCandidates(window)}) c cross join unnest(c.refs) as r (ref) where r.ref is not null),
    found as (
      select distinct w.line_id, k.object_type, k.object_id, k.merchant_id, k.amount
      from word w join known k on k.ref = w.token and k.amount = w.amount),
    ${ONLY_PAIRS}`,
    now,
  );

/** Rule 2: the amounts are equal, the days at most three apart, and no other line or movement fits. */
export const matchByAmountAndDay = (tx: PlatformTx, { statement_id, now, ...window }: MatchInput): Promise<void> =>
  storePairs(
    tx,
    'amount_and_day',
    sql`
    with found as (
      select l.id as line_id, c.object_type, c.object_id, c.merchant_id, c.amount
      from (${openLines(statement_id)}) l
      join (${buildCandidates(window)}) c on c.amount = l.amount and l.value_day - c.day between -1 and 3),
    ${ONLY_PAIRS}`,
    now,
  );

/** Rule 3: a credit equals the sum of everything that is left of one method and bank on one day. */
export const matchByDailySum = (tx: PlatformTx, { statement_id, now, ...window }: MatchInput): Promise<void> =>
  storePairs(
    tx,
    'daily_sum',
    sql`
    with candidate as materialized (${buildCandidates(window)}),
    daily as (
      select c.daily_group, c.day, sum(c.amount)::bigint as amount from candidate c
      where c.daily_group <> '' group by c.daily_group, c.day having count(*) > 1),
    found as (
      select l.id as line_id, d.daily_group, d.day
      from (${openLines(statement_id)}) l
      join daily d on d.amount = l.amount and l.value_day - d.day between 0 and 5),
    counted as (
      select f.*, count(*) over (partition by f.line_id) as of_line,
        count(*) over (partition by f.daily_group, f.day) as of_group
      from found f)
    select f.line_id, c.object_type, c.object_id, c.merchant_id, c.amount
    from counted f join candidate c on c.daily_group = f.daily_group and c.day = f.day
    where f.of_line = 1 and f.of_group = 1`,
    now,
  );

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
  const ids = (types: readonly MovementType[]) =>
    keys.filter(({ object_type }) => types.includes(object_type)).map(({ object_id }) => object_id);
  const { rows } = await sql<MovementKey & { merchant_id: string; amount: number }>`
    select c.* from (
      select 'transfer' as object_type, b.id as object_id, b.merchant_id,
        -coalesce(b.executed_amount, b.amount) as amount
      from app.bank_transfer b
      where b.status in ('succeeded', 'returned') and b.id = any (${ids(['transfer'])}::text[])
      union all
      select 'transfer_return', b.id, b.merchant_id, coalesce(b.executed_amount, b.amount) from app.bank_transfer b
      where b.status = 'returned' and b.id = any (${ids(['transfer_return'])}::text[])
      union all
      select 'deposit', d.id, d.merchant_id, d.amount from app.deposit d where d.id = any (${ids(['deposit'])}::text[])
      union all
      select 'payment', p.id, p.merchant_id, p.amount from app.merchant who cross join lateral (
        select t.id, t.merchant_id, t.amount from app.transaction t
        where t.merchant_id = who.merchant_id and t.paid_at is not null
          and t.id = any (${ids(['payment'])}::text[]) offset 0) p) c
    where not exists (select from app.bank_statement_match m
      where m.object_type = c.object_type and m.object_id = c.object_id)`.execute(tx.sql);
  return rows;
}
