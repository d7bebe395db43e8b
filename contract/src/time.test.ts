import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import {
  TIME_ZONES,
  addDays,
  listMonthStarts,
  startOfMonth,
  startOfNextMonth,
  countDays,
  fromLocalTime,
  rangeEnd,
  rangeStart,
  startOfBusinessDay,
  startOfDay,
  toBusinessDay,
  toZonedDay,
  toLocalTime,
  toSnapTime,
} from './time.ts';

const LATE = new Date('2026-11-21T16:30:00Z');

test('domain 1.16: 23:30 WIB is 01:30 WIT on the next day', () => {
  expect(TIME_ZONES.map((zone) => toLocalTime(LATE, zone).slice(0, 16))).toEqual([
    '2026-11-21T23:30',
    '2026-11-22T00:30',
    '2026-11-22T01:30',
  ]);
  expect(TIME_ZONES.map((zone) => toZonedDay(LATE, zone))).toEqual(['2026-11-21', '2026-11-22', '2026-11-22']);
  expect(toBusinessDay(LATE)).toBe('2026-11-21');
});

test('days of the API and times of SNAP BI stay in WIB', () => {
  expect(rangeStart.parse('2026-11-22')).toBe('2026-11-21T17:00:00.000Z');
  expect(rangeEnd.parse('2026-11-22')).toBe('2026-11-22T17:00:00.000Z');
  expect(rangeStart.parse('2026-11-21T15:00:00.000Z')).toBe('2026-11-21T15:00:00.000Z');
  expect(startOfBusinessDay('2026-11-22').toISOString()).toBe('2026-11-21T17:00:00.000Z');
  expect(toSnapTime(LATE)).toBe('2026-11-21T23:30:00+07:00');
});

test('a text that is no time has no instant', () => {
  expect(fromLocalTime('', 'Asia/Jayapura').getTime()).toBeNaN();
  expect(fromLocalTime('2026-13-01T00:00', 'Asia/Jakarta').getTime()).toBeNaN();
});

const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2999-12-30'), noInvalidDate: true });
/** Within some milliseconds of midnight in one of the zones. */
const borders = fc
  .tuple(fc.integer({ min: 11_000, max: 40_000 }), fc.constantFrom(15, 16, 17), fc.integer({ min: -2, max: 2 }))
  .map(([day, hour, ms]) => new Date(day * 86_400_000 + hour * 3_600_000 + ms));
const zones = fc.constantFrom(...TIME_ZONES);

property.prop([fc.oneof(instants, borders), zones])('local times are those of the zone database', (at, zone) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  expect(toLocalTime(at, zone).slice(0, 19)).toBe(format.format(at).replace(' ', 'T'));
  expect(fromLocalTime(toLocalTime(at, zone), zone)).toEqual(at);
});

property.prop([fc.oneof(instants, borders), zones])(
  'every instant is in the day of its zone, and in no other',
  (at, zone) => {
    const day = toZonedDay(at, zone);
    const next = new Date(startOfDay(day, zone).getTime() + 86_400_000);
    expect(startOfDay(day, zone) <= at && at < next).toBe(true);
    expect(toZonedDay(next, zone) > day).toBe(true);
  },
);

property.prop([
  fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
  fc.nat(4_000),
])('days that are added are counted: a period has both of its ends', (at, count) => {
  const first = at.toISOString().slice(0, 10);
  const last = addDays(first, count);
  expect(countDays(first, last)).toBe(count + 1);
  expect(addDays(last, -count)).toBe(first);
});

test('a day after the last of February depends on the year', () => {
  expect([addDays('2028-02-28'), addDays('2026-02-28'), addDays('2026-01-01', -1)]).toEqual([
    '2028-02-29',
    '2026-03-01',
    '2025-12-31',
  ]);
});

test('months by their first day, also across a year and a February', () => {
  expect(['2026-01-31', '2028-02-29', '2026-12-01'].map(startOfMonth)).toEqual([
    '2026-01-01',
    '2028-02-01',
    '2026-12-01',
  ]);
  expect(['2026-01-31', '2028-02-29', '2026-12-01'].map(startOfNextMonth)).toEqual([
    '2026-02-01',
    '2028-03-01',
    '2027-01-01',
  ]);
  expect(listMonthStarts('2026-12-31', '2027-02-01')).toEqual(['2026-12-01', '2027-01-01', '2027-02-01']);
  expect(listMonthStarts('2026-12-01', '2026-11-30')).toEqual([]);
});
