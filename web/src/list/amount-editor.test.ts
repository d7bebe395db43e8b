import { expect, test } from 'vitest';
import { buildAmountRange, getComparison } from './amount-editor.tsx';

test.each([
  ['at_least', 10, null, { amount_min: 10 }],
  ['at_most', 10, null, { amount_max: 10 }],
  ['equal', 10, null, { amount_min: 10, amount_max: 10 }],
  ['between', 10, 20, { amount_min: 10, amount_max: 20 }],
  ['between', 20, 20, { amount_min: 20, amount_max: 20 }],
  ['between', 20, 10, undefined],
  ['between', 20, null, undefined],
  ['at_least', null, null, undefined],
] as const)('%s %s %s', (kind, first, second, range) => {
  expect(buildAmountRange(kind, first, second)).toEqual(range);
});

test('a stored range opens as the comparison that created it', () => {
  expect(getComparison({})).toBe('at_least');
  expect(getComparison({ amount_min: 1 })).toBe('at_least');
  expect(getComparison({ amount_max: 1 })).toBe('at_most');
  expect(getComparison({ amount_min: 1, amount_max: 1 })).toBe('equal');
  expect(getComparison({ amount_min: 1, amount_max: 2 })).toBe('between');
});
