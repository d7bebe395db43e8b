import { expect, test } from 'vitest';
import { setBounded } from './bounded-map.ts';

test('the oldest entries are removed, and an entry that is set again is the newest', () => {
  const map = new Map<string, number>();
  for (const [index, key] of ['a', 'b', 'a', 'c', 'd'].entries()) setBounded(map, key, index, 3);
  expect([...map]).toEqual([
    ['a', 2],
    ['c', 3],
    ['d', 4],
  ]);
});
