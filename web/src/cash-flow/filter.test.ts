import { describe, expect, test } from 'vitest';
import {
  NO_FILTER,
  getDays,
  calculatePeriodDays,
  findDaysError,
  parseFilter,
  chooseForecastAccount,
  toSearch,
} from './filter.ts';

/** Half past midnight in Jakarta, still the day before in UTC. */
const NOW = new Date('2026-11-20T17:30:00Z');

describe('domain 0: the URL holds the filter', () => {
  test.each([
    {},
    { period: '180d', account: 'payout' },
    { from: '2026-11-01', to: '2026-11-20', category: 'fees,vat' },
  ])('%o', (search) => {
    expect(toSearch(parseFilter(search))).toEqual(search);
  });

  test('unknown values are ignored', () => {
    const search = { period: 'ever', account: 'mine', category: 'fees,other', from: '2026-13-01', to: '2026-11-20' };
    expect(parseFilter(search)).toEqual({ ...NO_FILTER, categories: ['fees'] });
  });
});

test.each([
  ['today', '2026-11-21', '2026-11-21'],
  ['yesterday', '2026-11-20', '2026-11-20'],
  ['7d', '2026-11-15', '2026-11-21'],
  ['30d', '2026-10-23', '2026-11-21'],
  ['180d', '2026-05-26', '2026-11-21'],
  ['this-month', '2026-11-01', '2026-11-21'],
  ['last-month', '2026-10-01', '2026-10-31'],
] as const)('%s uses Jakarta days', (period, from, to) => {
  expect(getDays({ ...NO_FILTER, period }, NOW)).toEqual({ from, to });
});

test('a custom period has at most 180 days and is not reversed', () => {
  const { from, to } = calculatePeriodDays('180d', '2026-11-21');
  expect(findDaysError({ from, to })).toBeNull();
  expect(findDaysError({ from: '2026-05-25', to })).toMatch(/180 days/);
  expect(findDaysError({ from: to, to: from })).toMatch(/before the first day/);
  expect(findDaysError({ from: '', to })).toMatch(/a first and a last day/);
});

test('a forecast needs a period up to today and an account that settlements affect', () => {
  expect(chooseForecastAccount(NO_FILTER, NOW)).toBe('settled');
  expect(chooseForecastAccount({ ...NO_FILTER, account: 'fees_paid' }, NOW)).toBeNull();
  expect(chooseForecastAccount({ ...NO_FILTER, period: 'last-month' }, NOW)).toBeNull();
});
