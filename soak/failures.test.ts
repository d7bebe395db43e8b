import { expect, test } from 'vitest';
import { findWrongAnswer } from './failures/phase.ts';
import { runFailures } from './failures.ts';

// The short setting of `npm run soak -- failures`: a few seconds of each failure.
test('a full disk, a moved clock, a paused database and lost answers to COMMIT leave no wrong entry', async () => {
  const { ok, lines } = await runFailures({ seed: 20_261_121, minutes: 0, failure_ms: 3_000 });
  expect(lines.filter((line) => line.startsWith('VIOLATION'))).toEqual([]);
  expect(ok).toBe(true);
}, 600_000);

test.each([
  ['api', 503, '2', false, null],
  ['api', 503, null, false, '503 without Retry-After'],
  ['api', 500, '2', false, 'api answered 500: x'],
  ['api', null, null, false, 'a request of the API got no answer: x'],
  ['api', 409, null, false, null],
  ['callbacks', 500, null, false, null],
  ['callbacks', 401, null, false, 'callbacks answered 401: x'],
  ['callbacks', 401, null, true, null],
  ['callbacks', 404, null, true, 'callbacks answered 404: x'],
  ['bank', 500, null, false, null],
] as const)(
  'an answer of %s with %s, Retry-After %s, the clock moved: %s',
  (...[from, status, retry_after, ...rest]) => {
    const [moves_clock, wrong] = rest;
    expect(findWrongAnswer({ from, status, retry_after, text: 'x', started_at: 0 }, moves_clock)).toBe(wrong);
  },
);
