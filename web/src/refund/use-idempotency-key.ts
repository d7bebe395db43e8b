/** One wish under one Idempotency-Key, however often its button is pressed. */
import { useRef } from 'react';
import { createIdempotencyKey } from '../api/call.ts';
import { type Problem, toProblem } from '../api/problem.ts';

const KEY_IN_USE = 'idempotency_key_in_use';

/** A refusal is for ever under its key; while it is unknown what became of a try, the key stays. */
export const needsNewKey = ({ status_code, code }: Pick<Problem, 'status_code' | 'code'>): boolean =>
  (status_code === 409 || status_code === 422) && code !== KEY_IN_USE;

/** The key of the present wish. `onError` makes a new one when only a new one can be granted. */
export function useIdempotencyKey() {
  const key = useRef<string>(null);
  key.current ??= createIdempotencyKey();
  return {
    key: (): string => key.current ?? createIdempotencyKey(),
    renew: () => {
      key.current = createIdempotencyKey();
    },
    onError: (error: unknown): Problem => {
      const problem = toProblem(error);
      if (needsNewKey(problem)) key.current = createIdempotencyKey();
      return problem;
    },
  };
}

/** What to say of a failed try. */
export const formatProblem = (problem: Problem): string =>
  problem.status_code === 0 ? 'No answer came. Try again: nothing is ever given back twice.' : problem.detail;
