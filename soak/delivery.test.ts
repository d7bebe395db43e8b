import { expect, test } from 'vitest';
import { runDelivery } from './delivery.ts';

// The short setting of `npm run soak -- delivery`: one round of kills, then the comparison with an undisturbed copy.
test('settlement and delivery under SIGKILL end with the same result as an undisturbed run', async () => {
  const { ok, lines } = await runDelivery({ seed: 20_261_121, minutes: 0, merchants: 6, payments: 16, kills: 6 });
  expect(lines.filter((line) => line.startsWith('VIOLATION'))).toEqual([]);
  expect(ok).toBe(true);
}, 600_000);
