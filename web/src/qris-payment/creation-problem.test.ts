import { expect, test } from 'vitest';
import { describeProblem, needsNewKey } from './creation-problem.ts';

test.each([
  [0, undefined, false],
  [401, undefined, false],
  [429, undefined, false],
  [400, 'invalid_request', false],
  [500, undefined, false],
  [503, undefined, false],
  [409, 'idempotency_key_in_use', false],
  [409, 'duplicate_reference', true],
  [422, 'bank_refused', true],
  [422, 'merchant_not_active', true],
  [422, 'idempotency_key_reused', true],
] as const)('reliability 4.1: after %s %s the next attempt needs a new key: %s', (status_code, code, needs) => {
  expect(needsNewKey({ status_code, code })).toBe(needs);
});

test('a used reference is shown at its field', () => {
  const problem = { status_code: 409, code: 'duplicate_reference', detail: 'Used before.' };
  expect(describeProblem(problem)).toEqual({ field: 'merchant_reference', message: 'Used before.' });
});

test('without a response, the message says that a retry creates nothing twice', () => {
  expect(describeProblem({ status_code: 0, detail: 'Internal Server Error' }).message).toContain(
    'will not be created twice',
  );
});
