/** Cursors of lists with one impossible value: random text never passes the decoding, so that nothing behind it is tested. */
import { ID_PREFIXES } from '@dasbor/contract/id';
import { type ValueSource, pick } from './generate-value.ts';

const TIME = '2026-11-18T07:00:00.000Z';
/** What columns cannot hold, by the kind of the value that it replaces: another kind would not pass the decoding. */
const NO_NUMBERS = [2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e300, -1, 0.5];
const NO_TEXTS = ['\u0000', 'text\u0000text', '\ud800', 'text\udc00'];
const NO_TIMES = ['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2026-11-18T07:00:00.000+23:59'];
const NO_DAYS = ['0000-01-01', '9999-12-31', '2026-02-30'];

function listImpossibleValues(value: unknown): unknown[] {
  if (typeof value === 'number') return NO_NUMBERS;
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return [...NO_TIMES, ...NO_TEXTS];
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? [...NO_DAYS, ...NO_TEXTS] : NO_TEXTS;
}

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
  const value = pick(listImpossibleValues(position[at]), random);
  return Buffer.from(JSON.stringify(position.with(at, value))).toString('base64url');
}

const decodePosition = (cursor: string): unknown[] =>
  JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];

/** The cursor of the next page in a response. */
export const findNextCursor = (body: string): string | undefined => /"next_cursor":"([\w-]+)"/.exec(body)?.[1];
