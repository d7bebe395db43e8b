/** One Idempotency-Key per submitted form, however often its button is pressed. */
import { useRef } from 'react';
import { createIdempotencyKey } from '../api/call.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import { messages } from './messages.ts';

const KEY_IN_USE = 'idempotency_key_in_use';

/** A refusal is final for its key; after an attempt with an unknown outcome the key stays the same. */
export const needsNewKey = ({ status_code, code }: Pick<Problem, 'status_code' | 'code'>): boolean =>
  (status_code === 409 || status_code === 422) && code !== KEY_IN_USE;

/** The key of the current form. `onError` renews it when a retry with the same key cannot succeed. */
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

export const formatProblem = (problem: Problem): string =>
  problem.status_code === 0 ? messages().no_response : problem.detail;
