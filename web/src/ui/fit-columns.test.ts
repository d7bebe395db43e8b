import { expect, test } from 'vitest';
import { fitColumns, sumWidths } from './fit-columns.ts';

const COLUMNS = [
  { id: 'time', width_px: 100, priority: 5 },
  { id: 'name', width_px: 100, priority: 1 },
  { id: 'amount', width_px: 100 },
  { id: 'status', width_px: 100 },
  { id: 'source', width_px: 100, priority: 1 },
];
const idsAt = (available_px: number, grown = {}) => fitColumns(COLUMNS, available_px, grown).map(({ id }) => id);

test.each([
  [500, ['time', 'name', 'amount', 'status', 'source']],
  [499, ['time', 'name', 'amount', 'status']],
  [400, ['time', 'name', 'amount', 'status']],
  [399, ['time', 'amount', 'status']],
  [299, ['amount', 'status']],
  [50, ['amount', 'status']],
])('in %d pixels the lowest priority gives way first, of equal ones the last', (available_px, ids) => {
  expect(idsAt(available_px)).toEqual(ids);
});

test('a column that grew needs its own width', () => {
  expect(idsAt(500, { amount: 140 })).toEqual(['time', 'name', 'amount', 'status']);
  expect(sumWidths(COLUMNS, { amount: 140, status: 20 })).toBe(540);
});

test('a narrow column uses the room that a wider one of higher priority cannot', () => {
  expect(idsAt(380, { time: 190 })).toEqual(['name', 'amount', 'status']);
});

test('all columns are shown before the width is measured', () => {
  expect(idsAt(0)).toHaveLength(5);
});
