import { expect, test } from 'vitest';
import { SELECTION_MAX, selectAll, toggleRange, toggleRow } from './row-selection-rules.ts';

const SHOWN = [...'abcdefgh'];
const set = (ids: string) => new Set(ids);
const text = (ids: ReadonlySet<string>) => [...ids].toSorted().join('');

test.each([
  ['', 'a', 'a'],
  ['a', 'a', ''],
  ['ab', 'c', 'abc'],
])('%j and a click on %s choose %j', (before, id, after) => {
  expect(text(toggleRow(set(before), id))).toBe(after);
});

test.each([
  ['b', 'b', 'e', 'bcde'],
  ['e', 'e', 'b', 'bcde'],
  ['abcde', 'b', 'd', 'ae'],
  ['a', 'gone', 'c', 'ac'],
])('%j, then Shift from %s to %s chooses %j', (before, from, to, after) => {
  expect(text(toggleRange(set(before), SHOWN, from, to))).toBe(after);
});

test('at most a hundred are chosen', () => {
  const many = Array.from({ length: 150 }, (_, at) => `row ${at}`);
  const all = selectAll(many);
  expect(all.size).toBe(SELECTION_MAX);
  expect(toggleRow(all, 'row 149').size).toBe(SELECTION_MAX);
  expect(toggleRange(new Set(), many, 'row 0', 'row 149').size).toBe(SELECTION_MAX);
});
