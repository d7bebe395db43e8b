/**
 * Collects garbage when the process has nothing to do: V8 collects only to make room for more, so that a process keeps the
 * memory of its start, or of its last busy hour, for as long as it is idle.
 */
import { performance } from 'node:perf_hooks';
import * as duration from '@dasbor/contract/duration';

const INTERVAL_MS = duration.seconds(30);
/** Share of an interval in which an idle process works: timers, polling of jobs, a health check. */
const IDLE_MAX = 0.02;
/** Work since the last collection that leaves garbage worth a pause of about 0.15 s. */
const WORK_MS_MIN = 500;

/** Decides after each interval whether to collect: when it was idle, and the process has worked since the last collection. */
export function createIdleDetector(): (interval: { active: number; utilization: number }) => boolean {
  let worked_ms = Infinity; // The start.
  return ({ active, utilization }) => {
    worked_ms += active;
    if (utilization > IDLE_MAX || worked_ms < WORK_MS_MIN) return false;
    worked_ms = 0;
    return true;
  };
}

/** Checks every half minute whether the process is idle. Does nothing without `--expose-gc`. */
export function collectWhenIdle(): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  const isDue = createIdleDetector();
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    if (isDue(performance.eventLoopUtilization(now, last)))
      gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    last = now;
  }, INTERVAL_MS).unref();
}
