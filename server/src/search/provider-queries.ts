/**
 * SQL of the provider's search over all merchants. Ids and references are looked up in each merchant through the indexes of
 * `(merchant_id, column)`; texts within fields by the reviewed function `app.search_all_merchants`, called alone.
 */
import { type RawBuilder, sql } from 'kysely';
import { SEARCH_HITS } from '@dasbor/contract/search';
import { toContainsPattern } from '../db/like-pattern.ts';
import { findVisibleIds } from '../db/search-ids.ts';
import type { PlatformTx, ReaderTx } from '../db/tx.ts';
import { BANK_PARTNER_ID } from '../rails/rail-message.ts';
import { type FoundOfMerchant, type MoneyType, PROVIDER_ID_PREFIX, type ProviderInput } from './provider-rules.ts';
import { type Range, toPrefixRange, toTextRange } from './rules.ts';

interface Source {
  table: 'transaction' | 'refund' | 'settlement_batch' | 'disbursement';
  /** Columns with an index of `(merchant_id, column)`; `within`: condition on index columns between the two. */
  columns: readonly { column: string; within?: RawBuilder<unknown> }[];
  /** Whether `app.search_all_merchants` supports the table. */
  searched: 'transaction' | 'disbursement' | null;
  title: RawBuilder<unknown>;
  detail: RawBuilder<unknown>;
  amount: string;
  fields: RawBuilder<unknown>;
}

const SOURCES: Record<MoneyType, Source> = {
  transaction: {
    table: 'transaction',
    columns: [
      { column: 'merchant_reference' },
      { column: 'rrn' },
      { column: 'provider_reference', within: sql`and s.provider = ${BANK_PARTNER_ID}` },
    ],
    searched: 'transaction',
    title: sql`coalesce(h.merchant_reference, h.id)`,
    detail: sql`concat_ws(' · ', h.channel_code, h.description)`,
    amount: 'amount',
    fields: sql`jsonb_build_object('merchant_reference', h.merchant_reference, 'rrn', h.rrn,
      'va_number', h.va_number, 'provider_reference', h.provider_reference)`,
  },
  refund: {
    table: 'refund',
    columns: [{ column: 'partner_reference_no' }, { column: 'transaction_id' }],
    searched: null,
    title: sql`h.id`,
    detail: sql`h.transaction_id`,
    amount: 'amount',
    fields: sql`jsonb_build_object('transaction_id', h.transaction_id,
      'partner_reference_no', h.partner_reference_no, 'provider_reference', h.provider_reference)`,
  },
  settlement: {
    table: 'settlement_batch',
    columns: [{ column: 'batch_no' }],
    searched: null,
    title: sql`h.batch_no`,
    detail: sql`h.bank_reference`,
    amount: 'net_amount',
    fields: sql`jsonb_build_object('batch_no', h.batch_no, 'bank_reference', h.bank_reference)`,
  },
  disbursement: {
    table: 'disbursement',
    columns: [{ column: 'merchant_reference' }, { column: 'partner_reference_no' }],
    searched: 'disbursement',
    title: sql`h.merchant_reference`,
    detail: sql`h.account_name || ' ····' || h.account_last4`,
    amount: 'amount',
    fields: sql`jsonb_build_object('merchant_reference', h.merchant_reference, 'account_name', h.account_name,
      'partner_reference_no', h.partner_reference_no, 'bank_reference', h.bank_reference)`,
  },
};

const buildRange = (table: string, column: string, { first, last }: Range, within = sql``): RawBuilder<unknown> => sql`
  (select s.merchant_id, s.id from app.${sql.id(table)} s
  where s.merchant_id = who.merchant_id ${within} and ${sql.ref(`s.${column}`)} >= ${first}
    and ${sql.ref(`s.${column}`)} <= ${last}
  order by ${sql.ref(`s.${column}`)} ${column === 'id' ? sql`desc` : sql``} limit ${SEARCH_HITS})`;

/** The statement of one type, for the given ids of rows that contain the text. */
export function buildProviderSearch(
  type: MoneyType,
  input: ProviderInput,
  matches: readonly string[],
): RawBuilder<FoundOfMerchant> {
  const { table, columns, title, detail, amount, fields } = SOURCES[type];
  const ranges =
    input.id_type === type
      ? [buildRange(table, 'id', toPrefixRange(input.text, PROVIDER_ID_PREFIX[type]))]
      : columns.map(({ column, within }) => buildRange(table, column, toTextRange(input.text), within));
  if (matches.length > 0) {
    ranges.push(sql`
      (select s.merchant_id, s.id from app.${sql.id(table)} s
      where s.merchant_id = who.merchant_id and s.id = any (${matches}::text[]) limit ${SEARCH_HITS})`);
  }
  return sql<FoundOfMerchant>`
    select ${type} as type, h.id, ${title} as title, nullif(${detail}, '') as detail, h.status,
      ${sql.ref(`h.${amount}`)} as amount, h.created_at as at, ${fields} as fields, f.merchant_id, f.merchant_name
    from (
      select k.merchant_id, k.id, who.brand_name as merchant_name from app.merchant who
      cross join lateral (${sql.join(ranges, sql` union `)}) k limit ${FOUND_MAX}) f
    join app.${sql.id(table)} h on h.merchant_id = f.merchant_id and h.id = f.id`;
}

/** Rows of one type that are ranked at most: a common prefix may have some in every merchant. */
const FOUND_MAX = 500;

export async function findOfMerchants(
  tx: ReaderTx,
  types: readonly MoneyType[],
  input: ProviderInput,
): Promise<FoundOfMerchant[]> {
  const found: FoundOfMerchant[] = [];
  for (const type of types) {
    const { searched } = SOURCES[type];
    const is_searched = searched !== null && input.matches_substrings && input.id_type === null;
    const matches = is_searched ? ((await findVisibleIds(tx, searched, input.text, SEARCH_HITS)) ?? []) : [];
    found.push(...(await buildProviderSearch(type, input, matches).execute(tx.sql)).rows);
  }
  return found;
}

/** Merchants by id, code, name or number, and account groups by id, code or name. Both are few. */
export async function findParties(
  tx: PlatformTx,
  { has_merchants, has_groups }: { has_merchants: boolean; has_groups: boolean },
  { text }: ProviderInput,
): Promise<FoundOfMerchant[]> {
  const pattern = toContainsPattern(text);
  const parts: RawBuilder<unknown>[] = [];
  if (has_merchants) {
    parts.push(sql`
      (select 'merchant' as type, m.merchant_id as id, m.brand_name as title, m.code as detail, m.status,
        null::bigint as amount, m.created_at as at, jsonb_build_object('code', m.code, 'brand_name', m.brand_name,
          'legal_name', m.legal_name, 'nib', m.nib, 'npwp', m.npwp, 'nmid', m.nmid) as fields, m.merchant_id,
        m.brand_name as merchant_name
      from app.merchant m
      where m.merchant_id = ${text} or m.code ilike ${pattern} or m.brand_name ilike ${pattern}
        or m.legal_name ilike ${pattern} or m.nib ilike ${pattern} or m.npwp ilike ${pattern} or m.nmid ilike ${pattern}
      order by (lower(m.code) = lower(${text}) or lower(m.brand_name) = lower(${text})) desc, m.created_at desc
      limit ${SEARCH_HITS})`);
  }
  if (has_groups) {
    parts.push(sql`
      (select 'account_group' as type, g.id, g.name as title, g.code as detail, g.status, null::bigint as amount,
        g.created_at as at, jsonb_build_object('code', g.code, 'name', g.name) as fields, null as merchant_id,
        null as merchant_name
      from app.account_group g
      where g.id = ${text} or g.code ilike ${pattern} or g.name ilike ${pattern}
      order by (lower(g.code) = lower(${text}) or lower(g.name) = lower(${text})) desc, g.created_at desc
      limit ${SEARCH_HITS})`);
  }
  if (parts.length === 0) return [];
  const { rows } = await sql<FoundOfMerchant>`${sql.join(parts, sql` union all `)}`.execute(tx.sql);
  return rows;
}
