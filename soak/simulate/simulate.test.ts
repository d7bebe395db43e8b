import { expect, test } from 'vitest';
import { calculateFees } from './fees.ts';
import { runSimulation } from './simulate.ts';

// The short setting of `npm run soak -- simulate`: one seed.
test('every payment is recorded once despite duplicate, delayed, lost and forged callbacks and bank outages', async () => {
  const { ok, lines } = await runSimulation({ seed: 31, minutes: 0, steps: 100 });
  expect(lines.filter((line) => line.startsWith('VIOLATION'))).toEqual([]);
  expect(ok).toBe(true);
}, 600_000);

test('domain 4.6: the independent fee calculation rounds half up', () => {
  // Rp 100.000: fee 700, VAT 77. At 643 the fee is 4.501; at 642 it is 4.494.
  expect(calculateFees({ method: 'qris', channel: null, amount: 100_000n })).toEqual({ fee: 700n, vat: 77n });
  expect(calculateFees({ method: 'qris', channel: null, amount: 643n }).fee).toBe(5n);
  expect(calculateFees({ method: 'qris', channel: null, amount: 642n }).fee).toBe(4n);
  expect(calculateFees({ method: 'virtual_account', channel: 'BCA', amount: 1n })).toEqual({ fee: 4_500n, vat: 495n });
});
