import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, startOfBusinessDay } from '@dasbor/contract/time';
import {
  type Term,
  calculateDueCutOff,
  isBusinessDay,
  isSettlementDay,
  toPaidDay,
  calculateSettlementDay,
} from './calendar.ts';

/** Friday 20 March to Tuesday 24 March 2026: Idul Fitri with joint leave around it; Thursday 19 is Nyepi. */
const HOLIDAYS = new Set([
  '2026-03-18',
  '2026-03-19',
  '2026-03-20',
  '2026-03-21',
  '2026-03-22',
  '2026-03-23',
  '2026-03-24',
]);
const NONE = new Set<string>();
const business = (days: number, cut_off_hour = 24): Term => ({ days, basis: 'business', cut_off_hour });
const calendar = (days: number): Term => ({ days, basis: 'calendar', cut_off_hour: 24 });

test.each([
  ['2026-11-16', business(1), '2026-11-17'],
  ['2026-11-20', business(1), '2026-11-23'],
  ['2026-11-21', business(1), '2026-11-23'],
  ['2026-11-22', business(1), '2026-11-23'],
  ['2026-11-20', business(2), '2026-11-24'],
  ['2026-11-21', business(0), '2026-11-23'],
  ['2026-11-20', business(0), '2026-11-20'],
  ['2026-11-20', calendar(1), '2026-11-21'],
  ['2026-11-20', calendar(0), '2026-11-20'],
  ['2026-12-30', calendar(3), '2027-01-02'],
])('domain 4.5: a payment of %s with %j settles on %s', (paid_day, term, settles) => {
  expect(calculateSettlementDay(paid_day, term, NONE)).toBe(settles);
});

test.each([
  ['2026-03-16', business(1), '2026-03-17'],
  ['2026-03-17', business(1), '2026-03-25'],
  ['2026-03-17', business(2), '2026-03-26'],
  ['2026-03-20', business(1), '2026-03-25'],
  ['2026-03-20', calendar(1), '2026-03-21'],
])('domain 4.5: holidays and joint leave do not count: %s with %j settles on %s', (paid_day, term, settles) => {
  expect(calculateSettlementDay(paid_day, term, HOLIDAYS)).toBe(settles);
});

test.each([
  ['2026-11-20T09:59:59.999Z', 17, '2026-11-20'],
  ['2026-11-20T10:00:00.000Z', 17, '2026-11-21'],
  ['2026-11-20T16:59:59.999Z', 24, '2026-11-20'],
  ['2026-11-20T17:00:00.000Z', 24, '2026-11-21'],
])('a payment at %s with the cut-off at %i counts for %s', (paid_at, cut_off_hour, day) => {
  expect(toPaidDay(new Date(paid_at), business(1, cut_off_hour))).toBe(day);
});

const term = fc.record({
  days: fc.integer({ min: 0, max: 14 }),
  basis: fc.constantFrom('calendar' as const, 'business' as const),
  cut_off_hour: fc.integer({ min: 1, max: 24 }),
});
const DAY_MS = 86_400_000;
const paid_at = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) }).map((ms) => new Date(ms));
const holidays = fc.uniqueArray(
  fc.integer({ min: 0, max: 400 }).map((n) => addDays('2026-01-01', n)),
  { maxLength: 40 },
);

test('every payment before the cut-off instant is due and none from it on (any terms, any holidays)', () => {
  fc.assert(
    fc.property(term, paid_at, holidays, (given, at, days) => {
      const off = new Set(days);
      const settles = calculateSettlementDay(toPaidDay(at, given), given, off);
      expect(at < calculateDueCutOff(settles, given, off)).toBe(true);
      expect(at < calculateDueCutOff(addDays(settles, -1), given, off)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test('with terms in business days, no payment settles on a non-business day', () => {
  fc.assert(
    fc.property(term, paid_at, holidays, (given, at, days) => {
      const off = new Set(days);
      const settles = calculateSettlementDay(toPaidDay(at, given), { ...given, basis: 'business' }, off);
      expect(isBusinessDay(settles, off)).toBe(true);
      expect(startOfBusinessDay(settles).getTime()).toBeGreaterThan(at.getTime() - DAY_MS);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['2026-11-21', { schedule: 'daily', weekday: null, month_day: null }, true],
  ['2026-11-18', { schedule: 'weekly', weekday: 3, month_day: null }, true],
  ['2026-11-19', { schedule: 'weekly', weekday: 3, month_day: null }, false],
  // Thursday 19 March 2026 to Tuesday 24 are holidays, so the batch moves to Wednesday 25.
  ['2026-03-19', { schedule: 'weekly', weekday: 4, month_day: null }, false],
  ['2026-03-25', { schedule: 'weekly', weekday: 4, month_day: null }, true],
  ['2026-03-26', { schedule: 'weekly', weekday: 4, month_day: null }, true],
  // The 21st is a Saturday: Monday the 23rd.
  ['2026-11-23', { schedule: 'monthly', weekday: null, month_day: 21 }, true],
  ['2026-11-24', { schedule: 'monthly', weekday: null, month_day: 21 }, false],
] as const)('on %s a batch with schedule %j closes: %s', (day, schedule, is_made) => {
  expect(isSettlementDay(day, schedule, HOLIDAYS)).toBe(is_made);
});
