import { performance } from 'node:perf_hooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { collectWhenIdle, createIdleDetector } from './idle-collection.ts';

const IDLE = { active: 20, utilization: 0.001 };
const BUSY = { active: 9_000, utilization: 0.3 };

test('garbage is collected once after the start, and not again while the process stays idle', () => {
  const isDue = createIdleDetector();
  expect([IDLE, IDLE, IDLE].map(isDue)).toEqual([true, false, false]);
});

test('never in an interval with work; after it, once more', () => {
  const isDue = createIdleDetector();
  expect([BUSY, BUSY, IDLE, IDLE, BUSY, IDLE, IDLE].map(isDue)).toEqual([
    false,
    false,
    true,
    false,
    false,
    true,
    false,
  ]);
});

test('little work that adds up is worth a collection, too', () => {
  const isDue = createIdleDetector();
  const little = { active: 200, utilization: 0.007 };
  expect([little, little, little, little, little].map(isDue)).toEqual([true, false, false, true, false]);
});

test('decision 0170: an idle process collects once, and gives the memory back to the system', () => {
  vi.useFakeTimers();
  const gc = vi.fn<NodeJS.GCFunction>();
  vi.stubGlobal('gc', gc);
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ idle: 29_980, ...IDLE });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  collectWhenIdle();
  vi.advanceTimersByTime(29_000);
  expect(gc).not.toHaveBeenCalled();
  vi.advanceTimersByTime(91_000);
  expect(gc.mock.calls).toEqual([[{ type: 'major', execution: 'sync', flavor: 'last-resort' }]]);
});
