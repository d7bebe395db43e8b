import { expect, test } from 'vitest';
import { TIME_ZONES } from '@dasbor/contract/time';
import { changeTimeZone } from '../ui/time-zone.ts';
import { sumByHourOfWeek, formatHourOfWeek } from './busy-hours.ts';
import { formatChange, formatMetric, formatStepTitle } from '../ui/metric-format.ts';
import { DAY_PERIODS, resolveDayPeriod } from '../ui/day-periods.ts';
import { validateDays, chooseInterval, parsePeriod, toPeriodQuery, toSearch, formatPeriod } from './period.ts';

const TODAY = '2026-11-21';

test.each([
  ['today', '2026-11-21', '2026-11-21'],
  ['yesterday', '2026-11-20', '2026-11-20'],
  ['7d', '2026-11-15', '2026-11-21'],
  ['30d', '2026-10-23', '2026-11-21'],
  ['this-month', '2026-11-01', '2026-11-21'],
  ['last-month', '2026-10-01', '2026-10-31'],
] as const)('%s is %s to %s', (preset, first, last) => {
  expect(resolveDayPeriod(preset, TODAY)).toEqual({ first, last });
});

test('the URL holds only what differs from the default and parses back to the same period', () => {
  expect(toSearch(parsePeriod({}, TODAY))).toEqual({});
  for (const { id } of DAY_PERIODS) {
    const period = parsePeriod({ range: id, compare: 'no' }, TODAY);
    expect(parsePeriod(toSearch(period), TODAY)).toEqual(period);
  }
  const days = parsePeriod({ from: '2026-11-01', to: '2026-11-20' }, TODAY);
  expect(days).toEqual({ first: '2026-11-01', last: '2026-11-20', is_compared: true });
  expect(toSearch(days)).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  expect(formatPeriod(days)).toBe('1 Nov 2026 – 20 Nov 2026');
});

test.each([
  [{ from: 'x', to: '2026-11-20' }],
  [{ from: '2026-11-20', to: '2026-11-19' }],
  [{ range: 'nothing' }],
  [{ from: '2026-11-20', to: '2026-11-22' }],
])('an address that is not understood, %j, is the last 7 days', (search) => {
  expect(parsePeriod(search, TODAY).preset).toBe('7d');
});

test.each([
  ['2026-05-26', null],
  ['2026-05-25', 'A period can be at most 180 days.'],
])('a period from %s until today: %s', (first, error) => {
  expect(validateDays({ first, last: TODAY }, TODAY)).toBe(error);
});

test('days start and end at midnight in Jakarta, and a period with today ends now', () => {
  expect(toPeriodQuery({ first: '2026-11-15', last: TODAY }, TODAY)).toEqual({ from: '2026-11-14T17:00:00.000Z' });
  expect(toPeriodQuery({ first: '2026-11-20', last: '2026-11-20' }, TODAY)).toEqual({
    from: '2026-11-19T17:00:00.000Z',
    to: '2026-11-20T17:00:00.000Z',
  });
});

test.each([
  ['2026-11-20', 'hour'],
  ['2026-11-19', 'day'],
  ['2026-09-21', 'day'],
  ['2026-09-20', 'week'],
])('a period from %s until today goes by the %s', (first, interval) => {
  expect(chooseInterval({ first, last: TODAY })).toBe(interval);
});

test.each([
  [150, 100, 'rupiah', '+50%', 'up'],
  [50, 100, 'count', '-50%', 'down'],
  [100, 100, 'count', '0%', 'same'],
  [100_001, 100_000, 'rupiah', '0%', 'same'],
  [99_999, 100_000, 'rupiah', '0%', 'same'],
  [9_250, 9_000, 'percent', '+2.5 pp', 'up'],
  [0, 0, 'count', '0%', 'same'],
] as const)('%i after %i %s is a change of %s', (value, previous, unit, ...expected) => {
  const [text, direction] = expected;
  expect(formatChange(value, previous, unit)).toEqual({ text, direction });
});

test.each(TIME_ZONES)('decision 0088: metrics are of days in WIB for a user in %s', (zone) => {
  changeTimeZone(zone);
  expect(toPeriodQuery({ first: '2026-11-20', last: '2026-11-20' }, TODAY)).toEqual({
    from: '2026-11-19T17:00:00.000Z',
    to: '2026-11-20T17:00:00.000Z',
  });
  expect(formatStepTitle('2026-11-18T07:00:00.000Z', 'hour')).toBe('Wed, 18 Nov, 14:00 WIB');
});

test('there is no change without a previous value', () => {
  expect(formatChange(5, 0, 'count')).toBeNull();
  expect(formatChange(null, 9_000, 'percent')).toBeNull();
  expect(formatChange(9_000, null, 'percent')).toBeNull();
  expect(formatMetric(null, 'percent')).toBe('–');
});

test('hours fold onto one week in Jakarta, Monday first', () => {
  const sums = sumByHourOfWeek([
    { at: '2026-11-15T17:00:00.000Z', value: 2 },
    { at: '2026-11-22T17:00:00.000Z', value: 3 },
    { at: '2026-11-22T16:00:00.000Z', value: 4 },
    { at: '2026-11-18T07:00:00.000Z', value: null },
  ]);
  expect([sums[0], sums[167], sums.length]).toEqual([5, 4, 168]);
  expect([formatHourOfWeek(0), formatHourOfWeek(167)]).toEqual(['Mon, 00:00–01:00 WIB', 'Sun, 23:00–00:00 WIB']);
});

test('an interval is named by its Jakarta time', () => {
  expect(formatStepTitle('2026-11-17T17:00:00.000Z', 'day')).toBe('Wed, 18 Nov');
  expect(formatStepTitle('2026-11-18T07:00:00.000Z', 'hour')).toBe('Wed, 18 Nov, 14:00 WIB');
  expect(formatStepTitle('2026-11-15T17:00:00.000Z', 'week')).toBe('Week of Mon, 16 Nov');
});
