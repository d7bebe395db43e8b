import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { findNextCursor, generateCursor } from './generate-cursor.ts';

const encode = (position: unknown[]): string => Buffer.from(JSON.stringify(position)).toString('base64url');
const decode = (cursor: string): unknown => JSON.parse(Buffer.from(cursor, 'base64url').toString());

test('a generated cursor differs from the one that a list answered in one value', () => {
  const position = ['-created_at', '2026-11-18T07:00:00.000Z', 'txn_01kagz7v3w8x9y2m4n5p6q7r8s'];
  const known = findNextCursor(JSON.stringify({ data: [], next_cursor: encode(position) }));
  const dice = { random: createRandom(1), known: () => [] };
  const changed = Array.from({ length: 200 }, () => {
    const made = decode(generateCursor(dice, known)) as unknown[];
    expect(made).toHaveLength(position.length);
    return made.flatMap((value, at) => (value === position[at] ? [] : [at]));
  });
  expect(changed.every(({ length }) => length === 1)).toBe(true);
  expect(new Set(changed.flat())).toEqual(new Set([0, 1, 2]));
});

test('a list that answered no cursor gets one of another list', () => {
  const dice = { random: createRandom(2), known: () => [] };
  for (let time = 0; time < 100; time += 1) expect(Array.isArray(decode(generateCursor(dice, undefined)))).toBe(true);
  expect(findNextCursor('{"data":[],"next_cursor":null}')).toBeUndefined();
});
