import { expect, test } from 'vitest';
import { findEmailLimit } from './email-limits.ts';

test.each([
  [{ by_merchant: 499, to_address: 19 }, null],
  [{ by_merchant: 500, to_address: 19 }, 'merchant'],
  [{ by_merchant: 499, to_address: 20 }, 'address'],
  // The answer names the longer wait.
  [{ by_merchant: 500, to_address: 20 }, 'address'],
] as const)('decision 0154: after %o the limit is %s', (sent, limit) => {
  expect(findEmailLimit(sent)).toBe(limit);
});
