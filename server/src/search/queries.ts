/**
 * SQL of the search: one source per type (source-queries.ts). Exact and prefix matches use B-tree indexes led by the merchant,
 * substring matches the reviewed function `app.search_newest`. None of them uses a sequential scan.
 */
import { type RawBuilder, sql } from 'kysely';
import { SEARCH_HITS } from '@dasbor/contract/search';
import { excludeContactMatches } from '../db/search-ids.ts';
import type { MerchantTx } from '../db/tx.ts';
import { type FoundRow, type Range, type SearchInput, toIdRange, toTextRange } from './rules.ts';
import { type Fragment, type IndexedColumn, SOURCES, type TableSearchType } from './source-queries.ts';

/** Ids of rows whose column lies in a range: newest first for ids, shortest first for texts, so an exact match is included. */
const buildRangeQuery = (
  tx: MerchantTx,
  table: string,
  { column, within = sql`` }: IndexedColumn,
  { first, last }: Range,
): Fragment => sql`
  (select s.id from app.${sql.id(table)} s
  where s.merchant_id = ${tx.merchant_id} ${within} and ${sql.ref(`s.${column}`)} >= ${first}
    and ${sql.ref(`s.${column}`)} <= ${last}
  order by ${sql.ref(`s.${column}`)} ${column === 'id' ? sql`desc` : sql``} limit ${SEARCH_HITS})`;

function buildIdQueries(tx: MerchantTx, type: TableSearchType, input: SearchInput): Fragment[] {
  const { table, prefix_columns } = SOURCES[type];
  if (input.id_type === type) return [buildRangeQuery(tx, table, { column: 'id' }, toIdRange(input.text, type))];
  // The numbers of invoices have capitals only.
  const range = toTextRange(type === 'invoice' ? input.text.toUpperCase() : input.text);
  return prefix_columns.map((column) => buildRangeQuery(tx, table, column, range));
}

/** Matches to look at for a reader of masked contact data, because some are left out. */
const MASKED_MATCHES = 100;

type Matches = ReadonlyMap<TableSearchType, readonly string[]>;

/** Ids of the rows that contain the text, by type. The function is called without tables beside it (db/search-ids.ts). */
async function findMatches(tx: MerchantTx, types: readonly TableSearchType[], input: SearchInput): Promise<Matches> {
  const searched = types.filter((type) => SOURCES[type].has_substring_index && input.id_type !== type);
  if (!input.matches_substrings || searched.length === 0) return new Map();
  const limit = tx.hides_contacts === true ? MASKED_MATCHES : SEARCH_HITS;
  const calls = searched.map(
    (type) => sql`
    select ${type} as type, found.id from app.search_newest(${type}, ${input.text}, ${limit}) as found(id)`,
  );
  const { rows } = await sql<{ type: TableSearchType; id: string }>`${sql.join(calls, sql` union all `)}`.execute(
    tx.sql,
  );
  const by_type = Map.groupBy(rows, ({ type }) => type);
  const matches = new Map([...by_type].map(([type, found]) => [type, found.map(({ id }) => id)]));
  if (tx.hides_contacts !== true) return matches;
  for (const [type, ids] of matches) {
    const kept = await excludeContactMatches(tx, SOURCES[type].table, { ids, text: input.text });
    matches.set(type, kept.slice(0, SEARCH_HITS));
  }
  return matches;
}

/** The ids are computed once; each row is then read by its primary key. */
function buildRowQuery(tx: MerchantTx, type: TableSearchType, input: SearchInput, matches: Matches): Fragment[] {
  const { table, title, detail, amount, at, fields, status = sql`h.status` } = SOURCES[type];
  const queries = buildIdQueries(tx, type, input);
  const matched = matches.get(type) ?? [];
  if (queries.length === 0 && matched.length === 0) return [];
  const in_ranges = queries.length === 0 ? sql`'{}'::text[]` : sql`array(${sql.join(queries, sql` union `)})`;
  return [
    sql`
    (select ${type} as type, h.id, ${title} as title, nullif(${detail}, '') as detail, (${status})::text as status,
      (${amount})::bigint as amount, ${at} as at, ${fields} as fields
    from app.${sql.id(table)} h
    where h.merchant_id = ${tx.merchant_id} and h.id = any (${in_ranges} || ${matched}::text[]))`,
  ];
}

/** The statement of a search over some types; null when none of them can contain the text. */
export function buildSearchStatement(
  tx: MerchantTx,
  types: readonly TableSearchType[],
  input: SearchInput,
  matches: Matches,
): RawBuilder<FoundRow> | null {
  const parts = types.flatMap((type) => buildRowQuery(tx, type, input, matches));
  return parts.length === 0 ? null : sql<FoundRow>`${sql.join(parts, sql` union all `)}`;
}

/** The matching rows, in no order. */
export async function findHits(
  tx: MerchantTx,
  types: readonly TableSearchType[],
  input: SearchInput,
): Promise<FoundRow[]> {
  const statement = buildSearchStatement(tx, types, input, await findMatches(tx, types, input));
  return statement === null ? [] : (await statement.execute(tx.sql)).rows;
}
