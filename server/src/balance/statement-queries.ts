/** SQL of the statement: the movements of the filter, oldest first, between opening and closing balance. */
import { type RawBuilder, sql } from 'kysely';
import type { Language } from '@dasbor/contract/language';
import { type BalanceEntry, type listBalanceEntries, balanceEntry } from '@dasbor/contract/balance';
import { buildCsvCells } from '../db/csv-cells.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { ListFile } from '../http/list-file.ts';
import { formatFileHeader } from './file-headers.ts';
import {
  type Account,
  type EntryFilter,
  buildIsReversed,
  buildFilterConditions,
  buildHourlyNetsQuery,
  buildSidesQuery,
  buildPeriodCondition,
} from './queries.ts';

/** The columns in order. Opening and closing balance are rows of their own. */
const COLUMNS: Record<keyof BalanceEntry, string> = {
  posted_at: 'l.posted_at',
  id: 'l.id',
  journal_id: 'l.journal_id',
  kind: 'l.kind',
  status: 'l.status',
  reference_type: 'l.reference_type',
  reference_id: 'l.reference_id',
  description: 'l.description',
  debit: 'l.debit',
  credit: 'l.credit',
  balance_after: 'l.balance_after',
  reverses_id: 'l.reverses_id',
};
const NAMES = Object.keys(COLUMNS) as (keyof BalanceEntry)[];

/** The balance of the account immediately before an instant. */
const buildBalanceBeforeQuery = (account: Account, at: string): RawBuilder<unknown> => sql`
  (coalesce((select sum(n.net) from (${buildHourlyNetsQuery(account)}) n
    where n.hour < date_trunc('hour', ${at}::timestamptz, 'UTC')), 0)
  + coalesce((select sum(s.net) from (${buildSidesQuery(account, buildHourBefore(at))}) s), 0))`;

const buildHourBefore = (at: string) => sql`
  and t.posted_at >= date_trunc('hour', ${at}::timestamptz, 'UTC') and t.posted_at < ${at}::timestamptz`;

const buildSideCondition = (direction: EntryFilter['direction']) =>
  direction === undefined ? sql`` : direction === 'debit' ? sql`and w.net < 0` : sql`and w.net > 0`;

export const balanceEntryFile: ListFile<typeof listBalanceEntries> = {
  name: 'statement',
  columns: NAMES,
  buildQuery: ({ query, params, now, language, ...reader }) =>
    buildStatementQuery(reader, params.id, query, { now: now.toISOString(), language }),
};

/**
 * Opening balance, movements, closing balance. Balances include movements that the filter excludes. Without `from` the
 * period starts with the account; without `to` it includes everything that is posted, and `now` is shown as its end.
 */
export function buildStatementQuery(
  { merchant_id, sql: kysely }: Pick<MerchantTx, 'merchant_id' | 'sql'>,
  account_id: string,
  filter: EntryFilter,
  { now, language }: { now: string; language: Language },
) {
  const account = { merchant_id, account_id };
  const { from, to } = filter;
  const opening = from === undefined ? sql`0` : sql`(select o.balance from opening o)`;
  const closing =
    to === undefined
      ? sql`(select sum(n.net) from (${buildHourlyNetsQuery(account)}) n)`
      : buildBalanceBeforeQuery(account, to);
  const line = (position: 0 | 2, kind: string, at: string | null, balance: RawBuilder<unknown>) => sql`
    select ${position}::int as position, ${at}::timestamptz as posted_at, null as id, null as journal_id, ${kind} as kind,
      null as status, null as reference_type, null as reference_id, null as description,
      null as reverses_id, null::bigint as debit, null::bigint as credit, coalesce(${balance}, 0)::bigint as balance_after`;
  const cells = buildCsvCells({
    shape: balanceEntry.shape,
    names: NAMES,
    getColumn: (name) => sql.ref(COLUMNS[name]),
    formatHeader: (name) => formatFileHeader(name, language),
  });
  const statement = sql`
    with opening as (select ${from === undefined ? sql`0` : buildBalanceBeforeQuery(account, from)} as balance)
    select ${sql.join(cells)}
    from (
      ${line(0, 'opening_balance', from ?? null, opening)}
      union all
      select 1, w.posted_at, w.id, w.journal_id, w.kind,
        case when ${buildIsReversed(account, 'w')} then 'reversed' else 'posted' end,
        w.reference_type, w.reference_id, w.description, w.reverses_id,
        case when w.net < 0 then w.amount end, case when w.net > 0 then w.amount end, w.balance_after::bigint
      from (
        select s.*, ${opening} + sum(s.net) over (order by s.posted_at, s.id) as balance_after
        from (${buildSidesQuery(account, buildPeriodCondition(filter))}) s) w
      where true ${buildFilterConditions(merchant_id, filter, 'w')} ${buildSideCondition(filter.direction)}
      union all
      ${line(2, 'closing_balance', to ?? now, closing)}) l
    order by l.position, l.posted_at, l.id`;
  return { compile: () => statement.compile(kysely) };
}
