/** What an error of a creation means for its Idempotency-Key and for the form. */
import type { Problem } from '../api/problem.ts';
import type { CreateField } from './create-form.ts';
import { messages } from './messages.ts';

/** An earlier attempt with other values was received. */
const REUSED = 'idempotency_key_reused';
const IN_USE = 'idempotency_key_in_use';

/**
 * Whether the next attempt needs a new key. While it is unknown whether the payment was created (no response, server
 * error, another attempt in progress) the key stays, so that nothing is created twice. A definite error is stored under its
 * key, so the next attempt needs a new one.
 */
export function needsNewKey({ status_code, code }: Pick<Problem, 'status_code' | 'code'>): boolean {
  if (status_code !== 409 && status_code !== 422) return false;
  return code !== IN_USE;
}

/** The message for an error, and the field that shows it. */
export function describeProblem(problem: Problem): { field?: CreateField; message: string } {
  const t = messages().errors;
  if (problem.code === 'duplicate_reference') return { field: 'merchant_reference', message: problem.detail };
  if (problem.code === 'amount_limit') return { field: 'amount', message: problem.detail };
  if (problem.code === REUSED) return { message: t.key_reused };
  return { message: problem.status_code === 0 ? t.no_response : problem.detail };
}
