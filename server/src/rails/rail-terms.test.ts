/** Limits, hours and choice of the transfer rails (domain 4.4), on the stored terms. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { getBank } from '../account-check/rules.ts';
import { asPlatform } from '../db/tx.ts';
import { readRailCalendar } from './rail-queries.ts';
import { type RailCalendar, chooseRailPlan, calculateNextOpening, calculateRealTimeLimit } from './rail-terms.ts';

let t: TestApp;
let calendar: RailCalendar;
beforeAll(async () => {
  t = await startTestApp();
  calendar = await asPlatform(t.deps.db, readRailCalendar);
});
afterAll(() => t?.close());

/** 14:30 on a Monday (WIB): SKN is open, RTGS is closed. */
const AFTERNOON = new Date('2026-11-23T07:30:00Z');
/** 10:00 on a Monday (WIB). */
const MORNING = new Date('2026-11-23T03:00:00Z');

const choose = (code: string, amount: number, at: Date) => {
  const plan = chooseRailPlan(calendar, 'auto', { bank: getBank(code), is_own_bank: code === '014', amount, at });
  return typeof plan === 'string' ? plan : [plan.rail, plan.opens_at.toISOString()];
};

describe('domain 4.4: the choice', () => {
  test.each([
    ['014', 9_999_999_999, 'intrabank'],
    ['009', 250_000_000, 'bi_fast'],
    ['009', 250_000_001, 'skn'],
    ['009', 1_000_000_000, 'skn'],
    ['009', 1_000_000_001, 'rtgs'],
    ['036', 10_000, 'online'],
    ['036', 50_000_000, 'online'],
    ['036', 50_000_001, 'skn'],
    // Below the minimum of online transfers.
    ['036', 9_999, 'skn'],
  ])('to %s, %i rupiah: %s', (code, amount, rail) => {
    expect(choose(code, amount, MORNING)).toEqual([rail, MORNING.toISOString()]);
  });

  test.each([
    ['014', 10_000_000_000],
    ['009', 10_000_000_000],
  ])('to %s, %i rupiah: no rail', (code, amount) => {
    expect(choose(code, amount, MORNING)).toBe('amount_too_high');
  });

  test.each([
    ['014', 9_999_999_999],
    ['009', 250_000_000],
    ['036', 50_000_000],
  ])('one real-time transfer to %s carries at most %i', (code, limit) => {
    const routed = { bank: getBank(code), is_own_bank: code === '014' };
    expect(calculateRealTimeLimit(calendar, routed, '2026-11-23')).toBe(limit);
  });
});

describe('domain 4.4: hours, cut-off times and holidays', () => {
  test.each([
    // Opens at 07:00, closes at 14:00.
    ['rtgs', '2026-11-22T23:59:59.999Z', '2026-11-23T00:00:00.000Z'],
    ['rtgs', '2026-11-23T06:59:59.999Z', '2026-11-23T06:59:59.999Z'],
    ['rtgs', '2026-11-23T07:00:00.000Z', '2026-11-24T00:00:00.000Z'],
    // Opens at 06:30, closes at 16:30.
    ['skn', '2026-11-22T23:29:59.999Z', '2026-11-22T23:30:00.000Z'],
    ['skn', '2026-11-23T09:29:59.999Z', '2026-11-23T09:29:59.999Z'],
    ['skn', '2026-11-23T09:30:00.000Z', '2026-11-23T23:30:00.000Z'],
    // Friday evening: Monday morning.
    ['skn', '2026-11-20T10:00:00.000Z', '2026-11-22T23:30:00.000Z'],
    // Christmas Eve (joint leave) is a Thursday, Christmas a Friday: Monday.
    ['rtgs', '2026-12-24T03:00:00.000Z', '2026-12-28T00:00:00.000Z'],
    // The others are open at night, on Sundays and on holidays.
    ['intrabank', '2026-12-25T20:00:00.000Z', '2026-12-25T20:00:00.000Z'],
    ['bi_fast', '2026-11-22T20:00:00.000Z', '2026-11-22T20:00:00.000Z'],
    ['online', '2026-11-22T20:00:00.000Z', '2026-11-22T20:00:00.000Z'],
  ] as const)('%s at %s opens at %s', (rail, at, opens_at) => {
    expect(calculateNextOpening(calendar, rail, new Date(at)).toISOString()).toBe(opens_at);
  });

  test('an amount above SKN after the cut-off time of RTGS waits for the next morning', () => {
    expect(choose('009', 1_000_000_001, AFTERNOON)).toEqual(['rtgs', '2026-11-24T00:00:00.000Z']);
    expect(choose('009', 1_000_000_000, AFTERNOON)).toEqual(['skn', AFTERNOON.toISOString()]);
  });
});
