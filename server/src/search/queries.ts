/**
 * SQL of the search: one source per noun. Whole values and beginnings come from B-tree indexes led by the merchant,
 * parts through the reviewed function `app.search_newest`; a sequential scan is used by none of them.
 */
import { type RawBuilder, sql } from 'kysely';
import { SEARCH_HITS, type SearchType } from '@dasbor/contract/search';
import type { MerchantTx } from '../db/tx.ts';
import { BANK_PARTNER_ID } from '../rails/rail-message.ts';
import { type FoundRow, type Range, type SearchInput, toIdRange, toTextRange } from './rules.ts';

type Fragment = RawBuilder<unknown>;

interface Source {
  table: string;
  /** Columns with an index of `(merchant_id, column)`; `within`: what stands between the two in it. */
  prefix_columns: readonly { column: string; within?: Fragment }[];
  /** Whether `app.search_newest` knows the noun. */
  has_substring_index: boolean;
  title: Fragment;
  detail: Fragment;
  amount: Fragment;
  at: Fragment;
  /** Columns in which the text may stand, by the name under which a match is told. */
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
};

/** Ids of rows whose column lies in a range: of ids the newest, of texts the shortest first, so that an exact one is among them. */
const buildRangeQuery = (
  tx: MerchantTx,
  table: string,
  column: string,
  { first, last }: Range,
  within: Fragment = sql``,
): Fragment => sql`
  (select s.id from app.${sql.id(table)} s
  where s.merchant_id = ${tx.merchant_id} ${within} and ${sql.ref(`s.${column}`)} >= ${first}
    and ${sql.ref(`s.${column}`)} <= ${last}
  order by ${sql.ref(`s.${column}`)} ${column === 'id' ? sql`desc` : sql``} limit ${SEARCH_HITS})`;

function buildIdQueries(tx: MerchantTx, noun: SearchType, wanted: SearchInput): Fragment[] {
  const { table, prefix_columns: beginnings, has_substring_index: has_parts } = SOURCES[noun];
  if (wanted.id_type === noun) return [buildRangeQuery(tx, table, 'id', toIdRange(wanted.text, noun))];
  const range = toTextRange(wanted.text);
  const ids = beginnings.map(({ column, within }) => buildRangeQuery(tx, table, column, range, within));
  if (has_parts && wanted.matches_substrings) {
    ids.push(sql`(select found.id from app.search_newest(${noun}, ${wanted.text}, ${SEARCH_HITS}) as found(id))`);
  }
  return ids;
}

/** The ids are worked out first and once; each is then looked up by its key. */
function buildRowQuery(tx: MerchantTx, noun: SearchType, wanted: SearchInput): Fragment[] {
  const { table, title, detail, amount, at, fields } = SOURCES[noun];
  const ids = buildIdQueries(tx, noun, wanted);
  if (ids.length === 0) return [];
  return [
    sql`
    (select ${noun} as noun, h.id, ${title} as title, nullif(${detail}, '') as detail, h.status,
      (${amount})::bigint as amount, ${at} as at, ${fields} as fields
    from app.${sql.id(table)} h
    where h.merchant_id = ${tx.merchant_id} and h.id = any (array(${sql.join(ids, sql` union `)})))`,
  ];
}

/** The statement of a search over some nouns; null when none of them can hold the text. */
export function buildSearchStatement(
  tx: MerchantTx,
  nouns: readonly SearchType[],
  wanted: SearchInput,
): RawBuilder<FoundRow> | null {
  const parts = nouns.flatMap((noun) => buildRowQuery(tx, noun, wanted));
  return parts.length === 0 ? null : sql<FoundRow>`${sql.join(parts, sql` union all `)}`;
}

/** What was found, in no order. */
export async function findHits(tx: MerchantTx, nouns: readonly SearchType[], wanted: SearchInput): Promise<FoundRow[]> {
  const statement = buildSearchStatement(tx, nouns, wanted);
  return statement === null ? [] : (await statement.execute(tx.sql)).rows;
}
