/** From a list's query to what the database is asked: the filter, the order, and the place where a page begins. */
import { z } from 'zod';
import type { Query } from '@dasbor/contract/route';
import type { listTransactions, summariseTransactions } from '@dasbor/contract/transaction';
import { TRANSACTION_SORTS } from '@dasbor/contract/transaction';
import { invalidCursor, decodeCursor, encodeCursor } from '../http/cursor.ts';
import { Problem } from '../http/problem.ts';

export type TransactionFilter = Query<typeof summariseTransactions>;
type Sort = Query<typeof listTransactions>['sort'];

export interface TransactionCursor {
  column: 'created_at' | 'amount';
  direction: 'asc' | 'desc';
  /** The last row of the page before; null at the beginning. */
  after: { value: string | number; id: string } | null;
}

/** Matches of a search that are looked at, newest first. */
export const SEARCH_FOUND_MAX = 10_000;
const RANGE_MAX_DAYS = 180;
const DAY_MS = 24 * 3_600_000;

/** Refuses a range longer than 180 days with 422 `range_too_long`. */
export function assertRange({ from, to }: TransactionFilter): void {
  if (from === undefined || to === undefined) return;
  if (Date.parse(to) - Date.parse(from) <= RANGE_MAX_DAYS * DAY_MS) return;
  throw new Problem(422, 'range_too_long', `Choose a range of at most ${RANGE_MAX_DAYS} days.`);
}

const cursorShape = z.tuple([
  z.enum(TRANSACTION_SORTS),
  z.union([z.iso.datetime(), z.int()]),
  z.string().regex(/^txn_[0-9a-z]{26}$/),
]);

/** Opaque to callers: the sort it belongs to, and the last row's place in it. */
export function formatTransactionCursor(sort: Sort, row: { id: string; created_at: string; amount: number }): string {
  const cursor: z.infer<typeof cursorShape> = [sort, row[getSortColumn(sort)], row.id];
  return encodeCursor(cursor);
}

/** Where a page begins. Refuses a cursor that is not ours or belongs to another sort with 400. */
export function parseTransactionCursor(sort: Sort, cursor: string | undefined): TransactionCursor {
  const column = getSortColumn(sort);
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  if (cursor === undefined) return { column, direction, after: null };
  const [of_sort, value, id] = decodeCursor(cursor, cursorShape, 'list and order');
  if (of_sort !== sort || (typeof value === 'number') !== (column === 'amount')) throw invalidCursor('list and order');
  return { column, direction, after: { value, id } };
}

const getSortColumn = (sort: Sort): 'created_at' | 'amount' => (sort.endsWith('amount') ? 'amount' : 'created_at');
