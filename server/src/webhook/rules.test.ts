import { expect, test } from 'vitest';
import {
  RETRY_DELAYS_MS,
  addOutcome,
  calculateDueAlerts,
  calculateNextAttempt,
  calculateNextProbe,
  isBreakerTripped,
  isHeaderAllowed,
  parseRetryAfter,
} from './rules.ts';

const NOW = new Date('2026-11-22T00:00:00.000Z');
const HOUR_MS = 3_600_000;
const wait = (at: Date | null) => (at === null ? null : at.getTime() - NOW.getTime());

test('20 attempts in about 31 days, with 20 % of jitter', () => {
  expect(RETRY_DELAYS_MS).toHaveLength(20);
  const total = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay, 0);
  expect(total / 86_400_000).toBeCloseTo(31.3, 1);
  for (const [tries, delay] of RETRY_DELAYS_MS.entries()) {
    for (const [random, factor] of [
      [0, 0.8],
      [0.5, 1],
      [0.999_999, 1.2],
    ] as const) {
      const next = wait(calculateNextAttempt(tries, NOW, { random, retry_after_ms: null }));
      expect(next).toBeGreaterThanOrEqual(Math.floor(delay * factor * 0.999));
      expect(next).toBeLessThanOrEqual(Math.ceil(delay * factor));
    }
  }
  expect(calculateNextAttempt(20, NOW, { random: 0.5, retry_after_ms: null })).toBeNull();
});

test('Retry-After delays an attempt, at most 24 hours, and never brings it forward', () => {
  const next = (retry_after_ms: number | null) => wait(calculateNextAttempt(1, NOW, { random: 0.5, retry_after_ms }));
  expect(next(1_000)).toBe(5_000);
  expect(next(600_000)).toBe(600_000);
  expect(next(100 * HOUR_MS)).toBe(24 * HOUR_MS);
});

test.each([
  ['120', 120_000],
  ['Sun, 22 Nov 2026 00:01:00 GMT', 60_000],
  ['Sat, 21 Nov 2026 00:00:00 GMT', 0],
  ['soon', null],
  [undefined, null],
])('Retry-After %s', (header, expected) => {
  expect(parseRetryAfter(header, NOW)).toBe(expected);
});

test('the breaker opens from 10 attempts with 70 % failures among the last 20', () => {
  const outcomes = (text: string) => [...text].reduce((recent, each) => addOutcome(recent, each === '1'), '');
  expect(isBreakerTripped(outcomes('000000000'))).toBe(false);
  expect(isBreakerTripped(outcomes('0000000000'))).toBe(true);
  expect(isBreakerTripped(outcomes('1110000000'))).toBe(true);
  expect(isBreakerTripped(outcomes('1111000000'))).toBe(false);
  expect(outcomes('1'.repeat(30))).toHaveLength(20);
});

test('probes: after one minute, doubling, never less often than every 30 minutes', () => {
  expect([0, 1, 2, 3, 4, 5, 500].map((count) => (wait(calculateNextProbe(count, NOW)) ?? 0) / 60_000)).toEqual([
    1, 2, 4, 8, 16, 30, 30,
  ]);
});

test('alerts after 1 hour, 24 hours and 5 days; the last one disables', () => {
  const since = (hours: number) => calculateDueAlerts(new Date(NOW.getTime() - hours * HOUR_MS), NOW);
  expect(since(0.99)).toEqual({ count: 0, is_disabled: false });
  expect(since(1)).toEqual({ count: 1, is_disabled: false });
  expect(since(24)).toEqual({ count: 2, is_disabled: false });
  expect(since(119.9)).toEqual({ count: 2, is_disabled: false });
  expect(since(120)).toEqual({ count: 3, is_disabled: true });
});

test('headers of the request itself, its signature and its origin are not allowed', () => {
  for (const name of ['host', 'Webhook-Id', 'content-type', 'X-Forwarded-For', 'Proxy-Authorization', 'Cookie']) {
    expect([name, isHeaderAllowed(name)]).toEqual([name, false]);
  }
  for (const name of ['Authorization', 'X-Shop', 'X-Api-Key']) expect(isHeaderAllowed(name)).toBe(true);
});
