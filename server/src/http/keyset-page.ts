/** Pages of lists in the order of an instant and an id. */
import { z } from 'zod';
import { decodeCursor, encodeCursor } from './cursor.ts';

/** The last row of the page before. */
export interface Cursor {
  at: string;
  id: string;
}

const CURSOR_SHAPE = z.tuple([z.iso.datetime(), z.string().regex(/^[a-z]+_[0-9a-z]{26}$/)]);

/** Where a page begins; null at the first. Refuses a cursor that is not ours with 400. */
export function parseCursor(cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const [at, id] = decodeCursor(cursor, CURSOR_SHAPE);
  return { at, id };
}

/** A page out of its rows and the one more that says that there is a next page. */
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
