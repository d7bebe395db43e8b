/** Keyset pagination of lists that are sorted by time and id. */
import { z } from 'zod';
import { instant } from '@dasbor/contract/time';
import { decodeCursor, encodeCursor } from './cursor.ts';

/** Sort key of the last row of the previous page. */
export interface Cursor {
  at: string;
  id: string;
}

const CURSOR_SHAPE = z.tuple([instant, z.string().regex(/^[a-z]+_[0-9a-z]{26}$/)]);

/** The cursor of a request; null for the first page. Throws 400 for an invalid cursor. */
export function parseCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const [at, id] = decodeCursor(cursor, CURSOR_SHAPE);
  return { at, id };
}

/** Builds a page from `limit + 1` rows: the extra row shows that there is a next page. */
export function buildPage<Row>(
  rows: Row[],
  limit: number,
  toCursor: (row: Row) => Cursor,
): { data: Row[]; next_cursor: string | null } {
  const data = rows.slice(0, limit);
  const last = rows.length > limit ? data.at(-1) : undefined;
  if (last === undefined) return { data, next_cursor: null };
  const { at, id } = toCursor(last);
  return { data, next_cursor: encodeCursor([at, id]) };
}
