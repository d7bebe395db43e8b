/**
 * SQL of the search: one source per type. Exact and prefix matches use B-tree indexes led by the merchant,
 * substring matches the reviewed function `app.search_newest`. None of them uses a sequential scan.
 */
import { HIDDEN_DIGITS } from '@dasbor/contract/account-number';
import { type RawBuilder, sql } from 'kysely';
import { SEARCH_HITS, type SearchType } from '@dasbor/contract/search';
import { excludeContactMatches } from '../db/search-ids.ts';
import type { MerchantTx } from '../db/tx.ts';
import { BANK_PARTNER_ID } from '../rails/rail-message.ts';
import { type FoundRow, type Range, type SearchInput, toIdRange, toTextRange } from './rules.ts';

type Fragment = RawBuilder<unknown>;

interface IndexedColumn {
  column: string;
  within?: Fragment;
}

interface Source {
  table: string;
  /** Columns with an index of `(merchant_id, column)`; `within`: condition on the index columns between the two. */
  prefix_columns: readonly IndexedColumn[];
  /** Whether `app.search_newest` supports the type. */
  has_substring_index: boolean;
  title: Fragment;
  detail: Fragment;
  amount: Fragment;
  at: Fragment;
  /** Columns that may contain the text, by the field name that a match reports. */
  fields: Fragment;
}

const NULL = sql`null`;

const SOURCES: Record<SearchType, Source> = {
  transaction: {
    table: 'transaction',
    prefix_columns: [
      { column: 'merchant_reference' },
      { column: 'rrn' },
      { column: 'provider_reference', within: sql`and s.provider = ${BANK_PARTNER_ID}` },
    ],
    has_substring_index: true,
    title: sql`coalesce(h.merchant_reference, h.id)`,
    detail: sql`concat_ws(' · ', h.channel_code, h.customer_name, h.description)`,
    amount: sql`h.amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('merchant_reference', h.merchant_reference, 'rrn', h.rrn,
      'va_number', h.va_number, 'provider_reference', h.provider_reference, 'customer_name', h.customer_name,
      'customer_email', h.customer_email, 'customer_phone', h.customer_phone)`,
  },
  virtual_account: {
    table: 'virtual_account',
    prefix_columns: [{ column: 'va_number' }, { column: 'merchant_reference' }],
    has_substring_index: true,
    title: sql`h.va_number`,
    detail: sql`concat_ws(' · ', h.bank, h.holder_name, h.merchant_reference)`,
    amount: sql`h.expected_amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('va_number', h.va_number, 'merchant_reference', h.merchant_reference,
      'holder_name', h.holder_name, 'customer_name', h.customer_name, 'customer_email', h.customer_email)`,
  },
  qris_payment: {
    table: 'qris_payment',
    prefix_columns: [{ column: 'partner_reference_no' }],
    has_substring_index: true,
    title: sql`coalesce(h.name, h.id)`,
    detail: sql`concat_ws(' · ', initcap(h.type), h.store, h.terminal)`,
    amount: sql`h.amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('name', h.name, 'store', h.store, 'terminal', h.terminal,
      'partner_reference_no', h.partner_reference_no)`,
  },
  payment_link: {
    table: 'payment_link',
    prefix_columns: [{ column: 'slug' }, { column: 'merchant_reference' }],
    has_substring_index: true,
    title: sql`h.title`,
    detail: sql`concat_ws(' · ', h.slug, h.merchant_reference)`,
    amount: sql`h.amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('slug', h.slug, 'title', h.title, 'merchant_reference', h.merchant_reference,
      'customer_name', h.customer ->> 'name', 'customer_email', h.customer ->> 'email',
      'customer_phone', h.customer ->> 'phone')`,
  },
  refund: {
    table: 'refund',
    prefix_columns: [{ column: 'partner_reference_no' }, { column: 'transaction_id' }],
    has_substring_index: true,
    title: sql`h.id`,
    detail: sql`h.transaction_id`,
    amount: sql`h.amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('transaction_id', h.transaction_id,
      'partner_reference_no', h.partner_reference_no, 'provider_reference', h.provider_reference)`,
  },
  deposit: {
    table: 'deposit',
    prefix_columns: [],
    has_substring_index: true,
    title: sql`coalesce(h.bank_reference, h.id)`,
    detail: sql`concat_ws(' · ', h.bank, h.sender_name, h.va_number)`,
    amount: sql`h.amount`,
    at: sql`h.received_at`,
    fields: sql`jsonb_build_object('bank_reference', h.bank_reference, 'va_number', h.va_number,
      'payment_request_id', h.payment_request_id, 'sender_name', h.sender_name)`,
  },
  deposit_va: {
    table: 'deposit_va',
    prefix_columns: [{ column: 'va_number' }],
    has_substring_index: false,
    title: sql`h.va_number`,
    detail: sql`concat_ws(' · ', h.bank, h.holder_name)`,
    amount: NULL,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('va_number', h.va_number)`,
  },
  settlement: {
    table: 'settlement_batch',
    prefix_columns: [{ column: 'batch_no' }],
    has_substring_index: false,
    title: sql`h.batch_no`,
    detail: sql`h.destination`,
    amount: sql`h.net_amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('batch_no', h.batch_no)`,
  },
  disbursement: {
    table: 'disbursement',
    prefix_columns: [{ column: 'merchant_reference' }, { column: 'partner_reference_no' }],
    has_substring_index: true,
    title: sql`h.merchant_reference`,
    detail: sql`h.verified_name || ${sql.lit(` ${HIDDEN_DIGITS}`)} || h.account_last4`,
    amount: sql`h.amount`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('merchant_reference', h.merchant_reference, 'verified_name', h.verified_name,
      'account_last4', h.account_last4, 'partner_reference_no', h.partner_reference_no,
      'bank_reference', h.bank_reference)`,
  },
  disbursement_batch: {
    table: 'disbursement_batch',
    prefix_columns: [{ column: 'batch_reference' }],
    has_substring_index: true,
    title: sql`h.batch_reference`,
    detail: sql`h.file_name`,
    amount: sql`nullif(h.total_amount, 0)`,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('batch_reference', h.batch_reference, 'file_name', h.file_name)`,
  },
  beneficiary: {
    table: 'beneficiary',
    prefix_columns: [],
    has_substring_index: true,
    title: sql`h.name`,
    detail: sql`h.verified_name || ${sql.lit(` ${HIDDEN_DIGITS}`)} || h.account_last4`,
    amount: NULL,
    at: sql`h.created_at`,
    fields: sql`jsonb_build_object('name', h.name, 'verified_name', h.verified_name, 'account_last4', h.account_last4)`,
  },
};

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

function buildIdQueries(tx: MerchantTx, type: SearchType, input: SearchInput): Fragment[] {
  const { table, prefix_columns } = SOURCES[type];
  if (input.id_type === type) return [buildRangeQuery(tx, table, { column: 'id' }, toIdRange(input.text, type))];
  const range = toTextRange(input.text);
  return prefix_columns.map((column) => buildRangeQuery(tx, table, column, range));
}

/** Matches to look at for a reader of masked contact data, because some are left out. */
const MASKED_MATCHES = 100;

type Matches = ReadonlyMap<SearchType, readonly string[]>;

/** Ids of the rows that contain the text, by type. The function is called without tables beside it (db/search-ids.ts). */
async function findMatches(tx: MerchantTx, types: readonly SearchType[], input: SearchInput): Promise<Matches> {
  const searched = types.filter((type) => SOURCES[type].has_substring_index && input.id_type !== type);
  if (!input.matches_substrings || searched.length === 0) return new Map();
  const limit = tx.hides_contacts === true ? MASKED_MATCHES : SEARCH_HITS;
  const calls = searched.map(
    (type) => sql`
    select ${type} as type, found.id from app.search_newest(${type}, ${input.text}, ${limit}) as found(id)`,
  );
  const { rows } = await sql<{ type: SearchType; id: string }>`${sql.join(calls, sql` union all `)}`.execute(tx.sql);
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
function buildRowQuery(tx: MerchantTx, type: SearchType, input: SearchInput, matches: Matches): Fragment[] {
  const { table, title, detail, amount, at, fields } = SOURCES[type];
  const queries = buildIdQueries(tx, type, input);
  const matched = matches.get(type) ?? [];
  if (queries.length === 0 && matched.length === 0) return [];
  const in_ranges = queries.length === 0 ? sql`'{}'::text[]` : sql`array(${sql.join(queries, sql` union `)})`;
  return [
    sql`
    (select ${type} as type, h.id, ${title} as title, nullif(${detail}, '') as detail, h.status,
      (${amount})::bigint as amount, ${at} as at, ${fields} as fields
    from app.${sql.id(table)} h
    where h.merchant_id = ${tx.merchant_id} and h.id = any (${in_ranges} || ${matched}::text[]))`,
  ];
}

/** The statement of a search over some types; null when none of them can contain the text. */
export function buildSearchStatement(
  tx: MerchantTx,
  types: readonly SearchType[],
  input: SearchInput,
  matches: Matches,
): RawBuilder<FoundRow> | null {
  const parts = types.flatMap((type) => buildRowQuery(tx, type, input, matches));
  return parts.length === 0 ? null : sql<FoundRow>`${sql.join(parts, sql` union all `)}`;
}

/** The matching rows, in no order. */
export async function findHits(tx: MerchantTx, types: readonly SearchType[], input: SearchInput): Promise<FoundRow[]> {
  const statement = buildSearchStatement(tx, types, input, await findMatches(tx, types, input));
  return statement === null ? [] : (await statement.execute(tx.sql)).rows;
}
