import { expect, test } from 'vitest';
import { listNewRows, listUnreadRows, mergeChangedRows } from './merge-rows.ts';

interface Row {
  id: string;
  created_at: string;
  status: string;
}

const buildId = (n: number): string => `txn_${String(n).padStart(4, '0')}`;
/** Row number `n`, created `n` minutes before seven o'clock. */
const buildRow = (n: number, part: Partial<Row> = {}): Row => ({
  id: buildId(n),
  created_at: new Date(Date.UTC(2026, 10, 21, 7, -n)).toISOString(),
  status: 'success',
  ...part,
});

const shown = [1, 2, 3].map((n) => buildRow(n));
const fresh = buildRow(0);
const older = buildRow(9);

test('a changed row updates in place, and no row is added or removed', () => {
  const list = { pages: [{ data: shown, next_cursor: null }], pageParams: [null] };
  const changed = buildRow(2, { status: 'refunded' });
  const next = mergeChangedRows(list, [changed, fresh]);
  expect(next.pages[0]?.data).toEqual([shown[0], changed, shown[2]]);
});

test('a row of an event that matches the filter counts as new', () => {
  const about = { top: [fresh, ...shown], shown, changed_ids: new Set([fresh.id]) };
  expect(listNewRows(about)).toEqual([fresh.id]);
});

test('a row that is already shown never counts as new', () => {
  expect(listNewRows({ top: shown, shown, changed_ids: new Set(shown.map(({ id }) => id)) })).toEqual([]);
});

test('an event of a row outside the filter is ignored', () => {
  expect(listNewRows({ top: shown, shown, changed_ids: new Set([fresh.id]) })).toEqual([]);
});

test('after missed events only rows newer than all shown ones count as new', () => {
  expect(listNewRows({ top: [fresh, ...shown, older], shown, changed_ids: null })).toEqual([fresh.id]);
  expect(listNewRows({ top: [fresh], shown: [], changed_ids: null })).toEqual([fresh.id]);
});

test('changed rows that are shown but not on the first page are read one by one', () => {
  const changed_ids = new Set([buildId(1), buildId(3), buildId(50)]);
  expect(listUnreadRows({ top: [fresh, shown[0] ?? fresh], shown, changed_ids })).toEqual([buildId(3)]);
  expect(listUnreadRows({ top: [], shown, changed_ids: null })).toEqual([]);
  const top = shown.slice(1);
  expect(listUnreadRows({ top, shown, changed_ids: null, is_complete: true })).toEqual([buildId(1)]);
});
