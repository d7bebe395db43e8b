/** The filter, date range and cursor of the list of links. */
import { z } from 'zod';
import { instant } from '@dasbor/contract/time';
import type { Query } from '@dasbor/contract/route';
import { localized } from '@dasbor/contract/language';
import { LINK_SORTS, type listPaymentLinks, type summarisePaymentLinks } from '@dasbor/contract/payment-link';
import { invalidCursor, decodeCursor, encodeCursor } from '../http/cursor.ts';
import { Problem } from '../http/problem.ts';

export type LinkFilter = Query<typeof summarisePaymentLinks>;
type Sort = Query<typeof listPaymentLinks>['sort'];

/** Position in a list ordered by time and id; `after` is the last row of the previous page. */
export interface ListCursor {
  direction: 'asc' | 'desc';
  after: { at: string; id: string } | null;
}

const RANGE_MAX_DAYS = 180;
const DAY_MS = 24 * 3_600_000;

/** Returns 422 `range_too_long` for a range longer than 180 days. */
export function assertRanges({ from, to, expires_from, expires_to }: LinkFilter): void {
  const is_long = (begin?: string, end?: string): boolean =>
    begin !== undefined && end !== undefined && Date.parse(end) - Date.parse(begin) > RANGE_MAX_DAYS * DAY_MS;
  if (!is_long(from, to) && !is_long(expires_from, expires_to)) return;
  throw new Problem(
    422,
    'range_too_long',
    localized(`Choose a range of at most ${RANGE_MAX_DAYS} days.`, `Pilih rentang maksimal ${RANGE_MAX_DAYS} hari.`),
  );
}

const cursorShape = z.tuple([z.enum(LINK_SORTS), instant, z.string().regex(/^(pl|txn)_[0-9a-z]{26}$/)]);

/** Opaque to API clients: the sort order and the last row of the page. */
export const formatCursor = (sort: Sort, row: { id: string; created_at: string }): string =>
  encodeCursor([sort, row.created_at, row.id]);

/** Returns 400 for a cursor that is malformed or belongs to another sort order. */
export function parseCursor(sort: Sort, cursor: string | undefined): ListCursor {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  if (cursor === undefined) return { direction, after: null };
  const [cursor_sort, at, id] = decodeCursor(cursor, cursorShape, 'list and order');
  if (cursor_sort !== sort) throw invalidCursor('list and order');
  return { direction, after: { at, id } };
}

/** Builds a page from `limit + 1` rows: the extra row means that there is a next page. */
export function toPage<T extends { id: string; created_at: string }>(rows: T[], limit: number, sort: Sort) {
  const data = rows.slice(0, limit);
  const last = rows.length > limit ? data.at(-1) : undefined;
  return { data, next_cursor: last ? formatCursor(sort, last) : null };
}
