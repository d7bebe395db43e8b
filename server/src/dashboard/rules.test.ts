/** Periods, steps and metrics of the dashboard, on both sides of every limit. */
import { expect, test } from 'vitest';
import { TRANSACTION_STATUSES } from '@dasbor/contract/transaction';
import {
  type PaymentCount,
  calculateMetricsByInterval,
  calculateMetrics,
  buildMethodBreakdown,
  buildMethodSeries,
  parsePeriod,
  chooseSeriesInterval,
  listIntervalStarts,
  buildSummary,
} from './rules.ts';

/** Wednesday, 14:05 in Jakarta. */
const NOW = new Date('2026-11-18T07:05:00.000Z');
const DAY_MS = 86_400_000;

const count = (part: Partial<PaymentCount>): PaymentCount => ({
  is_present: true,
  step: '2026-11-17T17:00:00.000Z',
  status: 'success',
  method: 'qris',
  count: 1,
  amount: 100_000,
  fees_amount: 777,
  net_amount: 99_223,
  refunded_amount: 0,
  ...part,
});

test('the default period is the last seven business days, compared with whole days earlier', () => {
  expect(parsePeriod({}, NOW)).toEqual({
    from: new Date('2026-11-11T17:00:00.000Z'),
    to: NOW,
    shift_ms: 7 * DAY_MS,
  });
});

test.each([
  [DAY_MS, DAY_MS],
  [DAY_MS + 1, 2 * DAY_MS],
  [60_000, DAY_MS],
  [180 * DAY_MS, 180 * DAY_MS],
])('a period of %i ms is compared with the one %i ms earlier', (length_ms, shift_ms) => {
  const from = new Date(NOW.getTime() - length_ms).toISOString();
  expect(parsePeriod({ from }, NOW)).toMatchObject({ shift_ms });
});

test.each([
  [180 * DAY_MS + 1, 'range_too_long'],
  [0, 'range_reversed'],
  [-1, 'range_reversed'],
])('a period of %i ms is refused: %s', (length_ms, error) => {
  expect(parsePeriod({ from: new Date(NOW.getTime() - length_ms).toISOString() }, NOW)).toBe(error);
});

test.each([
  [2 * DAY_MS, 'hour'],
  [2 * DAY_MS + 1, 'day'],
])('small series of %i ms go by the %s', (length_ms, interval) => {
  expect(chooseSeriesInterval({ from: new Date(NOW.getTime() - length_ms), to: NOW, shift_ms: 0 })).toBe(interval);
});

test('intervals start in Jakarta time: days at 17:00 UTC, weeks on Monday', () => {
  const days = listIntervalStarts({ from: new Date('2026-11-16T16:59:59.999Z'), to: NOW }, 'day');
  expect(days).toEqual(['2026-11-15T17:00:00.000Z', '2026-11-16T17:00:00.000Z', '2026-11-17T17:00:00.000Z']);
  const sunday = new Date('2026-11-15T16:59:59.999Z');
  expect(listIntervalStarts({ from: sunday, to: NOW }, 'week')).toEqual([
    '2026-11-08T17:00:00.000Z',
    '2026-11-15T17:00:00.000Z',
  ]);
  expect(listIntervalStarts({ from: new Date('2026-11-18T05:59:00.000Z'), to: NOW }, 'hour')).toEqual([
    '2026-11-18T05:00:00.000Z',
    '2026-11-18T06:00:00.000Z',
    '2026-11-18T07:00:00.000Z',
  ]);
});

test('an interval that starts at the end of the period is excluded', () => {
  const to = new Date('2026-11-17T17:00:00.000Z');
  expect(listIntervalStarts({ from: new Date('2026-11-16T17:00:00.000Z'), to }, 'day')).toHaveLength(1);
});

test('the success rate counts paid, failed and expired payments only', () => {
  const one_of_each = TRANSACTION_STATUSES.map((status) => count({ status }));
  // Paid and later refunded or reversed payments were successes: 4 of 6.
  expect(calculateMetrics(one_of_each)).toEqual({
    gross_volume: 400_000,
    success_count: 4,
    success_rate: 6_667,
    average_ticket: 100_000,
    pending_amount: 200_000,
    refunded_amount: 0,
    fees_amount: 4 * 777,
    net_amount: 4 * 99_223,
  });
});

test.each([
  [1, 0, 10_000],
  [0, 1, 0],
  [2, 1, 6_667],
  [1, 2, 3_333],
  [1, 7, 1_250],
])('%i paid and %i failed make a rate of %i basis points', (paid, failed, rate) => {
  const counts = [count({ count: paid }), count({ status: 'failed', count: failed })];
  expect(calculateMetrics(counts).success_rate).toBe(rate);
});

test('a rate or an average without data is null, not zero', () => {
  expect(calculateMetrics([])).toEqual({
    gross_volume: 0,
    success_count: 0,
    success_rate: null,
    average_ticket: null,
    pending_amount: 0,
    refunded_amount: 0,
    fees_amount: 0,
    net_amount: 0,
  });
});

test('the average ticket is rounded half up to whole rupiah', () => {
  expect(calculateMetrics([count({ count: 2, amount: 25_001 })]).average_ticket).toBe(12_501);
  expect(calculateMetrics([count({ count: 3, amount: 25_000 })]).average_ticket).toBe(8_333);
});

test('a summary has both periods, and a series with a value for every interval', () => {
  const steps = ['2026-11-16T17:00:00.000Z', '2026-11-17T17:00:00.000Z'];
  const counts = [
    count({}),
    count({ is_present: false, amount: 40_000 }),
    count({ is_present: false, step: steps[0]! }),
  ];
  const { gross_volume, success_rate } = buildSummary(counts, steps);
  expect(gross_volume).toEqual({ value: 100_000, previous: 140_000, series: [0, 100_000] });
  expect(success_rate).toEqual({ value: 10_000, previous: 10_000, series: [null, 10_000] });
  const previous = calculateMetricsByInterval(counts, steps).map((step) => step.previous.gross_volume);
  expect(previous).toEqual([100_000, 40_000]);
});

test('methods are ordered by volume; those without paid payments in both periods are left out', () => {
  const counts = [
    count({ amount: 50_000 }),
    count({ method: 'virtual_account', amount: 60_000 }),
    count({ method: 'card', status: 'pending' }),
    count({ method: 'retail', is_present: false, amount: 10_000 }),
  ];
  expect(buildMethodBreakdown(counts)).toEqual([
    { method: 'virtual_account', count: 1, amount: 60_000, previous_amount: 0 },
    { method: 'qris', count: 1, amount: 50_000, previous_amount: 0 },
    { method: 'retail', count: 0, amount: 0, previous_amount: 10_000 },
  ]);
});

test('a metric by method: methods of the period in a fixed order, and a value for every interval', () => {
  const steps = ['2026-11-16T17:00:00.000Z', '2026-11-17T17:00:00.000Z'];
  const counts = [
    count({ method: 'virtual_account', amount: 60_000 }),
    count({ method: 'virtual_account', status: 'expired' }),
    count({ step: steps[0]!, amount: 50_000 }),
    count({ method: 'card', status: 'pending' }),
    count({ method: 'retail', is_present: false }),
  ];
  expect(buildMethodSeries(counts, steps, 'gross_volume')).toEqual([
    { method: 'qris', values: [50_000, 0] },
    { method: 'virtual_account', values: [0, 60_000] },
    { method: 'card', values: [0, 0] },
  ]);
  expect(buildMethodSeries(counts, steps, 'success_rate')).toEqual([
    { method: 'qris', values: [10_000, null] },
    { method: 'virtual_account', values: [null, 5_000] },
    { method: 'card', values: [null, null] },
  ]);
});
