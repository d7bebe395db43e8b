import { expect, test } from 'vitest';
import { describeProblem } from './creation-problem.ts';

test('a used reference is shown at its field', () => {
  const problem = { status_code: 409, code: 'duplicate_reference', detail: 'Used before.' };
  expect(describeProblem(problem)).toEqual({ field: 'merchant_reference', message: 'Used before.' });
});

test('without a response, the message explains that a retry is safe', () => {
  expect(describeProblem({ status_code: 0, detail: 'Internal Server Error' }).message).toContain(
    'will not be created twice',
  );
});
