import { expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

test('inputs mean Jakarta, wherever the browser is', () => {
  expect(toLocalTime('2026-11-20T17:05:00.000Z')).toBe('2026-11-21T00:05');
  expect(fromLocalTime('2026-11-21T00:05')).toBe('2026-11-20T17:05:00.000Z');
});

test('nothing and nonsense are no instant', () => {
  expect(toLocalTime(undefined)).toBe('');
  expect(fromLocalTime('')).toBeUndefined();
  expect(fromLocalTime('soon')).toBeUndefined();
});
