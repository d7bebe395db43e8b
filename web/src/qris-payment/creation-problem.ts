/** What an error of a creation means for the form. */
import type { Problem } from '../api/problem.ts';
import type { CreateField } from './create-form.ts';
import { messages } from './messages.ts';

/** An earlier attempt with other values was received. */
const REUSED = 'idempotency_key_reused';

/** The message for an error, and the field that shows it. */
export function describeProblem(problem: Problem): { field?: CreateField; message: string } {
  const t = messages().errors;
  if (problem.code === 'duplicate_reference') return { field: 'merchant_reference', message: problem.detail };
  if (problem.code === 'amount_limit') return { field: 'amount', message: problem.detail };
  if (problem.code === REUSED) return { message: t.key_reused };
  return { message: problem.status_code === 0 ? t.no_response : problem.detail };
}
