import { expect, test } from 'vitest';
import { MONEY_SCENARIOS, NOT_STORMED, listKeyedRoutes } from './idempotency/money-routes.ts';
import { runIdempotency, shareKeys } from './idempotency.ts';

// The short setting of `npm run soak -- idempotency`: one key or two of every route.
test('a key sent many times concurrently over broken connections has one effect and one response', async () => {
  const { ok, lines } = await runIdempotency({ seed: 20_261_121, keys: 40, copies: 10 });
  expect(lines.filter((line) => line.startsWith('VIOLATION'))).toEqual([]);
  expect(ok).toBe(true);
}, 600_000);

test('every route with a required key is stormed, or says why not', () => {
  const named = [...Object.keys(MONEY_SCENARIOS), ...Object.keys(NOT_STORMED)].toSorted();
  expect(named).toEqual(
    listKeyedRoutes()
      .map(({ name }) => name)
      .toSorted(),
  );
});

test.each([1, 27, 40, 10_000])('%i keys are all sent, within the limits of routes', (keys) => {
  const shares = shareKeys(keys);
  expect(shares.reduce((sum, [, share]) => sum + share, 0)).toBe(keys);
  for (const [name, share] of shares) expect(share).toBeLessThanOrEqual(MONEY_SCENARIOS[name]?.keys_max ?? keys);
});
