/**
 * SQL of lists over many merchants. The rows of each merchant come from the query of the merchant's own list, as a lateral
 * join that is ordered and limited per merchant, so its index is used and a sharded database runs it on every node.
 */
import { type Compilable, type Expression, sql } from 'kysely';
import type { Language } from '@dasbor/contract/language';
import { type MerchantOfRow, merchantOfRow } from '@dasbor/contract/merchant-lists';
import { listFields } from '../db/columns.ts';
import { buildCsvCells, createHeaderFormat } from '../db/csv-cells.ts';
import type { QueryScope, ReaderTx } from '../db/tx.ts';

/** The merchants of a request; null: all that the transaction sees. */
export type MerchantIds = readonly string[] | null;

export interface MergedList {
  /** Columns that the rows are sorted by; the last one is unique. */
  order: readonly { column: string; direction: 'asc' | 'desc' }[];
  /** The first rows of one merchant. */
  buildRows: (scope: QueryScope, limit: number) => Expression<unknown>;
}

/** The merchant of the outer query, by an alias that the queries of the lists do not use. */
const merchant_id = sql<string>`who.merchant_id`;
const merchants = (ids: MerchantIds) => (ids === null ? sql`true` : sql`who.merchant_id = any (${ids}::text[])`);
const orderBy = (order: MergedList['order']) =>
  sql.join(order.map(({ column, direction }) => sql`${sql.ref(`x.${column}`)} ${sql.raw(direction)}`));

/** The first rows of all merchants together. */
export async function listMergedRows<Row>(
  tx: ReaderTx,
  ids: MerchantIds,
  list: MergedList,
  limit: number,
): Promise<(Row & MerchantOfRow)[]> {
  const leading = ids !== null && ids.length <= limit ? ids : await findLeadingMerchants(tx, ids, list, limit);
  if (leading.length === 0) return [];
  const { rows } = await sql<Row & MerchantOfRow>`
    select x.*, who.merchant_id, who.brand_name as merchant_name
    from app.merchant who cross join lateral (${list.buildRows({ merchant_id, sql: tx.sql }, limit)}) x
    where ${merchants(leading)} order by ${orderBy(list.order)} limit ${limit}`.execute(tx.sql);
  return rows;
}

/** The first `limit` rows belong to at most as many merchants: those whose own first row comes first. */
async function findLeadingMerchants(
  tx: ReaderTx,
  ids: MerchantIds,
  list: MergedList,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`
    select who.merchant_id
    from app.merchant who cross join lateral (${list.buildRows({ merchant_id, sql: tx.sql }, 1)}) x
    where ${merchants(ids)} order by ${orderBy(list.order)} limit ${limit}`.execute(tx.sql);
  return rows.map((row) => row.merchant_id);
}

/** Count and sum per status over all merchants. */
export async function sumMerged<Status extends string>(
  tx: ReaderTx,
  ids: MerchantIds,
  buildSums: (scope: QueryScope) => Expression<unknown>,
): Promise<{ status: Status; count: number; amount: number }[]> {
  const { rows } = await sql<{ status: Status; count: number; amount: number }>`
    select x.status, sum(x.count)::bigint as count, sum(x.amount)::bigint as amount
    from app.merchant who cross join lateral (${buildSums({ merchant_id, sql: tx.sql })}) x
    where ${merchants(ids)} group by x.status`.execute(tx.sql);
  return rows;
}

/** Rows of one file. */
const ROWS_MAX = 1_000_000;

export interface MergedFile {
  /** Headers of the cells of a row. */
  headers: readonly string[];
  direction: 'asc' | 'desc';
  /** Cells of the rows of one merchant with sort_key and sort_id, in the order of the list. */
  buildCells: (scope: QueryScope) => Expression<unknown>;
}

const formatHeader = createHeaderFormat({ merchant_id: 'ID merchant', merchant_name: 'Nama merchant' });

/** The file of all merchants, in the order of the list. The merchant comes first. */
export function buildMergedFile(
  db: QueryScope['sql'],
  ids: MerchantIds,
  { headers, direction, buildCells }: MergedFile,
  language: Language,
): Compilable {
  const merchant_cells = buildCsvCells({
    shape: merchantOfRow,
    names: listFields(merchantOfRow),
    getColumn: (name) => (name === 'merchant_id' ? merchant_id : sql`who.brand_name`),
    formatHeader: (name) => formatHeader(name, language),
  });
  const query = sql`
    select ${sql.join([...merchant_cells, ...headers.map((header) => sql`x.${sql.id(header)}`)])}
    from app.merchant who cross join lateral (${buildCells({ merchant_id, sql: db })}) x
    where ${merchants(ids)}
    order by x.sort_key ${sql.raw(direction)}, x.sort_id ${sql.raw(direction)} limit ${sql.lit(ROWS_MAX)}`;
  return { compile: () => query.compile(db) };
}
