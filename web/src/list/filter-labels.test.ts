import { expect, test } from 'vitest';
import { formatAmountRange, formatChoices, formatRange } from './filter-labels.ts';

test.each([
  [{}, undefined],
  [{ amount_min: 50_000 }, '≥ Rp 50.000'],
  [{ amount_max: 50_000 }, '≤ Rp 50.000'],
  [{ amount_min: 50_000, amount_max: 50_000 }, '= Rp 50.000'],
  [{ amount_min: 10_000, amount_max: 50_000 }, 'Rp 10.000 – Rp 50.000'],
])('amounts %j have a label', (part, label) => {
  expect(formatAmountRange(part)).toBe(label);
});

test.each([
  [{}, undefined],
  [{ range: '7d' as const }, 'Last 7 days'],
  [{ from: '2026-11-20T17:05:00Z' }, 'from 21 Nov 2026, 00:05 WIB'],
  [{ to: '2026-11-20T17:05:00Z' }, 'before 21 Nov 2026, 00:05 WIB'],
])('ranges %j have a label', (part, label) => {
  expect(formatRange(part)).toBe(label);
});

test('times of a range are in the zone of the range', () => {
  expect(formatRange({ from: '2026-11-20T16:05:00Z' }, 'Asia/Makassar')).toBe('from 21 Nov 2026, 00:05 WITA');
});

test('more than two selected values are counted', () => {
  expect(formatChoices(['pending', 'success'])).toBe('Pending, Paid');
  expect(formatChoices(['pending', 'success', 'failed'])).toBe('3 selected');
  expect(formatChoices(['qris'])).toBe('QRIS');
  expect(formatChoices(['paid'], () => 'Credited')).toBe('Credited');
});
