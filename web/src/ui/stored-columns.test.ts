import { expect, test } from 'vitest';
import { orderColumns, moveEntry } from './stored-columns.ts';

const COLUMNS = [{ id: 'time' }, { id: 'id' }, { id: 'amount' }, { id: 'status' }];

test("columns come in the user's order; new ones follow in their usual order, unknown ones are forgotten", () => {
  const order = [
    { id: 'amount', is_visible: true },
    { id: 'gone', is_visible: true },
    { id: 'time', is_visible: false },
  ];
  expect(orderColumns(COLUMNS, order).map(({ id }) => id)).toEqual(['amount', 'time', 'id', 'status']);
  expect(orderColumns(COLUMNS, [])).toEqual(COLUMNS);
});

test.each([
  ['a', 0, 'abcd'],
  ['a', 1, 'bacd'],
  ['a', 3, 'bcda'],
  ['d', 0, 'dabc'],
  ['d', 2, 'abdc'],
])('%s placed at %i makes %s', (entry, index, wanted) => {
  expect(moveEntry(['a', 'b', 'c', 'd'], entry, index).join('')).toBe(wanted);
});
