/** SQL of the transaction CSV: filter and order of the list, formatted for spreadsheets. */
import { type Expression, sql } from 'kysely';
import { type listTransactions, transaction } from '@dasbor/contract/transaction';
import { TIME_ZONE } from '@dasbor/contract/time';
import type { MerchantTx } from '../db/tx.ts';
import { parseColumns } from '../http/file-columns.ts';
import type { ListFile } from '../http/list-file.ts';
import { type TransactionFilter, type TransactionCursor, assertRange, parseTransactionCursor } from './filter.ts';
import {
  type ReadOptions,
  type TransactionField,
  buildFilteredQuery,
  masked_email,
  masked_phone,
  applySort,
} from './queries.ts';
import { plainCell, textCell, timeCell } from '../db/csv-cells.ts';

export const CSV_FIELDS = Object.keys(transaction.shape) as TransactionField[];
/** Maximum number of rows in one export. */
const ROWS_MAX = 1_000_000;

const TIME_FIELDS: readonly TransactionField[] = [
  'created_at',
  'expires_at',
  'expired_at',
  'paid_at',
  'settled_at',
  'updated_at',
];
const PLAIN_FIELDS: readonly TransactionField[] = [
  'amount',
  'tip_amount',
  'refunded_amount',
  'refund_status',
  'settlement_date',
  'duplicate_payment',
  'qris_payment_id',
  'virtual_account_id',
  'payment_link_id',
  'fee_amount',
  'fee_vat_amount',
  'net_amount',
  'late_payment',
  'id',
  'currency',
  'method',
  'status',
  'settlement_status',
  'source',
];

/** The rows of a filter in list order, with the given columns. */
export const buildTransactionCsv = (
  tx: Pick<MerchantTx, 'merchant_id' | 'sql'>,
  filter: TransactionFilter,
  cursor: TransactionCursor,
  fields: readonly TransactionField[],
  options: ReadOptions,
) =>
  applySort(buildFilteredQuery(tx, filter), cursor)
    .select(() => fields.map((field) => buildCell(field, options).as(formatHeader(field))))
    .limit(ROWS_MAX);

export const transactionFile: ListFile<typeof listTransactions> = {
  name: 'transactions',
  buildQuery: ({ query, is_masked, ...tx }) => {
    assertRange(query);
    const fields = parseColumns(CSV_FIELDS, query.columns);
    return buildTransactionCsv(tx, query, parseTransactionCursor(query.sort, undefined), fields, {
      masks_email: is_masked,
    });
  },
};

/** The header of a timestamp names its time zone. */
const formatHeader = (field: TransactionField): string => (TIME_FIELDS.includes(field) ? `${field} (WIB)` : field);

function buildCell(field: TransactionField, { masks_email }: ReadOptions) {
  if (field === 'customer_email' && masks_email) return textCell(masked_email);
  if (field === 'customer_phone' && masks_email) return textCell(masked_phone);
  if (field === 'metadata') return textCell(sql`t.metadata::text`);
  const column = sql.ref(`t.${field}`) as Expression<unknown>;
  if (TIME_FIELDS.includes(field)) return timeCell(column, TIME_ZONE);
  return PLAIN_FIELDS.includes(field) ? plainCell(column) : textCell(column);
}
