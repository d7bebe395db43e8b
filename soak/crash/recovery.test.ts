import { expect, test } from 'vitest';
import { createRecoveryWatch, formatRecovery, getPercentile } from './recovery.ts';

const answer = { from: 'callbacks', status: 200, retry_after: null, text: '' } as const;

test('a success counts for a kill only when its request began after it, and only of the killed part', () => {
  let at = 1_000;
  const watch = createRecoveryWatch(() => at);
  watch.onKill('postgres');
  watch.onKill('bank');
  at = 3_500;
  watch.onAnswer({ ...answer, started_at: 900 });
  watch.onAnswer({ ...answer, started_at: 2_000, status: 503 });
  watch.onAnswer({ ...answer, started_at: 2_000, status: null });
  expect(watch.listWaiting()).toEqual(['postgres', 'bank']);
  watch.onAnswer({ ...answer, started_at: 2_000 });
  expect(watch.listWaiting()).toEqual(['bank']);
  expect(watch.times.postgres).toEqual([2_500]);
  watch.onHeartbeat();
  expect(watch.listWaiting()).toEqual(['bank']);
});

test('percentiles are values that were measured', () => {
  const values = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect([0.5, 0.95, 1].map((share) => getPercentile(values, share))).toEqual([10, 19, 20]);
  expect(formatRecovery('postgres', 2, [1_000, 2_000])).toBe(
    'postgres: 2 kills, first success after 1.00 s (p50), 2.00 s (p95), 2.00 s (longest)',
  );
});
