/** SQL of the transaction CSV: filter and order of the list, formatted for spreadsheets. */
import { type Expression, sql } from 'kysely';
import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import { type listTransactions, transaction } from '@dasbor/contract/transaction';
import { listFields } from '../db/columns.ts';
import { buildCsvCells, listCsvHeaders } from '../db/csv-cells.ts';
import type { FoundIds } from '../db/search-ids.ts';
import type { QueryScope } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { ListFile } from '../http/list-file.ts';
import { assertRange } from '../http/range.ts';
import { formatFileHeader } from './file-headers.ts';
import { findFilterIds } from './filter-ids.ts';
import { type TransactionFilter, type TransactionCursor, parseTransactionCursor } from './filter-rules.ts';
import {
  type ReadOptions,
  type TransactionField,
  buildFilteredQuery,
  masked_email,
  masked_phone,
  applySort,
} from './queries.ts';
import { buildNetAmount } from './net-queries.ts';
import { assertFilterAllowed } from './problems.ts';

export const CSV_FIELDS = listFields(transaction.shape);
/** Maximum number of rows in one export. */
const ROWS_MAX = 1_000_000;

interface FileOptions {
  fields: readonly TransactionField[];
  language: Language;
  time_zone: TimeZone;
  found?: FoundIds;
  /** Whether the rows have what the list is sorted by, as sort_key and sort_id. */
  has_sort_keys?: boolean;
}

/** The rows of a filter in list order, with the given columns. */
export const buildTransactionCsv = (
  tx: QueryScope,
  filter: TransactionFilter,
  cursor: TransactionCursor,
  { fields, language, time_zone, found = null, has_sort_keys = false, ...options }: ReadOptions & FileOptions,
) =>
  applySort(buildFilteredQuery(tx, filter, found), cursor)
    .select(() =>
      buildCsvCells({
        shape: transaction.shape,
        names: fields,
        getColumn: (field) => buildColumn(tx.merchant_id, field, options),
        formatHeader: (field) => formatFileHeader(field, language),
        time_zone,
      }),
    )
    .$if(has_sort_keys, (rows) => rows.select([`t.${cursor.column} as sort_key`, 't.id as sort_id']))
    .limit(ROWS_MAX);

export const listTransactionHeaders = (
  names: readonly TransactionField[],
  language: Language,
  time_zone: TimeZone,
): string[] => listCsvHeaders(transaction.shape, names, (field) => formatFileHeader(field, language), time_zone);

export const transactionFile: ListFile<typeof listTransactions> = {
  name: 'transactions',
  columns: CSV_FIELDS,
  findIds: findFilterIds,
  buildQuery: ({ query, is_masked, language, time_zone, found, ...tx }) => {
    assertRange(query);
    assertFilterAllowed(is_masked, query);
    const fields = parseColumns(CSV_FIELDS, query.columns);
    return buildTransactionCsv(tx, query, parseTransactionCursor(query.sort, undefined), {
      fields,
      language,
      time_zone,
      found,
      masks_email: is_masked,
    });
  },
};

function buildColumn(
  merchant_id: QueryScope['merchant_id'],
  field: TransactionField,
  { masks_email }: ReadOptions,
): Expression<unknown> {
  if (field === 'net_amount') return buildNetAmount(merchant_id);
  if (field === 'customer_email' && masks_email) return masked_email;
  if (field === 'customer_phone' && masks_email) return masked_phone;
  return field === 'metadata' ? sql`t.metadata::text` : sql.ref(`t.${field}`);
}
