import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { toIsoInstant } from './connect.ts';

test.each([
  ['2026-11-22 03:04:05+00', '2026-11-22T03:04:05.000Z'],
  ['2026-11-22 03:04:05.1+00', '2026-11-22T03:04:05.100Z'],
  ['2026-11-22 10:04:05.12+07', '2026-11-22T03:04:05.120Z'],
  ['2026-11-22 03:04:05.123456+00', '2026-11-22T03:04:05.123Z'],
])('%s is %s', (text, iso) => {
  expect(toIsoInstant(text)).toBe(iso);
});

test.prop([fc.date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })])(
  'every instant of four-digit years is read as a Date reads it',
  (date) => {
    const text =
      date
        .toISOString()
        .replace('T', ' ')
        .replace(/\.?0*Z$/, '') + '+00';
    expect(toIsoInstant(text)).toBe(new Date(text).toISOString());
  },
);
