import { expect, test } from 'vitest';
import { toHeightPercent, buildSpan, spanPath } from './flow-scale.ts';

test.each([
  [[0, 0], 0, 1],
  [[900, 100], 0, 1_000],
  [[-900, 100], -1_000, 250],
  [[-900], -1_000, 0],
])('zero is always on the axis: %o from %d to %d', (values, bottom, top) => {
  const span = buildSpan(values);
  expect([span.bottom, span.top]).toEqual([bottom, top]);
  expect(span.ticks).toContain(0);
  expect(span.ticks[0]).toBe(bottom);
  expect(span.ticks.at(-1)).toBe(top);
});

test('a value is plotted at its height', () => {
  const span = buildSpan([1_000]);
  expect([0, 250, 1_000].map((value) => toHeightPercent(value, span))).toEqual([0, 25, 100]);
  expect(toHeightPercent(0, buildSpan([-1_000, 1_000]))).toBe(50);
});

test('a line connects its points; one point is a dot, none draws nothing', () => {
  const span = buildSpan([1_000]);
  expect(spanPath([0, 500, 1_000], span)).toBe('M0.5 100L1.5 50L2.5 0');
  expect(spanPath([0, 500, 1_000], span, 1)).toBe('M1.5 50L2.5 0');
  expect(spanPath([500], span)).toBe('M0.5 50h0.001');
  expect(spanPath([], span)).toBe('');
});
