import { describe, expect, test } from 'vitest';
import {
  ABSOLUTE_TIMEOUT_MS,
  REFRESH_GRACE_MS,
  IDLE_TIMEOUT_MS,
  LOCKOUT_THRESHOLD,
  LOCKOUT_MS,
  addFailure,
  decideRefresh,
  decideSignIn,
  calculateIdleExpiry,
  isAlive,
  calculateLockRemaining,
  calculateThrottleDelay,
} from './rules.ts';

const NOW = new Date('2026-11-18T07:05:00.000Z');
const at = (offset_ms: number) => new Date(NOW.getTime() + offset_ms).toISOString();
const alive = {
  revoked_at: null,
  expires_at: at(ABSOLUTE_TIMEOUT_MS),
  idle_expires_at: at(IDLE_TIMEOUT_MS),
  status: 'active',
};

describe('lock', () => {
  test.each([
    [
      { failed_attempts: 0, locked_until: null },
      { failed_attempts: 1, locked_until: null },
    ],
    [
      { failed_attempts: LOCKOUT_THRESHOLD - 2, locked_until: null },
      { failed_attempts: LOCKOUT_THRESHOLD - 1, locked_until: null },
    ],
    [
      { failed_attempts: LOCKOUT_THRESHOLD - 1, locked_until: null },
      { failed_attempts: LOCKOUT_THRESHOLD, locked_until: at(LOCKOUT_MS) },
    ],
    // An expired lock resets the count.
    [
      { failed_attempts: LOCKOUT_THRESHOLD, locked_until: at(-1) },
      { failed_attempts: 1, locked_until: null },
    ],
  ])('%j and one more failure is %j', (before, after) => {
    expect(addFailure(before, NOW)).toEqual(after);
  });

  test.each([
    [null, 0],
    [at(-1), 0],
    [at(0), 0],
    [at(1), 1],
    [at(LOCKOUT_MS), LOCKOUT_MS],
  ])('locked until %s leaves %i ms', (locked_until, wait_ms) => {
    expect(calculateLockRemaining({ failed_attempts: 5, locked_until }, NOW)).toBe(wait_ms);
  });

  test.each([
    [0, 0],
    [9, 0],
    [10, 250],
    [12, 750],
    [1_000, 3_000],
  ])('%i failures from all addresses delay a sign-in by %i ms', (failed_attempts, delay_ms) => {
    expect(calculateThrottleDelay(failed_attempts)).toBe(delay_ms);
  });

  test('a locked account rejects the correct password too, and returns the remaining time', () => {
    const account = { status: 'active', failed_attempts: 5, locked_until: at(60_000) };
    expect(decideSignIn(account, true, NOW)).toEqual({ outcome: 'locked', wait_ms: 60_000 });
  });

  test.each([
    ['active', true, 'admitted'],
    ['active', false, 'refused'],
    ['suspended', true, 'refused'],
    ['removed', true, 'refused'],
  ])('an account that is %s with a password that matches=%s is %s', (status, matches, outcome) => {
    const account = { status, failed_attempts: 0, locked_until: null };
    expect(decideSignIn(account, matches, NOW).outcome).toBe(outcome);
  });
});

describe('session lifetime', () => {
  test.each([
    [{}, true],
    [{ revoked_at: at(-1) }, false],
    [{ status: 'suspended' }, false],
    [{ idle_expires_at: at(1) }, true],
    [{ idle_expires_at: at(0) }, false],
    [{ expires_at: at(1) }, true],
    [{ expires_at: at(0) }, false],
  ])('%j makes it alive=%s', (change, is_alive) => {
    expect(isAlive({ ...alive, ...change }, NOW)).toBe(is_alive);
  });

  test('idle expiry never exceeds the absolute expiry', () => {
    expect(calculateIdleExpiry(NOW, at(ABSOLUTE_TIMEOUT_MS)).toISOString()).toBe(at(IDLE_TIMEOUT_MS));
    expect(calculateIdleExpiry(NOW, at(IDLE_TIMEOUT_MS - 1)).toISOString()).toBe(at(IDLE_TIMEOUT_MS - 1));
  });
});

describe('spec §4: a refresh token', () => {
  test.each([
    ['the newest', { generation: 3, replaced_at: null }, 'rotate'],
    ['the previous one immediately', { generation: 2, replaced_at: at(0) }, 'repeat'],
    [
      'the previous one at the end of its grace period',
      { generation: 2, replaced_at: at(-REFRESH_GRACE_MS) },
      'repeat',
    ],
    ['the previous one after its grace period', { generation: 2, replaced_at: at(-REFRESH_GRACE_MS - 1) }, 'reused'],
    ['an older one, even within the grace period', { generation: 1, replaced_at: at(-1) }, 'reused'],
  ])('%s: %j means %s', (_name, token, decision) => {
    expect(decideRefresh(alive, token, 3, NOW)).toBe(decision);
  });

  test('of an ended session is rejected, regardless of its generation', () => {
    const ended = { ...alive, revoked_at: at(-1) };
    expect(decideRefresh(ended, { generation: 3, replaced_at: null }, 3, NOW)).toBe('ended');
    expect(decideRefresh(ended, { generation: 1, replaced_at: at(-1) }, 3, NOW)).toBe('ended');
  });
});
