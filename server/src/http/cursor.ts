/** Pagination cursors: the position of a page in a list, as text that is opaque to clients. */
import type { z } from 'zod';
import { localized } from '@dasbor/contract/language';
import { findUnstorableText } from '@dasbor/contract/text';
import { Problem } from './problem.ts';

/** Scope of a cursor: a list, or one sort order of a list. */
type CursorScope = 'list' | 'list and order';

export const encodeCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/**
 * Decodes the values of a cursor. Throws 400 when the cursor was not issued for this shape. Anyone can write a cursor, so the
 * shape accepts only what the columns can hold; text that cannot be stored is refused here.
 */
export function decodeCursor<Shape extends z.ZodType>(
  cursor: string,
  shape: Shape,
  scope: CursorScope = 'list',
): z.output<Shape> {
  const parsed = shape.safeParse(parseValues(cursor));
  if (!parsed.success || findUnstorableText(parsed.data) !== null) throw invalidCursor(scope);
  return parsed.data;
}

/** undefined when it is not JSON. */
function parseValues(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

const DETAILS = {
  list: localized(
    'This cursor does not belong to this list. Start again from the first page.',
    'Cursor ini bukan milik daftar ini. Mulai lagi dari halaman pertama.',
  ),
  'list and order': localized(
    'This cursor does not belong to this list and order. Start again from the first page.',
    'Cursor ini bukan milik daftar dan urutan ini. Mulai lagi dari halaman pertama.',
  ),
};

export function invalidCursor(scope: CursorScope = 'list'): Problem {
  const detail = DETAILS[scope];
  const message = localized(`cursor: ${detail.en}`, `cursor: ${detail.id}`);
  return new Problem(400, 'invalid_request', message, { errors: [{ field: 'cursor', detail }] });
}
