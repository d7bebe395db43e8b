/** SQL of refund lists: page, totals and CSV of a filter, and duplicate payments that are not refunded. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import type { Query } from '@dasbor/contract/route';
import { type Refund, OPEN_REFUND_STATUSES, refund } from '@dasbor/contract/refund-fields';
import type { listRefunds, summariseRefunds } from '@dasbor/contract/refund';
import type { Transaction } from '@dasbor/contract/transaction';
import { buildColumns, listFields } from '../db/columns.ts';
import { buildCsvCells, listCsvHeaders } from '../db/csv-cells.ts';
import type { DB } from '../db/schema.gen.ts';
import { type FoundIds, findSearchIds } from '../db/search-ids.ts';
import type { MerchantTx, QueryScope } from '../db/tx.ts';
import { buildValueCondition } from '../db/value-condition.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { Cursor } from '../http/keyset-page.ts';
import type { ListFile } from '../http/list-file.ts';
import { formatFileHeader } from './file-headers.ts';
import type { Requester } from './rules.ts';

export type RefundFilter = Query<typeof summariseRefunds>;
export type RefundRow = Refund & Requester;

/** Maximum number of rows in one export. */
const ROWS_MAX = 1_000_000;

type Tables = DB & { r: DB['refund']; t: DB['transaction']; c: DB['account_check'] };

/** `found`: the payments that the text of the filter matches. */
function buildFilteredQuery({ merchant_id, sql: kysely }: QueryScope, filter: RefundFilter, found: FoundIds) {
  let rows = kysely
    .selectFrom('refund as r')
    .innerJoin('transaction as t', (join) =>
      join.on('t.merchant_id', '=', merchant_id).onRef('t.id', '=', 'r.transaction_id'),
    )
    .leftJoin('account_check as c', (join) =>
      join.on('c.merchant_id', '=', merchant_id).onRef('c.id', '=', 'r.account_check_id'),
    )
    .where('r.merchant_id', '=', merchant_id);
  const { from, to, status, reason, method, failure_code, amount_min, amount_max, transaction_id, q } = filter;
  if (from !== undefined) rows = rows.where('r.created_at', '>=', from);
  if (to !== undefined) rows = rows.where('r.created_at', '<', to);
  if (status?.length) rows = rows.where('r.status', 'in', status);
  if (reason?.length) rows = rows.where('r.reason', 'in', reason);
  if (method?.length) rows = rows.where('r.method', 'in', method);
  if (failure_code?.length) rows = rows.where(buildValueCondition('r.error_code', failure_code));
  if (amount_min !== undefined) rows = rows.where('r.amount', '>=', amount_min);
  if (amount_max !== undefined) rows = rows.where('r.amount', '<=', amount_max);
  if (transaction_id !== undefined) rows = rows.where('r.transaction_id', '=', transaction_id);
  if (q) {
    rows = rows.where((eb) =>
      eb.or([
        eb('r.id', '=', q.toLowerCase()),
        eb('r.provider_reference', '=', q),
        sql<boolean>`r.transaction_id = any (${found}::text[])`,
      ]),
    );
  }
  return rows;
}

const orderNewestFirst = <O>(rows: SelectQueryBuilder<Tables, 'r' | 't' | 'c', O>) =>
  rows.orderBy('r.created_at', 'desc').orderBy('r.id', 'desc');

const COLUMNS = buildColumns(
  'r',
  refund.omit({
    transaction_amount: true,
    transaction_method: true,
    channel_code: true,
    merchant_reference: true,
    beneficiary_bank: true,
    beneficiary_account_last4: true,
    beneficiary_name: true,
  }).shape,
);

const buildRefundQuery = (tx: QueryScope, filter: RefundFilter, found: FoundIds) =>
  buildFilteredQuery(tx, filter, found)
    .select(COLUMNS)
    .select(['r.requested_by_type', 'r.requested_by_id', 'r.requested_by_owner'])
    .select(['t.channel_code', 't.merchant_reference', 't.amount as transaction_amount'])
    .select(['t.method as transaction_method', 'c.bank_code as beneficiary_bank'])
    .select(['c.account_last4 as beneficiary_account_last4', 'c.verified_name as beneficiary_name']);

/** One page, plus one row when there is a next page. */
export async function listRefundRows(
  tx: MerchantTx,
  filter: RefundFilter,
  after: Cursor | null,
  limit: number,
): Promise<RefundRow[]> {
  const found = await findSearchIds(tx, 'search_transactions', filter.q);
  return buildRefundRows(tx, filter, after, { limit: limit + 1, found }).execute();
}

/** The first rows after a cursor. */
export function buildRefundRows(
  tx: QueryScope,
  filter: RefundFilter,
  after: Cursor | null,
  { limit, found }: { limit: number; found: FoundIds },
) {
  let rows = buildRefundQuery(tx, filter, found);
  if (after !== null) rows = rows.where(sql<boolean>`(r.created_at, r.id) < (${after.at}, ${after.id})`);
  return orderNewestFirst(rows).limit(limit);
}

export const findRefund = (tx: MerchantTx, id: string): Promise<RefundRow | undefined> =>
  buildRefundQuery(tx, {}, null).where('r.id', '=', id).executeTakeFirst();

/** Count and sum per status. */
export const summariseRefundRows = async (tx: MerchantTx, filter: RefundFilter) =>
  buildRefundSums(tx, filter, await findSearchIds(tx, 'search_transactions', filter.q)).execute();

/** Rows of status, count and amount. */
export const buildRefundSums = (tx: QueryScope, filter: RefundFilter, found: FoundIds) =>
  buildFilteredQuery(tx, filter, found)
    .select(['r.status', sql<number>`count(*)`.as('count'), sql<number>`sum(r.amount)::bigint`.as('amount')])
    .groupBy('r.status');

type Field = keyof Refund;
export const REFUND_FIELDS = listFields(refund.shape);
const JOINED_COLUMNS: Partial<Record<Field, string>> = {
  transaction_amount: 't.amount',
  transaction_method: 't.method',
  channel_code: 't.channel_code',
  merchant_reference: 't.merchant_reference',
  beneficiary_bank: 'c.bank_code',
  beneficiary_account_last4: 'c.account_last4',
  beneficiary_name: 'c.verified_name',
};
interface FileOptions {
  fields: readonly Field[];
  language: Language;
  time_zone: TimeZone;
  found: FoundIds;
  /** Whether the rows have what the list is sorted by, as sort_key and sort_id. */
  has_sort_keys?: boolean;
}

/** The rows of a filter in list order. */
export const buildRefundCsv = (
  reader: QueryScope,
  filter: RefundFilter,
  { fields, language, time_zone, found, has_sort_keys = false }: FileOptions,
) =>
  orderNewestFirst(buildFilteredQuery(reader, filter, found))
    .select(() =>
      buildCsvCells({
        shape: refund.shape,
        names: fields,
        getColumn: (field) => sql.ref(JOINED_COLUMNS[field] ?? `r.${field}`),
        formatHeader: (field) => formatFileHeader(field, language),
        time_zone,
      }),
    )
    .$if(has_sort_keys, (rows) => rows.select(['r.created_at as sort_key', 'r.id as sort_id']))
    .limit(ROWS_MAX);

export const listRefundHeaders = (names: readonly Field[], language: Language, time_zone: TimeZone): string[] =>
  listCsvHeaders(refund.shape, names, (field) => formatFileHeader(field, language), time_zone);

export const refundFile: ListFile<typeof listRefunds> = {
  name: 'refunds',
  columns: REFUND_FIELDS,
  omits: { may_decide: 'depends on the reader', approvals_missing: 'belongs to the approvals' },
  search_function: 'search_transactions',
  buildQuery: ({ query, language, time_zone, found, ...reader }) =>
    buildRefundCsv(reader, query, { fields: parseColumns(REFUND_FIELDS, query.columns), language, time_zone, found }),
};

/** Duplicate payments with a refundable amount. */
export async function listDuplicatePaymentRows(tx: MerchantTx, after: Cursor | null, limit: number) {
  const { merchant_id } = tx;
  const beyond = after === null ? sql`` : sql`and (t.created_at, t.id) < (${after.at}, ${after.id})`;
  const { rows } = await sql<{
    transaction_id: string;
    created_at: string;
    paid_at: string | null;
    method: Transaction['method'];
    channel_code: string | null;
    va_number: string | null;
    payer_name: string | null;
    amount: number;
    remaining_amount: number;
  }>`
    select t.id as transaction_id, t.created_at, t.paid_at, t.method, t.channel_code, t.va_number, t.payer_name,
      t.amount, (t.amount - t.refunded_amount - coalesce(h.amount, 0))::bigint as remaining_amount
    from app.transaction t
    left join lateral (
      select sum(r.amount) as amount from app.refund r
      where r.merchant_id = ${merchant_id} and r.transaction_id = t.id
        and r.status in (${sql.join(OPEN_REFUND_STATUSES)})) h on true
    where t.merchant_id = ${merchant_id} and t.duplicate_payment and t.status in ('success', 'partially_refunded')
      and t.amount > t.refunded_amount + coalesce(h.amount, 0) ${beyond}
    order by t.created_at desc, t.id desc limit ${limit + 1}`.execute(tx.sql);
  return rows;
}
