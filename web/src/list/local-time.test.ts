import { afterEach, expect, test } from 'vitest';
import { changeTimeZone } from '../ui/time-zone.ts';
import { fromLocalTime, toLocalTime } from './local-time.ts';

afterEach(() => changeTimeZone());

test.each([
  ['Asia/Jakarta', '2026-11-21T23:30'],
  ['Asia/Makassar', '2026-11-22T00:30'],
  ['Asia/Jayapura', '2026-11-22T01:30'],
] as const)('fields mean %s, wherever the browser is', (zone, local) => {
  changeTimeZone(zone);
  expect(toLocalTime('2026-11-21T16:30:00.000Z')).toBe(local);
  expect(fromLocalTime(local)).toBe('2026-11-21T16:30:00.000Z');
});

test('nothing and nonsense are no instant', () => {
  expect(toLocalTime(undefined)).toBe('');
  expect(fromLocalTime('')).toBeUndefined();
  expect(fromLocalTime('soon')).toBeUndefined();
});
