import { expect, test } from 'vitest';
import { areaPath, dotPath, isLabelled, linePath, splitRuns, buildScale } from './chart-scale.ts';

test.each([
  [[0], 4, [0, 1, 2, 3, 4]],
  [[7], 8, [0, 2, 4, 6, 8]],
  [[1_066_500], 1_500_000, [0, 500_000, 1_000_000, 1_500_000]],
  [[10_000_000], 10_000_000, [0, 2_500_000, 5_000_000, 7_500_000, 10_000_000]],
  [[10_000_001], 15_000_000, [0, 5_000_000, 10_000_000, 15_000_000]],
])('the axis of %j begins at zero and ends at %i', (values, top, ticks) => {
  expect(buildScale(values)).toEqual({ top, ticks });
});

test('a line breaks where there is no value, and a value alone is a dot', () => {
  const values = [50, 100, null, 0, null];
  expect(splitRuns(values)).toEqual([[0, 1], [3]]);
  expect(linePath(values, 100)).toBe('M0.5 50L1.5 0');
  expect(dotPath(values, 100)).toBe('M3.5 100h0.001');
  expect(areaPath(values, 100)).toBe('M0.5 100L0.5 50L1.5 0L1.5 100Z');
});

test.each([1, 7, 8, 9, 24, 31, 62])(
  'of %i places few labels are among the many, and none of both are too many',
  (count) => {
    const places = (most: number) =>
      Array.from({ length: count }, (_, place) => place).filter((place) => isLabelled(place, count, most));
    expect(places(8).length).toBeLessThanOrEqual(8);
    expect(places(4).length).toBeLessThanOrEqual(4);
    expect(places(8)).toEqual(expect.arrayContaining(places(4)));
  },
);
