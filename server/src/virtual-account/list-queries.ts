/** SQL of the list, totals, files and detail of virtual accounts. */
import { type Expression, sql } from 'kysely';
import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import {
  type VaInquiry,
  vaInquiry,
  type VirtualAccount,
  virtualAccount,
} from '@dasbor/contract/virtual-account-fields';
import type { listVirtualAccounts } from '@dasbor/contract/virtual-account';
import { buildColumns, listFields } from '../db/columns.ts';
import { buildCsvCells } from '../db/csv-cells.ts';
import { type FoundIds, findSearchIds } from '../db/search-ids.ts';
import type { MerchantScope, MerchantTx } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import { type SortedCursor, parseSortedCursor } from '../http/keyset-page.ts';
import type { ListFile } from '../http/list-file.ts';
import { assertRange } from '../http/range.ts';
import { formatFileHeader } from './file-headers.ts';
import type { VaFilter } from './filter.ts';

export type VaField = keyof VirtualAccount;

/** Contact data is masked for the support role. */
export interface ReadOptions {
  is_masked: boolean;
}

const email_of = {
  plain: sql<string | null>`v.customer_email`,
  masked: sql<string | null>`left(v.customer_email, 1) || '***@' || split_part(v.customer_email, '@', 2)`,
};
const phone_of = {
  plain: sql<string | null>`v.customer_phone`,
  masked: sql<string | null>`'***' || right(v.customer_phone, 4)`,
};
const buildContactColumn = (field: VaField, { is_masked }: ReadOptions): Expression<string | null> | undefined => {
  const texts = field === 'customer_email' ? email_of : field === 'customer_phone' ? phone_of : undefined;
  return texts && (is_masked ? texts.masked : texts.plain);
};

const COLUMNS = buildColumns('v', virtualAccount.omit({ customer_email: true, customer_phone: true }).shape);

const buildSelection = (options: ReadOptions) => [
  ...COLUMNS,
  sql<string | null>`${buildContactColumn('customer_email', options)}`.as('customer_email'),
  sql<string | null>`${buildContactColumn('customer_phone', options)}`.as('customer_phone'),
];

type Rows = Pick<MerchantTx, 'merchant_id' | 'sql'>;

/** Virtual accounts that match a filter, as `v`; `found`: the matches of its text. */
function buildFilteredQuery(tx: Rows, filter: VaFilter, found: FoundIds) {
  const { date_field, from, to, expires_from, expires_to, bank, status, type, amount_type, mismatch } = filter;
  let rows = tx.sql.selectFrom('virtual_account as v').where('v.merchant_id', '=', tx.merchant_id);
  const date = `v.${date_field}` as const;
  if (from !== undefined) rows = rows.where(date, '>=', from);
  if (to !== undefined) rows = rows.where(date, '<', to);
  if (expires_from !== undefined) rows = rows.where('v.expires_at', '>=', expires_from);
  if (expires_to !== undefined) rows = rows.where('v.expires_at', '<', expires_to);
  if (bank?.length) rows = rows.where('v.bank', 'in', bank);
  if (status?.length) rows = rows.where('v.status', 'in', status);
  if (type?.length) rows = rows.where('v.type', 'in', type);
  if (amount_type?.length) rows = rows.where('v.amount_type', 'in', amount_type);
  if (mismatch?.length === 1) rows = rows.where('v.mismatches_count', mismatch[0] === 'yes' ? '>' : '=', 0);
  if (found !== null) rows = rows.where(sql<boolean>`v.id = any (${found}::text[])`);
  return rows;
}

/** A page after a cursor; one extra row shows whether more follow. */
export function buildVaRows(
  scope: MerchantScope,
  filter: VaFilter,
  { direction, after }: SortedCursor,
  { found, limit, ...options }: ReadOptions & { found: FoundIds; limit: number },
) {
  let rows = buildFilteredQuery(scope, filter, found);
  if (after !== null) {
    const beyond = direction === 'desc' ? sql`<` : sql`>`;
    rows = rows.where(sql<boolean>`(v.created_at, v.id) ${beyond} (${after.at}, ${after.id})`);
  }
  return rows
    .select(buildSelection(options))
    .orderBy('v.created_at', direction)
    .orderBy('v.id', direction)
    .limit(limit + 1);
}

/** Count and paid sum per status. */
export const summariseVaRows = async (tx: MerchantTx, filter: VaFilter) =>
  buildFilteredQuery(tx, filter, await findSearchIds(tx, 'search_virtual_accounts', filter.q))
    .select(['v.status', sql<number>`count(*)`.as('count'), sql<number>`sum(v.paid_amount)::bigint`.as('amount')])
    .groupBy('v.status')
    .execute();

export const findVa = (tx: MerchantTx, id: string, options: ReadOptions): Promise<VirtualAccount | undefined> =>
  tx.sql
    .selectFrom('virtual_account as v')
    .where('v.merchant_id', '=', tx.merchant_id)
    .where('v.id', '=', id)
    .select(buildSelection(options))
    .executeTakeFirst();

const CSV_FIELDS = listFields(virtualAccount.shape);
/** Maximum rows of a file. */
const ROWS_MAX = 1_000_000;
/** Rows of a file with the given columns. */
const buildFileQuery = (
  tx: Rows,
  filter: VaFilter,
  { direction }: Pick<SortedCursor, 'direction'>,
  {
    fields,
    found,
    ...options
  }: ReadOptions & {
    fields: readonly VaField[];
    language: Language;
    time_zone: TimeZone;
    found: FoundIds;
  },
) =>
  buildFilteredQuery(tx, filter, found)
    .orderBy('v.created_at', direction)
    .orderBy('v.id', direction)
    .select(() =>
      buildCsvCells({
        shape: virtualAccount.shape,
        names: fields,
        getColumn: (field) => buildFileColumn(field, options),
        formatHeader: (field) => formatFileHeader(field, options.language),
        time_zone: options.time_zone,
      }),
    )
    .limit(ROWS_MAX);

export const virtualAccountFile: ListFile<typeof listVirtualAccounts> = {
  name: 'virtual-accounts',
  columns: CSV_FIELDS,
  search_function: 'search_virtual_accounts',
  buildQuery: ({ query, is_masked, language, time_zone, found, ...tx }) => {
    assertRange(query);
    const fields = parseColumns(CSV_FIELDS, query.columns);
    return buildFileQuery(tx, query, parseSortedCursor(undefined, 'virtual_account', query.sort), {
      fields,
      found,
      is_masked,
      language,
      time_zone,
    });
  },
};

const buildFileColumn = (field: VaField, options: ReadOptions): Expression<unknown> =>
  buildContactColumn(field, options) ?? (field === 'metadata' ? sql`v.metadata::text` : sql.ref(`v.${field}`));

const SHOWN_MAX = 100;
const EVENTS_MAX = 200;

/** Newest first. */
export const listVaInquiries = (tx: MerchantTx, virtual_account_id: string): Promise<VaInquiry[]> =>
  tx.sql
    .selectFrom('va_inquiry')
    .where('merchant_id', '=', tx.merchant_id)
    .where('virtual_account_id', '=', virtual_account_id)
    .select(listFields(vaInquiry.shape))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute();

/** The most recent events, oldest first. */
export async function listVaEvents(tx: MerchantTx, virtual_account_id: string) {
  const rows = await tx.sql
    .selectFrom('virtual_account_event as e')
    .where('e.merchant_id', '=', tx.merchant_id)
    .where('e.virtual_account_id', '=', virtual_account_id)
    .select([
      ...(['e.seq', 'e.at', 'e.actor_name', 'e.reason'] as const),
      'e.from_status',
      'e.to_status',
      'e.actor_type',
    ])
    .orderBy('e.seq', 'desc')
    .limit(EVENTS_MAX)
    .execute();
  return rows.toReversed();
}

/** Our ID of a virtual account at the bank. */
export const findTrxId = (tx: MerchantTx, id: string) =>
  tx.sql
    .selectFrom('virtual_account')
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .select('trx_id')
    .executeTakeFirst();

/** Key metrics. `today`: start of the business day; `soon`: end of the period that counts as expiring soon. */
export async function getVaMetrics(tx: MerchantTx, at: { now: Date; today: Date; soon: Date; week_ago: Date }) {
  const { merchant_id } = tx;
  const { rows } = await sql<{
    active_count: number;
    expiring_count: number;
    paid_today_count: number;
    paid_today_amount: number;
    mismatches_count: number;
  }>`
    select n.active_count, n.expiring_count, p.paid_today_count, p.paid_today_amount, p.mismatches_count
    from (
      select count(*) as active_count, count(*) filter (where v.expires_at <= ${at.soon}) as expiring_count
      from app.virtual_account v
      where v.merchant_id = ${merchant_id} and v.status in ('pending', 'active') and v.status = 'active'
        and (v.expires_at is null or v.expires_at > ${at.now})) n
    cross join (
      select count(*) filter (where p.received_at >= ${at.today} and p.match in ('ok', 'duplicate')) as paid_today_count,
        coalesce(sum(p.amount) filter (where p.received_at >= ${at.today} and p.match in ('ok', 'duplicate')), 0)::bigint
          as paid_today_amount,
        count(*) filter (where p.match <> 'ok') as mismatches_count
      from app.va_payment p where p.merchant_id = ${merchant_id} and p.received_at >= ${at.week_ago}) p`.execute(
    tx.sql,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The key metrics query returned no row');
  return row;
}
