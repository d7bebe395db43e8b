import { expect, test } from 'vitest';
import { findNewRows, findUnreadRows, mergeChangedRows } from './merge-rows.ts';

interface Sample {
  id: string;
  created_at: string;
  status: string;
}

const idOfSample = (n: number): string => `txn_${String(n).padStart(4, '0')}`;
/** Row number `n`, created `n` minutes before seven o'clock. */
const sampleRow = (n: number, part: Partial<Sample> = {}): Sample => ({
  id: idOfSample(n),
  created_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  status: 'success',
  ...part,
});

const shown = [1, 2, 3].map((n) => sampleRow(n));
const fresh = sampleRow(0);
const older = sampleRow(9);

test('a changed row changes in its place, and no row comes or goes', () => {
  const list = { pages: [{ data: shown, next_cursor: null }], pageParams: [null] };
  const changed = sampleRow(2, { status: 'refunded' });
  const next = mergeChangedRows(list, [changed, fresh]);
  expect(next.pages[0]?.data).toEqual([shown[0], changed, shown[2]]);
});

test('a row that an event named and that matches the filter is a newcomer', () => {
  const about = { top: [fresh, ...shown], shown, named: new Set([fresh.id]) };
  expect(findNewRows(about)).toEqual([fresh.id]);
});

test('a row that is shown is never a newcomer, whatever events name', () => {
  expect(findNewRows({ top: shown, shown, named: new Set(shown.map(({ id }) => id)) })).toEqual([]);
});

test('an event about a row that does not match the filter counts for nothing', () => {
  expect(findNewRows({ top: shown, shown, named: new Set([fresh.id]) })).toEqual([]);
});

test('after missed events only what is newer than everything shown counts', () => {
  expect(findNewRows({ top: [fresh, ...shown, older], shown, named: null })).toEqual([fresh.id]);
  expect(findNewRows({ top: [fresh], shown: [], named: null })).toEqual([fresh.id]);
});

test('shown rows that events named and the first page does not hold are read one by one', () => {
  const named = new Set([idOfSample(1), idOfSample(3), idOfSample(50)]);
  expect(findUnreadRows({ top: [fresh, shown[0] ?? fresh], shown, named })).toEqual([idOfSample(3)]);
  expect(findUnreadRows({ top: [], shown, named: null })).toEqual([]);
});
