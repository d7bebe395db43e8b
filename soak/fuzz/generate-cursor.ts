/** Cursors of lists with one impossible value: random text never passes the decoding, so that nothing behind it is tested. */
import { ID_PREFIXES } from '@dasbor/contract/id';
import { INVALID_VALUES, type ValueSource, pick } from './generate-value.ts';

const TIME = '2026-11-18T07:00:00.000Z';
/** Longer values do not fit into a cursor. */
const SHORT_VALUES = INVALID_VALUES.filter((value) => JSON.stringify(value).length <= 60);

/** Shapes of positions, for lists that have not answered a cursor yet. */
const listPositions = (id: string): unknown[][] => [
  [5],
  ['999'],
  [id],
  [TIME, id],
  [TIME, id, 'payment'],
  ['2026-11-18', id],
  ['-created_at', TIME, id],
  ['-amount', 25_000, id],
];

/** A cursor of the list, `known` when it answered one, in which another value is at one place. */
export function generateCursor(dice: ValueSource, known: string | undefined): string {
  const { random } = dice;
  const prefix = pick(Object.values(ID_PREFIXES), random) ?? '';
  const id = pick(dice.known(`^${prefix}_`), random) ?? `${prefix}_01kagz7v3w8x9y2m4n5p6q7r8s`;
  const position = known === undefined ? (pick(listPositions(id), random) ?? []) : decodePosition(known);
  const at = Math.floor(random() * position.length);
  const value = pick(SHORT_VALUES, random);
  return Buffer.from(JSON.stringify(position.with(at, value))).toString('base64url');
}

const decodePosition = (cursor: string): unknown[] =>
  JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];

/** The cursor of the next page in a response. */
export const findNextCursor = (body: string): string | undefined => /"next_cursor":"([\w-]+)"/.exec(body)?.[1];
