import { expect, test } from 'vitest';
import { createManualClock } from '../db/clock.ts';
import { type CircuitBreaker, type CircuitState, createCircuitBreaker } from './circuit-breaker.ts';

function start() {
  const clock = createManualClock(new Date('2026-03-02T03:00:00Z'));
  const changes: CircuitState[] = [];
  const breaker = createCircuitBreaker({ clock, on_change: (state) => changes.push(state) });
  return { clock, changes, breaker };
}

const send = (breaker: CircuitBreaker, ...results: boolean[]): boolean[] =>
  results.map((is_responsive) => {
    const request = breaker.begin();
    request?.complete(is_responsive);
    return request !== null;
  });

test.each<[string, boolean[], CircuitState]>([
  ['four without a response', [false, false, false, false], 'closed'],
  ['five without a response', [false, false, false, false, false], 'open'],
  [
    'one of three',
    [true, true, false, true, true, false, true, true, false, true, true, false, true, true, false],
    'closed',
  ],
  ['every second', [true, false, true, false, true, false, true, false, true, false], 'open'],
])('%s', (_name, results, state) => {
  const { breaker } = start();
  send(breaker, ...results);
  expect(breaker.state).toBe(state);
});

test('says when the next request is allowed', () => {
  const { breaker, clock } = start();
  expect(breaker.findReopening()).toBeNull();
  send(breaker, false, false, false, false, false);
  expect(breaker.findReopening()).toEqual(new Date('2026-03-02T03:00:05Z'));
  clock.advance(5_000);
  expect(breaker.findReopening()).toBeNull();
  send(breaker, true);
  expect(breaker.findReopening()).toBeNull();
});

test('forgets results after a minute', () => {
  const { breaker, clock } = start();
  for (let n = 0; n < 12; n++) {
    send(breaker, false);
    clock.advance(20_000);
  }
  expect(breaker.state).toBe('closed');
});

test('rejects while open, then lets one probe through at a time', () => {
  const { breaker, clock, changes } = start();
  send(breaker, false, false, false, false, false);
  expect(send(breaker, true)).toEqual([false]);
  clock.advance(5_000);
  const probe = breaker.begin();
  expect(breaker.state).toBe('half_open');
  expect(breaker.begin()).toBeNull();
  probe?.complete(false);
  clock.advance(9_999);
  expect(breaker.begin()).toBeNull();
  clock.advance(1);
  expect(send(breaker, true, true)).toEqual([true, true]);
  expect(changes).toEqual(['open', 'half_open', 'open', 'half_open', 'closed']);
});

test('waits a minute at most', () => {
  const { breaker, clock } = start();
  send(breaker, false, false, false, false, false);
  for (let n = 0; n < 10; n++) {
    clock.advance(60_000);
    expect(send(breaker, false)).toEqual([true]);
  }
});

test('ignores late results of requests that were sent before it opened', () => {
  const { breaker } = start();
  const late = breaker.begin();
  send(breaker, false, false, false, false, false);
  late?.complete(true);
  expect(breaker.state).toBe('open');
});

test('a clock that is set back does not keep it open', () => {
  const { breaker, clock } = start();
  send(breaker, false, false, false, false, false);
  clock.advance(-3_600_000);
  expect(send(breaker, true)).toEqual([true]);
  expect(breaker.state).toBe('closed');
});
