import { expect, test } from 'vitest';
import type { DayPeriod } from '../ui/day-periods.ts';
import { type DateRange, resolvePeriod, toInstants } from './periods.ts';

/** 00:30 on the first of March in Jakarta, still the last of February in UTC. */
const NOW = new Date('2026-02-28T17:30:00Z');

test.each<[DayPeriod, DateRange]>([
  ['today', { from_day: '2026-03-01' }],
  ['yesterday', { from_day: '2026-02-28', to_day: '2026-02-28' }],
  ['7d', { from_day: '2026-02-23' }],
  ['30d', { from_day: '2026-01-31' }],
  ['this-month', { from_day: '2026-03-01' }],
  ['last-month', { from_day: '2026-02-01', to_day: '2026-02-28' }],
])('%s, in business days of Jakarta', (period, days) => {
  expect(resolvePeriod(period, NOW)).toEqual(days);
});

test('the last day is included, to its last instant', () => {
  expect(toInstants({ from_day: '2026-02-28', to_day: '2026-02-28' })).toEqual({
    from: '2026-02-27T17:00:00.000Z',
    to: '2026-02-28T17:00:00.000Z',
  });
  expect(toInstants({})).toEqual({});
});
