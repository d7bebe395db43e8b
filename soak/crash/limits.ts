/** Limits of the crash loop. A run that does not meet them fails, although nothing was lost. */
import type { InstallationPart } from '../../scripts/installation.ts';
import { getPercentile } from './recovery.ts';

/** Shorter runs are not judged by their totals: the first minute of a load and a few kills say little. */
const LONG_RUN_MINUTES = 30;
const OPERATIONS_PER_S_MIN = 100;
const KILLS_MIN = 300;
/**
 * 95th percentile of the time from a kill to the first success. The bank is not ours and has no limit: the load pays at it
 * what the product could create, and after a few failures the circuit breaker asks it again after 5 to 60 seconds.
 */
const RECOVERY_MAX_MS = 5_000;
const OWN_PARTS = ['server', 'worker', 'postgres'] as const satisfies readonly InstallationPart[];
/** Of fewer times, the 95th percentile is the longest one: a single pause of the machine would decide. */
const TIMES_MIN = 20;

export interface CrashFigures {
  minutes: number;
  operations_per_s: number;
  kills: number;
  /** Times to the first success after a kill, in milliseconds. */
  times: Record<InstallationPart, readonly number[]>;
}

/** The limits that a run did not meet, as sentences. */
export function listMissedLimits({ minutes, operations_per_s, kills, times }: CrashFigures): string[] {
  const missed: string[] = [];
  const is_long = minutes >= LONG_RUN_MINUTES;
  if (is_long && operations_per_s < OPERATIONS_PER_S_MIN) {
    missed.push(`${operations_per_s.toFixed(1)} acknowledged operations/s, at least ${OPERATIONS_PER_S_MIN} expected`);
  }
  if (is_long && kills < KILLS_MIN) missed.push(`${kills} kills, at least ${KILLS_MIN} expected`);
  for (const part of OWN_PARTS) {
    const values = times[part];
    if (values.length < TIMES_MIN) {
      if (is_long) missed.push(`${part}: ${values.length} recoveries, at least ${TIMES_MIN} expected`);
      continue;
    }
    const p95_ms = getPercentile(values, 0.95);
    if (p95_ms <= RECOVERY_MAX_MS) continue;
    missed.push(
      `${part}: first success after ${(p95_ms / 1000).toFixed(2)} s (p95), at most ${RECOVERY_MAX_MS / 1000} s`,
    );
  }
  return missed;
}
