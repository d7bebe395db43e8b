/** Cursors: where a page of a list begins, as text that is opaque to callers. */
import type { z } from 'zod';
import { Problem } from './problem.ts';

/** What a cursor may belong to: a list, or one of its orders. */
type CursorScope = 'list' | 'list and order';

export const encodeCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** The values of a cursor of this shape. Refuses one that is not ours with 400. */
export function decodeCursor<Shape extends z.ZodType>(
  cursor: string,
  shape: Shape,
  of: CursorScope = 'list',
): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidCursor(of);
  }
}

export function invalidCursor(of: CursorScope = 'list'): Problem {
  const detail = `This cursor does not belong to this ${of}.`;
  return new Problem(400, 'invalid_request', `cursor: ${detail}`, { errors: [{ field: 'cursor', detail }] });
}
