import { expect, test } from 'vitest';
import { getBackOffMs } from './supervise.ts';

test('a program that was ready starts again at once; the wait grows with each failure, up to two seconds', () => {
  const waits = Array.from({ length: 50 }, (_, failures) => getBackOffMs(failures));
  expect(waits[0]).toBe(0);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(new Set(waits.slice(0, 4)).size).toBe(4);
  expect(Math.max(...waits)).toBe(2_000);
});
