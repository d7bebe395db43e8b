import { expect, test } from 'vitest';
import { runFuzz } from './fuzz.ts';

// The short setting of `npm run soak -- fuzz`.
test('invented requests to every published operation get declared answers, and never a fault of ours', async () => {
  const { ok, lines } = await runFuzz({ seed: 20_261_121, minutes: 0, requests: 800 });
  expect(lines.filter((line) => line.startsWith('FAULT'))).toEqual([]);
  expect(ok).toBe(true);
}, 120_000);
