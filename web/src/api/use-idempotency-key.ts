/** One Idempotency-Key per submitted form, however often its button is pressed. */
import { useRef } from 'react';
import { createIdempotencyKey } from './call.ts';
import { type Problem, toProblem } from './problem.ts';

const KEY_IN_USE = 'idempotency_key_in_use';

/**
 * Whether the next attempt needs a new key. While it is unknown whether the request took effect (no response, server error,
 * another attempt in progress) the key stays, so that nothing happens twice. A definite error is stored under its key, so
 * the next attempt needs a new one.
 */
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
