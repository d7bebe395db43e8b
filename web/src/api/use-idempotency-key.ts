/** One Idempotency-Key per submitted form or confirmed action, however often its button is pressed. */
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { createIdempotencyKey } from './call.ts';
import { type Problem, toProblem } from './problem.ts';

const KEY_IN_USE = 'idempotency_key_in_use';

/**
 * Whether the next attempt needs a new key. A definite error is stored under its key. While the outcome is unknown (no
 * response, server error, another attempt in progress) the key stays, so that nothing is created twice.
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

export interface CreateOnceOptions<Input, Created> {
  create: (input: Input, idempotency_key: string) => Promise<Created>;
  onCreated: (created: Created) => void;
  onRefused: (problem: Problem) => void;
}

/** Creates something once per submitted form: a double click can precede the busy state of the button. */
export function useCreateOnce<Input, Created>({ create, onCreated, onRefused }: CreateOnceOptions<Input, Created>) {
  const idempotency = useIdempotencyKey();
  const is_running = useRef(false);
  const creation = useMutation({
    mutationFn: (input: Input) => create(input, idempotency.key()),
    meta: { quiet: true },
    // After a success the form is left: a late click must not create a second one.
    onSuccess: onCreated,
    onError: (error) => {
      is_running.current = false;
      onRefused(idempotency.onError(error));
    },
  });
  return {
    is_busy: creation.isPending,
    /** Object that is created. */
    input: creation.isPending ? creation.variables : undefined,
    create: (input: Input) => {
      if (is_running.current) return;
      is_running.current = true;
      creation.mutate(input);
    },
  };
}
