import { expect, test } from 'vitest';
import { runRotateKeys } from './rotate-keys.ts';

// The short setting of `npm run soak -- rotate-keys`.
test('secrets that are read and changed during a rotation all decrypt with the new key alone', async () => {
  const { ok, lines } = await runRotateKeys({ seed: 20_261_121, secrets: 1_500 });
  expect(lines.filter((line) => line.startsWith('VIOLATION'))).toEqual([]);
  expect(ok).toBe(true);
}, 300_000);
