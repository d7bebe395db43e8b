import { expect, test } from 'vitest';
import { runIdempotency } from './idempotency.ts';

// The short setting of `npm run soak -- idempotency`: 30 keys of 20 copies.
test('a key sent twenty times concurrently over broken connections has one effect and one response', async () => {
  const { ok, lines } = await runIdempotency({ seed: 20_261_121, keys: 30 });
  expect(lines.filter((line) => line.startsWith('VIOLATION'))).toEqual([]);
  expect(ok).toBe(true);
}, 600_000);
