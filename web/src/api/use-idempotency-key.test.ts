import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { needsNewKey, useIdempotencyKey } from './use-idempotency-key.ts';

test.each([
  [0, undefined, false],
  [401, undefined, false],
  [429, undefined, false],
  [400, 'invalid_request', false],
  [500, undefined, false],
  [502, 'bank_unreachable', false],
  [503, 'unavailable', false],
  [409, 'idempotency_key_in_use', false],
  [409, 'duplicate_reference', true],
  [422, 'bank_refused', true],
  [422, 'idempotency_key_reused', true],
] as const)('reliability 4.1: after %s %s the next attempt needs a new key: %s', (status_code, code, needs) => {
  expect(needsNewKey({ status_code, code })).toBe(needs);
});

test('the key stays over renders and unknown outcomes, and is renewed on request', () => {
  const { result, rerender } = renderHook(useIdempotencyKey);
  const first = result.current.key();
  rerender();
  expect(result.current.onError(new TypeError('Failed to fetch')).status_code).toBe(0);
  expect(result.current.key()).toBe(first);
  result.current.renew();
  expect(result.current.key()).not.toBe(first);
});
