/**
 * SQL on the movements of one account. A running balance is the sum of the folded hours before, the unfolded transfers
 * before, and the transfers of the same hour: exact within one statement, for every filter and page. Every table
 * reference repeats the merchant (scale-out rules).
 */
import { type RawBuilder, sql } from 'kysely';
import type { BalanceEntry, Journal, listBalanceEntries } from '@dasbor/contract/balance';
import type { Query } from '@dasbor/contract/route';
import type { MerchantTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { buildUnfoldedTransfersQuery } from '../ledger/unfolded-transfers.ts';

export type EntryFilter = Omit<Query<typeof listBalanceEntries>, 'cursor' | 'limit'>;

/** An account of a merchant. */
export interface Account {
  merchant_id: string;
  account_id: string;
}

type Condition = RawBuilder<unknown>;
const NOTHING: Condition = sql``;

/** Conditions of a filter on transfers, each starting with `and`; without the period. */
export function buildFilterConditions(
  merchant_id: string,
  { kind, amount_min, amount_max, reference }: EntryFilter,
  of: 't' | 'w',
): Condition {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  return sql.join(
    [
      kind?.length ? sql`and ${column('kind')} in (${sql.join(kind)})` : NOTHING,
      amount_min === undefined ? NOTHING : sql`and ${column('amount')} >= ${amount_min}`,
      amount_max === undefined ? NOTHING : sql`and ${column('amount')} <= ${amount_max}`,
      reference ? sql`and ${column('id')} = any (array(${buildIdsByReferenceQuery(merchant_id, reference)}))` : NOTHING,
    ],
    sql` `,
  );
}

/** Maximum number of movements of one reference, newest ids first. */
const REFERENCE_FOUND_MAX = 10_000;

/** Transfers whose reference id starts with the given text, from a separate index. */
const buildIdsByReferenceQuery = (merchant_id: string, reference: string): Condition => sql`
  select n.id from app.transfer n
  where n.merchant_id = ${merchant_id} and n.reference_id >= ${reference.toLowerCase()}
    and n.reference_id <= ${`${reference.toLowerCase()}\u{10FFFF}`}
  order by n.reference_id desc limit ${REFERENCE_FOUND_MAX}`;

/** Condition of the period; both ends are optional. */
export const buildPeriodCondition = ({ from, to }: Pick<EntryFilter, 'from' | 'to'>): Condition => sql`
  ${from === undefined ? NOTHING : sql`and t.posted_at >= ${from}::timestamptz`}
  ${to === undefined ? NOTHING : sql`and t.posted_at < ${to}::timestamptz`}`;

/**
 * Transfers of the account as credits (positive) and debits (negative), in two branches that each use their own index.
 * `rest` completes each branch: conditions, order and limit.
 */
export function buildSidesQuery(
  { merchant_id, account_id }: Account,
  rest: Condition,
  only?: EntryFilter['direction'],
): Condition {
  const side = (column: 'debit_account' | 'credit_account', net: Condition) => sql`
    (select t.id, t.journal_id, t.posted_at, t.kind, t.reference_type, t.reference_id, t.description, t.reverses_id,
      t.amount, ${net} as net
    from app.transfer t
    where t.merchant_id = ${merchant_id} and ${sql.ref(`t.${column}`)} = ${account_id} ${rest})`;
  const debits = side('debit_account', sql`-t.amount`);
  const credits = side('credit_account', sql`t.amount`);
  if (only !== undefined) return only === 'debit' ? debits : credits;
  return sql`${debits} union all ${credits}`;
}

/** Hour and net amount of each transfer of the account that is not folded yet. */
const buildUnfoldedQuery = ({ merchant_id, account_id }: Account): Condition => sql`
  select date_trunc('hour', t.posted_at, 'UTC') as hour,
    case when t.credit_account = ${account_id} then t.amount else -t.amount end as net
  from (${buildUnfoldedTransfersQuery(merchant_id)}) t
  where ${account_id} in (t.debit_account, t.credit_account)`;

/** Net amounts by hour: the folded hours and the unfolded transfers. */
export const buildHourlyNetsQuery = (account: Account): Condition => sql`
  select h.hour, h.credits - h.debits as net
  from app.account_hour h
  where h.merchant_id = ${account.merchant_id} and h.account_id = ${account.account_id}
  union all
  ${buildUnfoldedQuery(account)}`;

export const buildIsReversed = ({ merchant_id }: Account, of: 'c' | 'w'): Condition => sql`
  exists (select from app.transfer r where r.merchant_id = ${merchant_id} and r.reverses_id = ${sql.ref(`${of}.id`)})`;

/** One page of movements after the cursor, newest first, plus one row when there is a next page. */
export async function listEntryRows(
  tx: MerchantTx,
  account_id: string,
  filter: EntryFilter,
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<BalanceEntry[]> {
  const account = { merchant_id: tx.merchant_id, account_id };
  const beyond = after === null ? NOTHING : sql`and (t.posted_at, t.id) < (${after.at}::timestamptz, ${after.id})`;
  const newest = sql`order by t.posted_at desc, t.id desc limit ${limit + 1}`;
  const rest = sql`${buildPeriodCondition(filter)} ${buildFilterConditions(tx.merchant_id, filter, 't')} ${beyond} ${newest}`;
  const in_hour = sql`and t.posted_at >= b.hour and t.posted_at < b.hour + interval '1 hour'`;
  const { rows } = await sql<BalanceEntry>`
    with chosen as (
      select s.* from (${buildSidesQuery(account, rest, filter.direction)}) s
      order by s.posted_at desc, s.id desc limit ${limit + 1}),
    net as (
      select n.hour, n.net, false as is_wanted from (${buildHourlyNetsQuery(account)}) n
      union all
      select distinct date_trunc('hour', c.posted_at, 'UTC'), 0, true from chosen c),
    before as (
      select n.hour, n.is_wanted,
        coalesce(sum(n.net) over (order by n.hour groups between unbounded preceding and 1 preceding), 0) as balance
      from net n),
    running as (
      select e.id, b.balance + sum(e.net) over (partition by b.hour order by e.posted_at, e.id) as balance_after
      from before b
      cross join lateral (${buildSidesQuery(account, in_hour)}) e
      where b.is_wanted)
    select c.id, c.journal_id, c.posted_at, c.kind, c.reference_type, c.reference_id, c.description, c.reverses_id,
      case when c.net < 0 then c.amount end as debit, case when c.net > 0 then c.amount end as credit,
      r.balance_after::bigint as balance_after,
      case when ${buildIsReversed(account, 'c')} then 'reversed' else 'posted' end as status
    from chosen c
    join running r on r.id = c.id
    order by c.posted_at desc, c.id desc`.execute(tx.sql);
  return rows;
}

/** Number of movements of a filter; counts up to `most`. */
export async function countEntries(
  tx: MerchantTx,
  account_id: string,
  filter: EntryFilter,
  most: number,
): Promise<number> {
  const account = { merchant_id: tx.merchant_id, account_id };
  const rest = sql`${buildPeriodCondition(filter)} ${buildFilterConditions(tx.merchant_id, filter, 't')} limit ${most}`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${buildSidesQuery(account, rest, filter.direction)}) s`.execute(tx.sql);
  return rows[0]?.count ?? 0;
}

interface JournalRow extends Omit<Journal['transfers'][number], 'debit_account' | 'credit_account'> {
  posted_at: string;
  debit_id: string;
  debit_type: Journal['transfers'][number]['debit_account']['type'];
  credit_id: string;
  credit_type: Journal['transfers'][number]['credit_account']['type'];
}

/** A journal with all its transfers; null when the merchant has no such journal. */
export async function findJournal(tx: MerchantTx, journal_id: string): Promise<Journal | null> {
  const { merchant_id } = tx;
  const { rows } = await sql<JournalRow>`
    select t.id, t.posted_at, t.kind, t.amount, t.reference_type, t.reference_id, t.description, t.reverses_id,
      d.id as debit_id, d.type as debit_type, c.id as credit_id, c.type as credit_type
    from app.transfer t
    join app.ledger_account d on d.merchant_id = ${merchant_id} and d.id = t.debit_account
    join app.ledger_account c on c.merchant_id = ${merchant_id} and c.id = t.credit_account
    where t.merchant_id = ${merchant_id} and t.journal_id = ${journal_id}
    order by t.id`.execute(tx.sql);
  const [first] = rows;
  if (first === undefined) return null;
  const transfers = rows.map(
    ({ posted_at: _posted_at, debit_id, debit_type, credit_id, credit_type, ...transfer }) => ({
      ...transfer,
      debit_account: { id: debit_id, type: debit_type },
      credit_account: { id: credit_id, type: credit_type },
    }),
  );
  return { id: journal_id, posted_at: first.posted_at, transfers };
}
