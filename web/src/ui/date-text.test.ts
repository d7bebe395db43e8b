import { describe, expect, test } from 'vitest';
import { formatDateText, parseDateText } from './date-text.ts';

const day = { with_time: false, today: '2026-11-21' };
const minute = { with_time: true, today: '2026-11-21' };

test.each([
  ['', 'en', ''],
  ['2026-08-02', 'en', '2 Aug 2026'],
  ['2026-08-02', 'id', '2 Agu 2026'],
  ['2026-11-22T14:05', 'en', '22 Nov 2026, 14:05'],
  ['2026-11-22T14:05', 'id', '22 Nov 2026, 14.05'],
] as const)('%j is shown in %s as %j', (value, language, text) => {
  expect(formatDateText(value, language)).toBe(text);
});

describe('a typed day', () => {
  test.each([
    ['22 Nov 2026', '2026-11-22'],
    [' 2 august 2026 ', '2026-08-02'],
    ['2 Agt 2026', '2026-08-02'],
    ['2 Agu 2026', '2026-08-02'],
    ['2 Agustus 2026', '2026-08-02'],
    ['5 Mei 2026', '2026-05-05'],
    ['5-Oct-26', '2026-10-05'],
    ['5 Okt 26', '2026-10-05'],
    ['31 Des', '2026-12-31'],
    ['22/11/2026', '2026-11-22'],
    ['22.11.26', '2026-11-22'],
    ['22/11', '2026-11-22'],
    ['2026-11-22', '2026-11-22'],
    ['29 Feb 2028', '2028-02-29'],
  ])('%j is %s', (text, value) => {
    expect(parseDateText(text, day)).toBe(value);
  });

  test.each(['', 'soon', '31 Feb 2026', '11/22/2026', '0 Nov 2026', '22 Xyz 2026', '2026-13-01', '22 Nov 202'])(
    '%j is no day',
    (text) => {
      expect(parseDateText(text, day)).toBeNull();
    },
  );
});

describe('a typed minute', () => {
  test.each([
    ['22 Nov 2026, 14:05', '2026-11-22T14:05'],
    ['22 Nov 2026 14.05', '2026-11-22T14:05'],
    ['22 Nov 2026, 14:05 WIB', '2026-11-22T14:05'],
    ['22/11/2026 9:00', '2026-11-22T09:00'],
    ['2026-11-22T14:05', '2026-11-22T14:05'],
    ['22 Nov 2026', '2026-11-22T00:00'],
    ['22 Nov 14:05', '2026-11-22T14:05'],
  ])('%j is %s', (text, value) => {
    expect(parseDateText(text, minute)).toBe(value);
  });

  test('it may name the zone of the field, and no other one', () => {
    const field = { ...minute, zone_name: 'WIT' };
    expect(parseDateText('22 Nov 2026, 14:05 WIT', field)).toBe('2026-11-22T14:05');
    expect(parseDateText('22 Nov 2026, 14:05 wit', field)).toBe('2026-11-22T14:05');
    expect(parseDateText('22 Nov 2026, 14:05 WIB', field)).toBeNull();
    expect(parseDateText('22 Nov 2026, 14:05 WITA', minute)).toBeNull();
  });

  test.each(['', '14:05', '22 Nov 2026, 24:00', '22 Nov 2026, 12:60'])('%j is no minute', (text) => {
    expect(parseDateText(text, minute)).toBeNull();
  });
});
