import { expect, test } from 'vitest';
import { runFuzz } from './fuzz.ts';

// The short setting of `npm run soak -- fuzz`.
test('generated requests to every published operation get declared responses and never an internal error', async () => {
  const { ok, lines } = await runFuzz({ seed: 20_261_121, minutes: 0, requests: 800 });
  expect(lines.filter((line) => line.startsWith('VIOLATION'))).toEqual([]);
  expect(ok).toBe(true);
}, 600_000);
