/** The name of a wish to create (Idempotency-Key), and what a refusal means for it. */
import type { Problem } from '../api/problem.ts';
import type { CreateField } from './create-form.ts';

/** The server knows the key with other values: an earlier try did arrive. */
const REUSED = 'idempotency_key_reused';
const IN_USE = 'idempotency_key_in_use';

/**
 * Whether the next try needs a new key. While it is unknown if the payment was made (no answer, a fault
 * of the server, another try still running) the key stays, so that nothing is made twice. A refusal
 * is for ever under its key: only a new one can be granted.
 */
export function needsNewKey({ status_code, code }: Pick<Problem, 'status_code' | 'code'>): boolean {
  if (status_code !== 409 && status_code !== 422) return false;
  return code !== IN_USE;
}

/** What to say beyond the server's own words, and where. */
export function describeProblem(problem: Problem): { field?: CreateField; words: string } {
  if (problem.code === 'duplicate_reference') return { field: 'merchant_reference', words: problem.detail };
  if (problem.code === 'amount_limit') return { field: 'amount', words: problem.detail };
  if (problem.code === REUSED) {
    return {
      words:
        'An earlier try with other values did arrive. Look for it in the list before you create this payment as well.',
    };
  }
  if (problem.status_code === 0) {
    return { words: 'No answer came. Try again: the same payment is never created twice.' };
  }
  return { words: problem.detail };
}
