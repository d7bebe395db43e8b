/**
 * Ids of the rows that contain a text. The search functions use an index that row-level security keeps from a tenant's own
 * queries. They are called alone, because a sharded database cannot run a function that reads tables within a query; the
 * list then compares with the ids.
 */
import { sql } from 'kysely';
import type { MerchantTx, ReaderTx } from './tx.ts';

const TRANSACTION_CONTACTS = [sql`c.customer_email`, sql`c.customer_phone`];
/** Contact data of customers in the search text of each table. */
const CONTACTS = {
  transaction: TRANSACTION_CONTACTS,
  virtual_account: [sql`c.customer_email`],
  payment_link: [sql`c.customer ->> 'email'`, sql`c.customer ->> 'phone'`],
} as const;
type ContactTable = keyof typeof CONTACTS;
const CONTACT_TABLES: Partial<Record<SearchFunction, ContactTable>> = {
  search_transactions: 'transaction',
  search_virtual_accounts: 'virtual_account',
};

const isContactTable = (table: string): table is ContactTable => table in CONTACTS;

/** No text that is searched for contains it. */
const GAP = sql`chr(1)`;

/**
 * The matches without those whose contact data merely contains the text: they would give away an address part by part.
 * What else contains the text remains, and so does what is reached at exactly this address or number.
 */
export async function excludeContactMatches(
  tx: MerchantTx | ReaderTx,
  table: string,
  { ids, text }: { ids: readonly string[]; text: string },
): Promise<string[]> {
  if (!isContactTable(table) || ids.length === 0) return [...ids];
  const contacts = CONTACTS[table].map((contact) => sql`lower(coalesce(${contact}, ''))`);
  // An empty contact replaces nothing.
  const others = contacts.reduce((held, contact) => sql`replace(${held}, ${contact}, ${GAP})`, sql`c.search_text`);
  const is_whole = sql.join(
    contacts.map((contact) => sql`${contact} = lower(${text})`),
    sql` or `,
  );
  const tenant = 'merchant_id' in tx ? sql`c.merchant_id = ${tx.merchant_id} and` : sql``;
  const { rows } = await sql<{ id: string }>`
    select c.id from app.${sql.id(table)} c
    where ${tenant} c.id = any (${ids}::text[]) and (position(lower(${text}) in ${others}) > 0 or ${is_whole})`.execute(
    tx.sql,
  );
  const kept = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => kept.has(id));
}

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

/** Whether any of the texts is searched for. */
export const isSearched = (...texts: readonly (string | undefined)[]): boolean =>
  texts.some((text) => text !== undefined && text !== '');

export async function findSearchIds(tx: MerchantTx, name: SearchFunction, text: string | undefined): Promise<FoundIds> {
  if (text === undefined || text === '') return null;
  const { rows } = await sql<{ id: string }>`
    select found.id from ${sql.id('app', name)}(${text}, ${FOUND_MAX}) as found(id)`.execute(tx.sql);
  const ids = rows.map(({ id }) => id);
  const table = CONTACT_TABLES[name];
  return tx.hides_contacts === true && table !== undefined ? excludeContactMatches(tx, table, { ids, text }) : ids;
}

/** Tables whose lists over many merchants find a text. */
export type SearchedTable = 'transaction' | 'disbursement';

/** As findSearchIds, among the merchants that the transaction sees. None of its readers sees contact data. */
export async function findVisibleIds(tx: ReaderTx, table: SearchedTable, text: string | undefined): Promise<FoundIds> {
  const { visible, sql: db } = tx;
  if (text === undefined || text === '') return null;
  const name = visible === 'all' ? 'search_all_merchants' : 'search_visible';
  const { rows } = await sql<{ id: string }>`
    select found.id from ${sql.id('app', name)}(${table}, ${text}, ${FOUND_MAX}) as found(id)`.execute(db);
  return excludeContactMatches(tx, table, { ids: rows.map(({ id }) => id), text });
}
