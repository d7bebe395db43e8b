/** SQL of the list of disbursements: page, totals and files of a filter, and the parts of one disbursement. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { listDisbursements, summariseDisbursements } from '@dasbor/contract/disbursement';
import { type Disbursement, type DisbursementEvent, disbursement } from '@dasbor/contract/disbursement-fields';
import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import type { Query } from '@dasbor/contract/route';
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

export type DisbursementFilter = Query<typeof summariseDisbursements>;

/** Maximum number of rows in one export. */
const ROWS_MAX = 1_000_000;

type Tables = DB & { d: DB['disbursement'] };

/** `found`: the disbursements that the text of the filter matches. */
function buildFilteredQuery(
  { merchant_id, sql: kysely }: QueryScope,
  filter: Partial<DisbursementFilter>,
  found: FoundIds,
) {
  let rows = kysely.selectFrom('disbursement as d').where('d.merchant_id', '=', merchant_id);
  const { from, to, status, bank_code, rail, amount_min, amount_max, view } = filter;
  const { failure_code, batch_id, beneficiary_id, requested_by } = filter;
  if (from !== undefined) rows = rows.where('d.created_at', '>=', from);
  if (to !== undefined) rows = rows.where('d.created_at', '<', to);
  if (status?.length) rows = rows.where('d.status', 'in', status);
  if (bank_code?.length) rows = rows.where('d.bank_code', 'in', bank_code);
  if (rail?.length) rows = rows.where('d.rail', 'in', rail);
  if (failure_code?.length) rows = rows.where(buildValueCondition('d.failure_code', failure_code));
  if (amount_min !== undefined) rows = rows.where('d.amount', '>=', amount_min);
  if (amount_max !== undefined) rows = rows.where('d.amount', '<=', amount_max);
  if (batch_id !== undefined) rows = rows.where('d.batch_id', '=', batch_id);
  if (beneficiary_id !== undefined) rows = rows.where('d.beneficiary_id', '=', beneficiary_id);
  if (requested_by) {
    rows = rows.where((eb) =>
      eb.or([eb('d.requested_by_id', '=', requested_by), eb('d.requested_by', '=', requested_by)]),
    );
  }
  if (view === 'single') rows = rows.where('d.batch_id', 'is', null);
  if (view === 'scheduled') {
    rows = rows
      .where('d.schedule_at', 'is not', null)
      .where('d.status', 'in', ['pending_approval', 'approved', 'queued']);
  }
  if (found !== null) rows = rows.where(sql<boolean>`d.id = any (${found}::text[])`);
  return rows;
}

const orderNewestFirst = <O>(rows: SelectQueryBuilder<Tables, 'd', O>) =>
  rows.orderBy('d.created_at', 'desc').orderBy('d.id', 'desc');

const COLUMNS = buildColumns('d', disbursement.shape);

const buildDisbursementQuery = (tx: QueryScope, filter: Partial<DisbursementFilter>, found: FoundIds) =>
  buildFilteredQuery(tx, filter, found).select(COLUMNS);

/** One page, plus one row when there is a next page. */
export async function listDisbursementRows(
  tx: MerchantTx,
  filter: DisbursementFilter,
  after: Cursor | null,
  limit: number,
): Promise<Disbursement[]> {
  const found = await findSearchIds(tx, 'search_disbursements', filter.q);
  return buildDisbursementRows(tx, filter, after, { limit: limit + 1, found }).execute();
}

/** The first rows after a cursor. */
export function buildDisbursementRows(
  tx: QueryScope,
  filter: DisbursementFilter,
  after: Cursor | null,
  { limit, found }: { limit: number; found: FoundIds },
) {
  let rows = buildDisbursementQuery(tx, filter, found);
  if (after !== null) rows = rows.where(sql<boolean>`(d.created_at, d.id) < (${after.at}, ${after.id})`);
  return orderNewestFirst(rows).limit(limit);
}

export const findDisbursement = (tx: MerchantTx, id: string): Promise<Disbursement | undefined> =>
  buildDisbursementQuery(tx, {}, null).where('d.id', '=', id).executeTakeFirst();

/** Count and sum per status. */
export const summariseDisbursementRows = async (tx: MerchantTx, filter: DisbursementFilter) =>
  buildDisbursementSums(tx, filter, await findSearchIds(tx, 'search_disbursements', filter.q)).execute();

/** Rows of status, count and amount. */
export const buildDisbursementSums = (tx: QueryScope, filter: DisbursementFilter, found: FoundIds) =>
  buildFilteredQuery(tx, filter, found)
    .select(['d.status', sql<number>`count(*)`.as('count'), sql<number>`sum(d.amount)::bigint`.as('amount')])
    .groupBy('d.status');

/** Parts of a disbursement in addition to its row. */
export async function readDisbursementParts(tx: MerchantTx, id: string) {
  const { merchant_id } = tx;
  const { emails } = await tx.sql
    .selectFrom('disbursement')
    .select('emails')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const retried = await tx.sql
    .selectFrom('disbursement')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('retry_of', '=', id)
    .orderBy('id')
    .executeTakeFirst();
  const events: DisbursementEvent[] = await tx.sql
    .selectFrom('disbursement_event')
    .select(['seq', 'at', 'from_status', 'to_status', 'actor_type', 'actor_name', 'reason'])
    .where('merchant_id', '=', merchant_id)
    .where('disbursement_id', '=', id)
    .orderBy('seq')
    .execute();
  return { emails, retried_as: retried?.id ?? null, events };
}

type Field = keyof Disbursement;
export const DISBURSEMENT_FIELDS = listFields(disbursement.shape);

interface FileOptions {
  fields: readonly Field[];
  language: Language;
  time_zone: TimeZone;
  found: FoundIds;
  /** Whether the rows have what the list is sorted by, as sort_key and sort_id. */
  has_sort_keys?: boolean;
}

/** The rows of a filter in list order. */
export const buildDisbursementCsv = (
  reader: QueryScope,
  filter: DisbursementFilter,
  { fields, language, time_zone, found, has_sort_keys = false }: FileOptions,
) =>
  orderNewestFirst(buildFilteredQuery(reader, filter, found))
    .select(() =>
      buildCsvCells({
        shape: disbursement.shape,
        names: fields,
        getColumn: (field) => sql.ref(`d.${field}`),
        formatHeader: (field) => formatFileHeader(field, language),
        time_zone,
      }),
    )
    .$if(has_sort_keys, (rows) => rows.select(['d.created_at as sort_key', 'd.id as sort_id']))
    .limit(ROWS_MAX);

export const listDisbursementHeaders = (names: readonly Field[], language: Language, time_zone: TimeZone): string[] =>
  listCsvHeaders(disbursement.shape, names, (field) => formatFileHeader(field, language), time_zone);

export const disbursementFile: ListFile<typeof listDisbursements> = {
  name: 'disbursements',
  columns: DISBURSEMENT_FIELDS,
  omits: { may_decide: 'depends on the reader', approvals_missing: 'belongs to the approvals' },
  search_function: 'search_disbursements',
  buildQuery: ({ query, language, time_zone, found, ...reader }) =>
    buildDisbursementCsv(reader, query, {
      fields: parseColumns(DISBURSEMENT_FIELDS, query.columns),
      language,
      time_zone,
      found,
    }),
};
