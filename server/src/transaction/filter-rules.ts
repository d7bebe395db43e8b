/** Filter, sort order and cursor of the transaction list. */
import { z } from 'zod';
import { idSchema } from '@dasbor/contract/id';
import { instant } from '@dasbor/contract/time';
import type { Query } from '@dasbor/contract/route';
import type { listTransactions, summariseTransactions } from '@dasbor/contract/transaction';
import { TRANSACTION_SORTS } from '@dasbor/contract/transaction';
import { decodeCursor, invalidCursor } from '../http/cursor.ts';

export type TransactionFilter = Query<typeof summariseTransactions>;
type Sort = Query<typeof listTransactions>['sort'];

export interface TransactionCursor {
  column: 'created_at' | 'amount';
  direction: 'asc' | 'desc';
  /** The last row of the previous page; null at the start. */
  after: { value: string | number; id: string } | null;
}

const cursorShape = z.tuple([z.enum(TRANSACTION_SORTS), z.union([instant, z.int()]), idSchema('transaction')]);

/** What the cursor of a page encodes: the sort order and the position of the last row. */
export const toTransactionCursor = (
  sort: Sort,
  row: { id: string; created_at: string; amount: number },
): z.infer<typeof cursorShape> => [sort, row[getSortColumn(sort)], row.id];

/** Throws 400 for an invalid cursor and for one of another sort order. */
export function parseTransactionCursor(sort: Sort, cursor: string | undefined): TransactionCursor {
  const column = getSortColumn(sort);
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  if (cursor === undefined) return { column, direction, after: null };
  const [of_sort, value, id] = decodeCursor(cursor, cursorShape, 'list and order');
  if (of_sort !== sort || (typeof value === 'number') !== (column === 'amount')) throw invalidCursor('list and order');
  return { column, direction, after: { value, id } };
}

const getSortColumn = (sort: Sort): 'created_at' | 'amount' => (sort.endsWith('amount') ? 'amount' : 'created_at');
