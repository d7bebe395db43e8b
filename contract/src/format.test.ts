import { expect, test } from 'vitest';
import { formatCompact, formatCount, formatDay, formatInstant, formatRate, formatRupiah } from './format.ts';

test('amounts are whole rupiah with Indonesian grouping in both languages', () => {
  expect(formatRupiah(1_234_567)).toBe('Rp 1.234.567');
  expect(formatRupiah(-500)).toBe('-Rp 500');
  expect(formatRupiah(0)).toBe('Rp 0');
  expect(formatRupiah(-0)).toBe('Rp 0');
});

test('counts and rates follow the language', () => {
  expect(formatCount(1_204, 'en')).toBe('1,204');
  expect(formatCount(1_204, 'id')).toBe('1.204');
  expect(formatRate(70, 'en')).toBe('0.7%');
  expect(formatRate(70, 'id')).toBe('0,7%');
});

test('values of an axis are short in the language', () => {
  expect([950, 12_500, 1_200_000, 3_000_000_000].map((value) => formatCompact(value, 'en'))).toEqual([
    '950',
    '12.5K',
    '1.2M',
    '3B',
  ]);
  expect([950, 12_500, 1_200_000, 3_000_000_000].map((value) => formatCompact(value, 'id'))).toEqual([
    '950',
    '12,5\u00A0rb',
    '1,2\u00A0jt',
    '3\u00A0M',
  ]);
});

test('instants and days are written in Jakarta time, in the language', () => {
  expect(formatInstant('2026-05-21T17:05:09Z', 'en')).toBe('22 May 2026, 00:05 WIB');
  expect(formatInstant('2026-05-21T17:05:09Z', 'id')).toBe('22 Mei 2026, 00.05 WIB');
  expect(formatInstant('2026-05-21T17:05:09Z', 'en', { seconds: true })).toBe('22 May 2026, 00:05:09 WIB');
  expect(formatInstant('2026-05-21T16:05:09Z', 'en', { time_zone: 'Asia/Makassar' })).toBe('22 May 2026, 00:05 WITA');
  expect(formatInstant('2026-12-31T15:05:09Z', 'id', { time_zone: 'Asia/Jayapura', seconds: true })).toBe(
    '1 Jan 2027, 00.05.09 WIT',
  );
  expect(formatDay('2026-12-31T17:00:00Z', 'id')).toBe('1 Jan 2027');
  expect(formatDay('2026-08-17', 'id')).toBe('17 Agu 2026');
});
