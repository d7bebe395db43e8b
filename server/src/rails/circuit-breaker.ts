/**
 * Circuit breaker of one partner. While a partner does not respond, its requests fail at once instead of waiting for the
 * timeout each; one probe at a time finds out when it responds again. The state is that of this process.
 */
import * as duration from '@dasbor/contract/duration';
import type { Clock } from '../db/clock.ts';

export type CircuitState = 'closed' | 'open' | 'half_open';

export interface CircuitBreaker {
  readonly state: CircuitState;
  /** When the next request is allowed; null: now. */
  findReopening(): Date | null;
  /**
   * Allows a request, or returns null while the circuit is open. Every allowed request must be completed. A probe that a
   * person starts does not wait for the time of the next one.
   */
  begin(options?: { is_probe: boolean }): CircuitRequest | null;
}

/** `is_responsive`: whether the partner responded at all, even with an error. */
export type CircuitRequest = { complete: (is_responsive: boolean) => void };

export interface CircuitBreakerOptions {
  clock: Clock;
  on_change?: (state: CircuitState) => void;
}

/** Results of the last minute decide, the newest ones only. */
const WINDOW_MS = duration.minutes(1);
const RESULTS_MAX = 20;
/** It opens when at least so many, and at least half of the requests, had no response. */
const FAILURES_MIN = 5;
/** Wait before a probe: doubled after each failed one. */
const WAIT_MIN_MS = duration.seconds(5);
const WAIT_MAX_MS = duration.minutes(1);

export function createCircuitBreaker({ clock, on_change }: CircuitBreakerOptions): CircuitBreaker {
  const now_ms = (): number => clock.now().getTime();
  let state: CircuitState = 'closed';
  let results: { at_ms: number; is_responsive: boolean }[] = [];
  let opened_at_ms = 0;
  let wait_ms = WAIT_MIN_MS;
  // Requests that were sent before the latest change do not show the current state of the partner.
  let generation = 0;

  const change = (next: CircuitState): void => {
    state = next;
    generation += 1;
    results = [];
    if (next === 'open') opened_at_ms = now_ms();
    on_change?.(next);
  };

  const record = (is_responsive: boolean): void => {
    if (state === 'half_open') {
      wait_ms = is_responsive ? WAIT_MIN_MS : Math.min(wait_ms * 2, WAIT_MAX_MS);
      return change(is_responsive ? 'closed' : 'open');
    }
    const at_ms = now_ms();
    results = [...results, { at_ms, is_responsive }]
      .filter((result) => result.at_ms > at_ms - WINDOW_MS)
      .slice(-RESULTS_MAX);
    const failures = results.filter((result) => !result.is_responsive).length;
    if (failures >= FAILURES_MIN && failures * 2 >= results.length) change('open');
  };

  const findReopening = (): Date | null => {
    if (state !== 'open') return null;
    const waited_ms = now_ms() - opened_at_ms;
    // A clock that was set back does not prolong the wait.
    return waited_ms >= 0 && waited_ms < wait_ms ? new Date(opened_at_ms + wait_ms) : null;
  };

  return {
    get state() {
      return state;
    },
    findReopening,
    begin: ({ is_probe } = { is_probe: false }) => {
      if (state === 'half_open') return null;
      if (state === 'open') {
        if (!is_probe && findReopening() !== null) return null;
        change('half_open');
      }
      const sent_in = generation;
      return {
        complete: (is_responsive) => {
          if (sent_in === generation) record(is_responsive);
        },
      };
    },
  };
}
