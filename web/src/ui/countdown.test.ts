import { expect, test } from 'vitest';
import { formatRemaining } from './countdown.tsx';

test.each([
  ['2026-11-21T07:15:00Z', '15:00'],
  ['2026-11-21T07:00:00.400Z', '0:01'],
  ['2026-11-21T07:00:00Z', '0:00'],
  ['2026-11-21T06:00:00Z', '0:00'],
  ['2026-11-21T07:59:59Z', '59:59'],
  ['2026-11-21T08:05:09Z', '1:05:09'],
  ['2026-11-23T07:00:00Z', '48:00:00'],
])('until %s there are %s', (until, left) => {
  expect(formatRemaining(until, new Date('2026-11-21T07:00:00Z'))).toBe(left);
});
