import { expect, test } from 'vitest';
import { type CrashFigures, listMissedLimits } from './limits.ts';

/** `count` times of a second, of which `slow` are longer. */
const buildTimes = (count: number, slow = 0, slow_ms = 60_000): number[] =>
  Array.from({ length: count }, (_, index) => (index < slow ? slow_ms : 1_000));

const met: CrashFigures = {
  minutes: 30,
  operations_per_s: 100,
  kills: 300,
  times: { server: buildTimes(75), worker: buildTimes(75), bank: buildTimes(75), postgres: buildTimes(20, 1) },
};

test('a run of half an hour needs 100 operations a second, 300 kills and 20 recoveries of each part of the product', () => {
  expect(listMissedLimits(met)).toEqual([]);
  expect(listMissedLimits({ ...met, operations_per_s: 99.9 })).toEqual([
    '99.9 acknowledged operations/s, at least 100 expected',
  ]);
  expect(listMissedLimits({ ...met, kills: 299 })).toEqual(['299 kills, at least 300 expected']);
  expect(listMissedLimits({ ...met, times: { ...met.times, worker: buildTimes(19) } })).toEqual([
    'worker: 19 recoveries, at least 20 expected',
  ]);
});

test('a shorter run is not judged by its totals', () => {
  const few = { server: [], worker: buildTimes(1, 1), bank: buildTimes(19, 19), postgres: [] };
  expect(listMissedLimits({ minutes: 29, operations_per_s: 1, kills: 2, times: few })).toEqual([]);
});

test.each(['server', 'worker', 'postgres'])(
  '95 of 100 recoveries of the %s take at most five seconds, in a run of any length',
  (part) => {
    const withTimes = (values: number[]) =>
      listMissedLimits({ ...met, minutes: 10, times: { ...met.times, [part]: values } });
    expect(withTimes(buildTimes(20, 2))).toEqual([`${part}: first success after 60.00 s (p95), at most 5 s`]);
    expect(withTimes(buildTimes(20, 20, 5_000))).toEqual([]);
    expect(withTimes(buildTimes(20, 20, 5_010))).toEqual([`${part}: first success after 5.01 s (p95), at most 5 s`]);
  },
);

test('the bank, which the circuit breaker does not ask at once, has no limit', () => {
  expect(listMissedLimits({ ...met, times: { ...met.times, bank: buildTimes(75, 75) } })).toEqual([]);
});
