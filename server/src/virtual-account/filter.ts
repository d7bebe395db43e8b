/** Filter, sort order and cursor of the list of virtual accounts. */
import { localized } from '@dasbor/contract/language';
import { z } from 'zod';
import { instant } from '@dasbor/contract/time';
import type { Query } from '@dasbor/contract/route';
import { VA_SORTS, type listVirtualAccounts, type summariseVirtualAccounts } from '@dasbor/contract/virtual-account';
import { invalidCursor, decodeCursor, encodeCursor } from '../http/cursor.ts';
import { Problem } from '../http/problem.ts';

export type VaFilter = Query<typeof summariseVirtualAccounts>;
type Sort = Query<typeof listVirtualAccounts>['sort'];

export interface VaCursor {
  direction: 'asc' | 'desc';
  /** The last row of the previous page; null at the start. */
  after: { created_at: string; id: string } | null;
}

/** Maximum number of matches of a search, newest first. */
export const SEARCH_FOUND_MAX = 10_000;
const RANGE_MAX_DAYS = 180;
const DAY_MS = 24 * 3_600_000;

/** Throws 422 `range_too_long` for a range longer than 180 days. */
export function assertRange({ from, to }: VaFilter): void {
  if (from === undefined || to === undefined) return;
  if (Date.parse(to) - Date.parse(from) <= RANGE_MAX_DAYS * DAY_MS) return;
  throw new Problem(
    422,
    'range_too_long',
    localized(`Choose a range of at most ${RANGE_MAX_DAYS} days.`, `Pilih rentang paling lama ${RANGE_MAX_DAYS} hari.`),
  );
}

const cursorShape = z.tuple([z.enum(VA_SORTS), instant, z.string().regex(/^va_[0-9a-z]{26}$/)]);

/** Opaque to clients: the sort order and the position of the last row. */
export function encodeVaCursor(sort: Sort, row: { id: string; created_at: string }): string {
  const cursor: z.infer<typeof cursorShape> = [sort, row.created_at, row.id];
  return encodeCursor(cursor);
}

/** Throws 400 for an invalid cursor and for one of another sort order. */
export function parseVaCursor(sort: Sort, cursor: string | undefined): VaCursor {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  if (cursor === undefined) return { direction, after: null };
  const [of_sort, created_at, id] = decodeCursor(cursor, cursorShape, 'list and order');
  if (of_sort !== sort) throw invalidCursor('list and order');
  return { direction, after: { created_at, id } };
}
