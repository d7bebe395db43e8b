import { expect, test } from 'vitest';
import {
  type Channel,
  type Outcome,
  applyOutcome,
  calculateRefusalCutoff,
  isDue,
  calculateLoginHoldEnd,
  calculateNextAttempt,
  calculateRetryDelay,
  toRunStatus,
} from './delivery-rules.ts';

const NOW = new Date('2026-11-18T07:05:00.000Z');
const minutes = (count: number): number => count * 60_000;
const waiting = (more: Partial<Channel> = {}): Channel => ({
  status: 'waiting',
  attempts: 0,
  error: null,
  retry_at: null,
  delivered_at: null,
  ...more,
});
const failed = (needs_person = false): Outcome => ({ result: 'failed', error: 'down', needs_person });

test('reliability 4.6: retries follow after 1, 5, 15 and 30 minutes, then hourly', () => {
  expect([1, 2, 3, 4, 5, 6, 170].map((attempts) => calculateRetryDelay(attempts, false) / 60_000)).toEqual([
    1, 5, 15, 30, 60, 60, 60,
  ]);
});

test('failures that need a person are retried hourly from the first', () => {
  expect([1, 2, 3].map((attempts) => calculateRetryDelay(attempts, true) / 60_000)).toEqual([60, 60, 60]);
});

test('a failed channel waits for its retry, and a delivered one is done', () => {
  expect(applyOutcome(waiting(), failed(), NOW, NOW)).toEqual({
    status: 'waiting',
    attempts: 1,
    error: 'down',
    retry_at: '2026-11-18T07:06:00.000Z',
    delivered_at: null,
  });
  expect(applyOutcome(waiting({ attempts: 3, error: 'down' }), { result: 'delivered' }, NOW, NOW)).toEqual({
    status: 'delivered',
    attempts: 4,
    error: null,
    retry_at: null,
    delivered_at: NOW.toISOString(),
  });
});

test('a held-back channel counts no attempt and waits until the given time', () => {
  const until = new Date(NOW.getTime() + minutes(17));
  const outcome: Outcome = { result: 'held_back', error: 'refused', until };
  expect(applyOutcome(waiting({ attempts: 2 }), outcome, NOW, NOW)).toEqual({
    status: 'waiting',
    attempts: 2,
    error: 'refused',
    retry_at: until.toISOString(),
    delivered_at: null,
  });
  expect(applyOutcome(waiting(), outcome, new Date(until.getTime() - minutes(7 * 24 * 60) - 1), NOW).status).toBe(
    'failed',
  );
});

test('reliability G13: a refused login is held for one hour, or five minutes on request', () => {
  const refused_at = new Date(NOW.getTime() - minutes(60));
  expect(calculateLoginHoldEnd(null, NOW)).toBeNull();
  expect(calculateLoginHoldEnd(refused_at.toISOString(), NOW)).toBeNull();
  expect(calculateLoginHoldEnd(new Date(refused_at.getTime() + 1).toISOString(), NOW)?.getTime()).toBe(
    NOW.getTime() + 1,
  );
  expect(calculateRefusalCutoff(NOW).getTime()).toBe(NOW.getTime() - minutes(5));
});

test('reliability 4.6: delivery fails after seven days', () => {
  const created_at = new Date(NOW.getTime() - minutes(7 * 24 * 60));
  expect(applyOutcome(waiting({ attempts: 170 }), failed(), created_at, NOW).status).toBe('failed');
  const just_before = new Date(created_at.getTime() + minutes(60));
  expect(applyOutcome(waiting({ attempts: 170 }), failed(), just_before, NOW).status).toBe('waiting');
});

test('a channel is due exactly at its retry time', () => {
  expect(isDue(waiting(), NOW)).toBe(true);
  expect(isDue(waiting({ retry_at: NOW.toISOString() }), NOW)).toBe(true);
  expect(isDue(waiting({ retry_at: new Date(NOW.getTime() + 1).toISOString() }), NOW)).toBe(false);
  expect(isDue({ ...waiting(), status: 'delivered' }, NOW)).toBe(false);
});

test('the next attempt is the earliest of the waiting channels', () => {
  const late = waiting({ retry_at: '2026-11-18T08:00:00.000Z' });
  const early = waiting({ retry_at: '2026-11-18T07:10:00.000Z' });
  expect(calculateNextAttempt([late, early], NOW)?.toISOString()).toBe('2026-11-18T07:10:00.000Z');
  expect(calculateNextAttempt([{ ...early, status: 'delivered' }, late], NOW)?.toISOString()).toBe(
    '2026-11-18T08:00:00.000Z',
  );
  expect(
    calculateNextAttempt(
      [
        { ...early, status: 'failed' },
        { ...late, status: 'off' },
      ],
      NOW,
    ),
  ).toBeNull();
});

test.for([
  [['delivered', 'off'], 'delivered'],
  [['delivered', 'delivered'], 'delivered'],
  [['delivered', 'waiting'], 'retrying'],
  [['waiting', 'off'], 'retrying'],
  [['delivered', 'failed'], 'partially_delivered'],
  [['failed', 'off'], 'failed'],
  [['failed', 'failed'], 'failed'],
  [['off', 'off'], 'failed'],
] as const)('channels %j make a run %s', ([channels, status]) => {
  expect(toRunStatus([...channels])).toBe(status);
});
