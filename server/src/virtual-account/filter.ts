/** From a list's query to what the database is asked: the filter, the order, and the place where a page begins. */
import { z } from 'zod';
import type { Query } from '@dasbor/contract/route';
import { VA_SORTS, type listVirtualAccounts, type summariseVirtualAccounts } from '@dasbor/contract/virtual-account';
import { invalidCursor, decodeCursor, encodeCursor } from '../http/cursor.ts';
import { Problem } from '../http/problem.ts';

export type VaFilter = Query<typeof summariseVirtualAccounts>;
type Sort = Query<typeof listVirtualAccounts>['sort'];

export interface VaCursor {
  direction: 'asc' | 'desc';
  /** The last row of the page before; null at the beginning. */
  after: { created_at: string; id: string } | null;
}

/** Matches of a search that are looked at, newest first. */
export const SEARCH_FOUND_MAX = 10_000;
const RANGE_MAX_DAYS = 180;
const DAY_MS = 24 * 3_600_000;

/** Refuses a range longer than 180 days with 422 `range_too_long`. */
export function assertRange({ from, to }: VaFilter): void {
  if (from === undefined || to === undefined) return;
  if (Date.parse(to) - Date.parse(from) <= RANGE_MAX_DAYS * DAY_MS) return;
  throw new Problem(422, 'range_too_long', `Choose a range of at most ${RANGE_MAX_DAYS} days.`);
}

const cursorShape = z.tuple([z.enum(VA_SORTS), z.iso.datetime(), z.string().regex(/^va_[0-9a-z]{26}$/)]);

/** Opaque to callers: the sort it belongs to, and the last row's place in it. */
export function encodeVaCursor(sort: Sort, row: { id: string; created_at: string }): string {
  const cursor: z.infer<typeof cursorShape> = [sort, row.created_at, row.id];
  return encodeCursor(cursor);
}

/** Where a page begins. Refuses a cursor that is not ours or belongs to another sort with 400. */
export function parseVaCursor(sort: Sort, cursor: string | undefined): VaCursor {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  if (cursor === undefined) return { direction, after: null };
  const [of_sort, created_at, id] = decodeCursor(cursor, cursorShape, 'list and order');
  if (of_sort !== sort) throw invalidCursor('list and order');
  return { direction, after: { created_at, id } };
}
