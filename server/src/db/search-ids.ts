/**
 * Ids of the rows that contain a text. The search functions use an index that row-level security keeps from a tenant's own
 * queries. They are called alone, because a sharded database cannot run a function that reads tables within a query; the
 * list then compares with the ids.
 */
import { sql } from 'kysely';
import type { MerchantTx, ReaderTx } from './tx.ts';

/** Maximum number of matches, newest first. */
export const FOUND_MAX = 10_000;

export type SearchFunction =
  | 'search_beneficiaries'
  | 'search_deposits'
  | 'search_disbursements'
  | 'search_transactions'
  | 'search_virtual_accounts';

/** The matches of a text; null without a text, which any row matches. */
export type FoundIds = readonly string[] | null;

export async function findSearchIds(tx: MerchantTx, name: SearchFunction, text: string | undefined): Promise<FoundIds> {
  if (text === undefined || text === '') return null;
  const { rows } = await sql<{ id: string }>`
    select found.id from ${sql.id('app', name)}(${text}, ${FOUND_MAX}) as found(id)`.execute(tx.sql);
  return rows.map(({ id }) => id);
}

/** Tables whose lists over many merchants find a text. */
export type SearchedTable = 'transaction' | 'disbursement';

/** As findSearchIds, among the merchants that the transaction sees. */
export async function findVisibleIds(
  { visible, sql: db }: ReaderTx,
  table: SearchedTable,
  text: string | undefined,
): Promise<FoundIds> {
  if (text === undefined || text === '') return null;
  const name = visible === 'all' ? 'search_all_merchants' : 'search_visible';
  const { rows } = await sql<{ id: string }>`
    select found.id from ${sql.id('app', name)}(${table}, ${text}, ${FOUND_MAX}) as found(id)`.execute(db);
  return rows.map(({ id }) => id);
}
