import { afterEach, expect, test } from 'vitest';
import { changeTimeZone } from '../ui/time-zone.ts';
import { calculateStableRange, validateRange, resolvePreset, resetStableRange } from './range-presets.ts';

afterEach(() => changeTimeZone());

// 21 November 2026, 00:30 in Jakarta: still the 20th in UTC.
const AFTER_MIDNIGHT = new Date('2026-11-20T17:30:40Z');
const BEFORE_MIDNIGHT = new Date('2026-11-20T16:59:59Z');

test.each([
  ['30m', { from: '2026-11-20T17:00:00.000Z' }],
  ['1h', { from: '2026-11-20T16:30:00.000Z' }],
  ['6h', { from: '2026-11-20T11:30:00.000Z' }],
  ['today', { from: '2026-11-20T17:00:00.000Z' }],
  ['yesterday', { from: '2026-11-19T17:00:00.000Z', to: '2026-11-20T17:00:00.000Z' }],
  ['7d', { from: '2026-11-14T17:00:00.000Z' }],
  ['30d', { from: '2026-10-22T17:00:00.000Z' }],
  ['this-month', { from: '2026-10-31T17:00:00.000Z' }],
  ['last-month', { from: '2026-09-30T17:00:00.000Z', to: '2026-10-31T17:00:00.000Z' }],
] as const)('the preset %s counts in days of Jakarta', (preset, range) => {
  expect(resolvePreset(preset, AFTER_MIDNIGHT)).toEqual(range);
});

test('a second before midnight in Jakarta today is still the day before', () => {
  expect(resolvePreset('today', BEFORE_MIDNIGHT)).toEqual({ from: '2026-11-19T17:00:00.000Z' });
});

// 23:30 in Jakarta, 00:30 in Makassar, 01:30 in Jayapura.
test.each([
  ['Asia/Jakarta', '2026-11-20T17:00:00.000Z'],
  ['Asia/Makassar', '2026-11-21T16:00:00.000Z'],
  ['Asia/Jayapura', '2026-11-21T15:00:00.000Z'],
] as const)('today in %s begins at its own midnight', (zone, from) => {
  changeTimeZone(zone);
  const now = new Date('2026-11-21T16:30:00Z');
  expect(resolvePreset('today', now)).toEqual({ from });
  expect(resolvePreset('yesterday', now)).toEqual({
    from: new Date(Date.parse(from) - 86_400_000).toISOString(),
    to: from,
  });
});

test('the last month of January is December of the year before', () => {
  expect(resolvePreset('last-month', new Date('2027-01-15T03:00:00Z'))).toEqual({
    from: '2026-11-30T17:00:00.000Z',
    to: '2026-12-31T17:00:00.000Z',
  });
});

test('a rolling range keeps its start for ten minutes, and restarts when it is selected again', () => {
  const start = new Date('2026-11-21T07:00:00Z');
  const first = calculateStableRange('1h', start);
  expect(calculateStableRange('1h', new Date('2026-11-21T07:09:59Z'))).toEqual(first);
  expect(calculateStableRange('1h', new Date('2026-11-21T07:10:00Z'))).toEqual({ from: '2026-11-21T06:10:00.000Z' });
  resetStableRange('1h');
  expect(calculateStableRange('1h', new Date('2026-11-21T07:11:00Z'))).toEqual({ from: '2026-11-21T06:11:00.000Z' });
});

test.each([
  [{}, 'Enter a start or an end.'],
  [{ from: '2026-11-21T00:00:00Z' }, null],
  [{ from: '2026-11-21T00:00:00Z', to: '2026-11-21T00:00:00Z' }, 'The end must be after the start.'],
  [{ from: '2026-11-21T00:00:00Z', to: '2026-11-21T00:01:00Z' }, null],
  [{ from: '2026-01-01T00:00:00Z', to: '2026-06-30T00:00:00Z' }, null],
  [{ from: '2026-01-01T00:00:00Z', to: '2026-06-30T00:01:00Z' }, 'A period can be at most 180 days.'],
])('a custom range %j', (range, error) => {
  expect(validateRange(range)).toBe(error);
});
