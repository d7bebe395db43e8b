import { expect, test } from 'vitest';
import { runCrash } from './crash.ts';

// The short setting of `npm run soak -- crash`: fifteen seconds of kills, then the comparison.
test('killing API, worker, bank and database neither loses nor duplicates acknowledged operations', async () => {
  const { ok, lines } = await runCrash({ seed: 20_261_121, minutes: 0.25, kills_per_minute: 30 });
  expect(lines.filter((line) => line.startsWith('VIOLATION'))).toEqual([]);
  expect(ok).toBe(true);
}, 400_000);
