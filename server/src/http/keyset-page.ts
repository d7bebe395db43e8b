/** Keyset pagination: the cursor of a request, and the page with the cursor of the next one. */
import { z } from 'zod';
import { type IdType, idSchema } from '@dasbor/contract/id';
import { instant } from '@dasbor/contract/time';
import { decodeCursor, encodeCursor, invalidCursor } from './cursor.ts';

/** The last row of the previous page of a list that is sorted by time and id. */
export interface Cursor {
  at: string;
  id: string;
}

/** The cursor of a list that offers both directions. `after`: null on the first page. */
export interface SortedCursor {
  direction: 'asc' | 'desc';
  after: Cursor | null;
}

/** The cursor of a list of objects of a type; null for the first page. Throws 400 for the cursor of another list. */
export function parseCursor(cursor: string | undefined, type: IdType): Cursor | null {
  if (cursor === undefined) return null;
  const [at, id] = decodeCursor(cursor, z.tuple([instant, idSchema(type)]));
  return { at, id };
}

const lineCursor = z.tuple([z.int32().min(0)]);

/** The cursor of a list of numbered lines: the number after which the page starts. Throws 400 for the cursor of another list. */
export const parseLineCursor = (cursor: string | undefined): number =>
  cursor === undefined ? 0 : decodeCursor(cursor, lineCursor)[0];

/** The cursor of a list with a sort order, such as `-created_at`. Throws 400 for the cursor of another order. */
export function parseSortedCursor(cursor: string | undefined, type: IdType, sort: string): SortedCursor {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  if (cursor === undefined) return { direction, after: null };
  const [cursor_sort, at, id] = decodeCursor(cursor, z.tuple([z.string(), instant, idSchema(type)]), 'list and order');
  if (cursor_sort !== sort) throw invalidCursor('list and order');
  return { direction, after: { at, id } };
}

/**
 * Builds a page from `limit + 1` rows: the extra row shows that there is a next page. `toPosition` returns what the
 * parser of the list's cursor expects.
 */
export function buildPage<Row>(
  rows: readonly Row[],
  limit: number,
  toPosition: (row: Row) => readonly (string | number)[],
): { data: Row[]; next_cursor: string | null } {
  const data = rows.slice(0, limit);
  const last = rows.length > limit ? data.at(-1) : undefined;
  return { data, next_cursor: last === undefined ? null : encodeCursor(toPosition(last)) };
}

/** Parameters that change no plan: the period and the cursor are conditions on the index itself. */
const IN_INDEX = new Set(['from', 'to', 'cursor', 'limit', 'columns']);

/**
 * Whether a page is in the order of an index that contains all filters: the rows by creation, of one status or of all. Each
 * list that asks has both indexes.
 */
export function isIndexOrder(query: {
  sort: string;
  date_field?: string;
  status?: readonly string[] | undefined;
}): boolean {
  const { sort, date_field = 'created_at', status = [], ...rest } = query;
  if (!sort.endsWith('created_at') || date_field !== 'created_at' || status.length > 1) return false;
  return Object.entries(rest).every(([name, value]) => IN_INDEX.has(name) || value === undefined || value === '');
}
