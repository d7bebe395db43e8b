/** SQL of the list of QRIS payments: pages, totals and files. */
import { type Compilable, type Expression, sql } from 'kysely';
import {
  type QrisPaymentRow,
  type QrisType,
  type listQrisPayments,
  qrisPaymentRow,
} from '@dasbor/contract/qris-payment';
import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import { listFields } from '../db/columns.ts';
import { buildCsvCells } from '../db/csv-cells.ts';
import { type FoundIds, findSearchIds } from '../db/search-ids.ts';
import type { MerchantScope, MerchantTx } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { ListFile } from '../http/list-file.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { assertRange } from '../http/range.ts';
import { buildNetAmount } from '../transaction/net-queries.ts';
import { formatFileHeader } from './file-headers.ts';
import type { QrisFilter } from './filter.ts';

type Reader = Pick<MerchantTx, 'merchant_id' | 'sql'>;
type Field = keyof QrisPaymentRow;

/** Payments of the filter with their codes, newest first when ordered; `found`: the matches of its text. */
function buildFilteredQuery({ merchant_id, sql: db }: Reader, filter: QrisFilter, found: FoundIds) {
  const { date_field, from, to, type, status, issuer, store, terminal, amount_min, amount_max } = filter;
  const date = `t.${date_field}` as const;
  let rows = db
    .selectFrom('transaction as t')
    .innerJoin('qris_payment as q', (join) =>
      join.onRef('q.id', '=', 't.qris_payment_id').on('q.merchant_id', '=', merchant_id),
    )
    .where('t.merchant_id', '=', merchant_id)
    .where('t.method', '=', 'qris');
  if (from !== undefined) rows = rows.where(date, '>=', from);
  if (to !== undefined) rows = rows.where(date, '<', to);
  if (type?.length) rows = rows.where('q.type', 'in', type);
  if (status?.length) rows = rows.where('t.status', 'in', status);
  if (issuer?.length) rows = rows.where('t.issuer', 'in', issuer);
  if (store?.length) rows = rows.where('q.store', 'in', store);
  if (terminal?.length) rows = rows.where('q.terminal', 'in', terminal);
  if (amount_min !== undefined) rows = rows.where('t.amount', '>=', amount_min);
  if (amount_max !== undefined) rows = rows.where('t.amount', '<=', amount_max);
  if (filter.qris_payment_id !== undefined) rows = rows.where('t.qris_payment_id', '=', filter.qris_payment_id);
  if (found !== null) rows = rows.where(sql<boolean>`t.id = any (${found}::text[])`);
  return rows;
}

/** Rate of the fee rule that was applied: the merchant's own or the standard one. */
const buildRateColumn = (merchant_id: string) => sql<number | null>`coalesce(
  (select f.rate_bps from app.fee_rule f where f.id = t.fee_rule_id),
  (select f.rate_bps from app.merchant_fee_rule f where f.merchant_id = ${merchant_id} and f.id = t.fee_rule_id))`;

/** SQL of each field. */
const buildColumns = (merchant_id: string): Record<Field, Expression<unknown>> => ({
  id: sql.ref('t.id'),
  created_at: sql.ref('t.created_at'),
  qris_payment_id: sql.ref('t.qris_payment_id'),
  type: sql<QrisType>`q.type`,
  code_name: sql.ref('q.name'),
  merchant_reference: sql.ref('t.merchant_reference'),
  amount: sql.ref('t.amount'),
  tip_amount: sql.ref('t.tip_amount'),
  status: sql.ref('t.status'),
  paid_at: sql.ref('t.paid_at'),
  issuer: sql.ref('t.issuer'),
  issuer_code: sql.ref('t.issuer_code'),
  payer_name: sql.ref('t.payer_name'),
  approval_code: sql.ref('t.approval_code'),
  rrn: sql.ref('t.rrn'),
  nmid: sql.ref('q.nmid'),
  store: sql.ref('q.store'),
  terminal: sql.ref('q.terminal'),
  mdr_rate_bps: buildRateColumn(merchant_id),
  mdr_amount: sql.ref('t.fee_amount'),
  fee_vat_amount: sql.ref('t.fee_vat_amount'),
  net_amount: buildNetAmount(merchant_id),
  refunded_amount: sql.ref('t.refunded_amount'),
});
const FIELDS = listFields(qrisPaymentRow.shape);

/** Newest first, after a cursor; one extra row shows whether more follow. */
export function buildQrisPaymentRows(
  scope: MerchantScope,
  filter: QrisFilter,
  { after, found }: { after: Cursor | null; found: FoundIds },
  limit: number,
): Compilable<QrisPaymentRow> {
  const columns = buildColumns(scope.merchant_id);
  let rows = buildFilteredQuery(scope, filter, found);
  if (after !== null) rows = rows.where(sql<boolean>`(t.created_at, t.id) < (${after.at}, ${after.id})`);
  const listed = rows
    .select(() => FIELDS.map((field) => sql`${columns[field]}`.as(field)))
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(limit + 1);
  // Columns are selected dynamically; the output schema of the route validates each row.
  return listed as unknown as Compilable<QrisPaymentRow>;
}

/** Count and sum per status. */
export const summariseQrisPaymentRows = async (tx: MerchantTx, filter: QrisFilter) =>
  buildFilteredQuery(tx, filter, await findSearchIds(tx, 'search_transactions', filter.q))
    .select(['t.status', sql<number>`count(*)`.as('count'), sql<number>`sum(t.amount)::bigint`.as('amount')])
    .groupBy('t.status')
    .execute();

/** Maximum rows of a file. */
const FILE_ROWS_MAX = 1_000_000;
/** Rows of a file with the given columns. */
function buildFileQuery(
  { found, ...reader }: Reader & { language: Language; time_zone: TimeZone; found: FoundIds },
  filter: QrisFilter,
  fields: readonly Field[],
) {
  const columns = buildColumns(reader.merchant_id);
  return buildFilteredQuery(reader, filter, found)
    .select(() =>
      buildCsvCells({
        shape: qrisPaymentRow.shape,
        names: fields,
        getColumn: (field) => columns[field],
        formatHeader: (field) => formatFileHeader(field, reader.language),
        time_zone: reader.time_zone,
      }),
    )
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(FILE_ROWS_MAX);
}

export const qrisPaymentFile: ListFile<typeof listQrisPayments> = {
  name: 'qris-payments',
  columns: FIELDS,
  search_function: 'search_transactions',
  buildQuery: ({ query, ...reader }) => {
    assertRange(query);
    return buildFileQuery(reader, query, parseColumns(FIELDS, query.columns));
  },
};

const LOCATIONS_MAX = 200;

/** Stores or terminals of all codes, in alphabetical order. A loose index scan: one index lookup per value. */
export async function listLocations(
  { merchant_id, sql: db }: MerchantTx,
  column: 'store' | 'terminal',
): Promise<string[]> {
  const location = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive step as (
      (select min(${location}) as value from app.qris_payment where merchant_id = ${merchant_id} and ${location} is not null)
      union all
      select (select min(${location}) from app.qris_payment
        where merchant_id = ${merchant_id} and ${location} is not null and ${location} > step.value)
      from step where step.value is not null
    )
    select value from step where value is not null limit ${LOCATIONS_MAX}`.execute(db);
  return rows.map(({ value }) => value);
}
