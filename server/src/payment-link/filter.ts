/** From a list's query to what the database is asked: the range, and the place where a page begins. */
import { z } from 'zod';
import type { Query } from '@dasbor/contract/route';
import { LINK_SORTS, type listPaymentLinks, type summarisePaymentLinks } from '@dasbor/contract/payment-link';
import { invalidCursor, decodeCursor, encodeCursor } from '../http/cursor.ts';
import { Problem } from '../http/problem.ts';

export type LinkFilter = Query<typeof summarisePaymentLinks>;
type Sort = Query<typeof listPaymentLinks>['sort'];

/** A place in a list that is ordered by time and id; `after`: the last row of the page before. */
export interface ListCursor {
  direction: 'asc' | 'desc';
  after: { at: string; id: string } | null;
}

const RANGE_MAX_DAYS = 180;
const DAY_MS = 24 * 3_600_000;

/** Refuses a range longer than 180 days with 422 `range_too_long`. */
export function assertRanges({ from, to, expires_from, expires_to }: LinkFilter): void {
  const is_long = (begin?: string, end?: string): boolean =>
    begin !== undefined && end !== undefined && Date.parse(end) - Date.parse(begin) > RANGE_MAX_DAYS * DAY_MS;
  if (!is_long(from, to) && !is_long(expires_from, expires_to)) return;
  throw new Problem(422, 'range_too_long', `Choose a range of at most ${RANGE_MAX_DAYS} days.`);
}

const cursorShape = z.tuple([z.enum(LINK_SORTS), z.iso.datetime(), z.string().regex(/^(pl|txn)_[0-9a-z]{26}$/)]);

/** Opaque to callers: the sort it belongs to, and the last row's place in it. */
export const formatCursor = (sort: Sort, row: { id: string; created_at: string }): string =>
  encodeCursor([sort, row.created_at, row.id]);

/** Where a page begins. Refuses a cursor that is not ours or belongs to another sort with 400. */
export function parseCursor(sort: Sort, cursor: string | undefined): ListCursor {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  if (cursor === undefined) return { direction, after: null };
  const [of_sort, at, id] = decodeCursor(cursor, cursorShape, 'list and order');
  if (of_sort !== sort) throw invalidCursor('list and order');
  return { direction, after: { at, id } };
}

/** A page of rows of which one more than `limit` was read when there is a next page. */
export function toPage<T extends { id: string; created_at: string }>(rows: T[], limit: number, sort: Sort) {
  const data = rows.slice(0, limit);
  const last = rows.length > limit ? data.at(-1) : undefined;
  return { data, next_cursor: last ? formatCursor(sort, last) : null };
}
