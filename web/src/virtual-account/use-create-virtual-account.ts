/** Opening a virtual account once, however often the button is pressed. */
import { createVirtualAccount } from '@dasbor/contract/virtual-account';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import { type CreateForm, type FieldErrors, FIELDS, toCreateBody } from './create-form.ts';

export interface CreateHandlers {
  onCreated: (va: VirtualAccount) => void;
  onRefused: (problem: Problem) => void;
}

export function useCreateVirtualAccount({ onCreated, onRefused }: CreateHandlers) {
  // Made when the form opens, before anything is sent, and kept over its tries.
  const key = useRef<string>(null);
  const is_running = useRef(false);
  key.current ??= createIdempotencyKey();
  const creation = useMutation({
    mutationFn: (form: CreateForm) => {
      const body = toCreateBody({ ...form, bank: form.bank ?? 'BCA' });
      return call(createVirtualAccount, { body, idempotency_key: key.current ?? createIdempotencyKey() });
    },
    meta: { quiet: true },
    onSuccess: ({ data }) => onCreated(data),
    onError: (error) => {
      const problem = toProblem(error);
      if (needsNewKey(problem)) key.current = createIdempotencyKey();
      onRefused(problem);
    },
    onSettled: () => {
      is_running.current = false;
    },
  });
  return {
    is_busy: creation.isPending,
    create: (form: CreateForm) => {
      // A double click comes before the button is drawn as busy.
      if (is_running.current) return;
      is_running.current = true;
      creation.mutate(form);
    },
  };
}

/** A refusal is for ever under its key; while it is unknown whether the number was made, the key stays. */
export const needsNewKey = ({ status_code, code }: Pick<Problem, 'status_code' | 'code'>): boolean =>
  (status_code === 409 || status_code === 422) && code !== 'idempotency_key_in_use';

/** What the server refused, at its fields where it names them. */
export function toFieldErrors(problem: Problem): { fields: FieldErrors; words?: string } {
  const listed = (problem.errors ?? []).filter(({ field }) => (FIELDS as readonly string[]).includes(field));
  const fields = Object.fromEntries(listed.map(({ field, detail }) => [field, detail])) as FieldErrors;
  if (problem.code === 'duplicate_reference') fields.merchant_reference = problem.detail;
  if (problem.code === 'number_taken') fields.suffix = problem.detail;
  if (Object.keys(fields).length > 0) return { fields };
  if (problem.status_code === 0) {
    return { fields, words: 'No answer came. Try again: the same number is never opened twice.' };
  }
  return { fields, words: problem.detail };
}
