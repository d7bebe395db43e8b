/**
 * SQL that matches the open lines of a statement with movements (movement-queries.ts). Set-based: a statement takes three
 * statements, however many lines it has. A pair is only made where it is the only one on both sides.
 */
import { type RawBuilder, sql } from 'kysely';
import { allowLongStatements } from '../db/long-statements.ts';
import type { PlatformTx } from '../db/tx.ts';
import { type Window, buildCandidates } from './movement-queries.ts';

/**
 * Runs the rules with the settings that they need. The largest statement takes longer than other requests may. Rules read
 * whole tables by hash joins: lines that were stored a moment ago have no statistics, for which the planner would choose
 * nested loops. The session's plans are made again: those of foreign keys may be from a time when few lines were stored, and
 * would read all lines for each match.
 */
export async function withMatchingSettings(tx: PlatformTx, run: () => Promise<void>): Promise<void> {
  await allowLongStatements(tx);
  await sql`discard plans`.execute(tx.sql);
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

/**
 * Rule 3: the sum of everything that is left of one method and bank on one day. A bank that nets refunds and reversals shows
 * one sum of all, which may be a debit; one that shows them apart credits the payments, and may debit the rest as a sum.
 */
export const matchByDailySum = (tx: PlatformTx, { statement_id, now, ...window }: MatchInput): Promise<void> =>
  storePairs(
    tx,
    'daily_sum',
    sql`
    with candidate as materialized (${buildCandidates(window)}),
    daily as (
      select c.daily_group, c.day,
        count(*) filter (where c.amount > 0) as credit_count, count(*) filter (where c.amount < 0) as debit_count,
        coalesce(sum(c.amount) filter (where c.amount > 0), 0)::bigint as credit_amount,
        coalesce(sum(c.amount) filter (where c.amount < 0), 0)::bigint as debit_amount
      from candidate c where c.daily_group <> '' group by c.daily_group, c.day having count(*) > 1),
    total as (
      select d.daily_group, d.day, d.credit_amount + d.debit_amount as amount,
        d.credit_count > 0 as has_credits, d.debit_count > 0 as has_debits
      from daily d
      union all
      select d.daily_group, d.day, d.credit_amount, true, false from daily d where d.credit_count > 1 and d.debit_count > 0
      union all
      select d.daily_group, d.day, d.debit_amount, false, true from daily d where d.debit_count > 1 and d.credit_count > 0),
    found as (
      select l.id as line_id, s.daily_group, s.day, s.has_credits, s.has_debits
      from (${openLines(statement_id)}) l
      join total s on s.amount = l.amount and l.value_day - s.day between 0 and 5),
    counted as (
      select f.*, count(*) over (partition by f.line_id) as of_line,
        count(*) filter (where f.has_credits) over (partition by f.daily_group, f.day) as of_credits,
        count(*) filter (where f.has_debits) over (partition by f.daily_group, f.day) as of_debits
      from found f)
    select f.line_id, c.object_type, c.object_id, c.merchant_id, c.amount
    from counted f join candidate c on c.daily_group = f.daily_group and c.day = f.day
      and ((c.amount > 0 and f.has_credits) or (c.amount < 0 and f.has_debits))
    where f.of_line = 1 and (not f.has_credits or f.of_credits = 1) and (not f.has_debits or f.of_debits = 1)`,
    now,
  );
