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
    expect(toSearch(parseFilter(search, NOW))).toEqual(search);
  });

  test('unknown values are ignored', () => {
    const search = { period: 'ever', account: 'mine', category: 'fees,other', from: '2026-13-01', to: '2026-11-20' };
    expect(parseFilter(search, NOW)).toEqual({ ...NO_FILTER, categories: ['fees'] });
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

test('a custom period has at most 180 days, is not reversed and does not end in the future', () => {
  const today = '2026-11-21';
  const { from, to } = calculatePeriodDays('180d', today);
  expect(findDaysError({ from, to }, today)).toBeNull();
  expect(findDaysError({ from: '2026-05-25', to }, today)).toMatch(/180 days/);
  expect(findDaysError({ from: to, to: from }, today)).toMatch(/before the first day/);
  expect(findDaysError({ from: '', to }, today)).toMatch(/a first and a last day/);
  expect(findDaysError({ from: '2026-11-01', to: '2026-11-22' }, today)).toMatch(/in the future/);
});

test('a forecast needs a period up to today and an account that settlements affect', () => {
  expect(chooseForecastAccount(NO_FILTER, NOW)).toBe('settled');
  expect(chooseForecastAccount({ ...NO_FILTER, account: 'fees_paid' }, NOW)).toBeNull();
  expect(chooseForecastAccount({ ...NO_FILTER, period: 'last-month' }, NOW)).toBeNull();
});
