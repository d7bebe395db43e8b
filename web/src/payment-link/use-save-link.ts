/** Saves the form. Creating a link is idempotent: a repeated click or retry does not create a second link. */
import { type PaymentLink } from '@dasbor/contract/payment-link-terms';
import { createPaymentLink, updatePaymentLink } from '@dasbor/contract/payment-link';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { type Problem, toProblem } from '../api/problem.ts';
import { type LinkForm, buildBody } from './link-form.ts';
import { useInvalidateLinks } from './mutations.ts';

export interface SaveInput {
  form: LinkForm;
  status: 'draft' | 'active';
}

/** After a network or server error, or while a request is in progress, the key is reused so that nothing is created twice. */
const needsNewKey = ({ status_code, code }: Problem): boolean =>
  (status_code === 409 || status_code === 422) && code !== 'idempotency_key_in_use';

export function useSaveLink(
  edited: PaymentLink | undefined,
  on: { saved: (link: PaymentLink) => void; refused: (problem: Problem) => void },
) {
  const key = useRef<string>(null);
  const is_running = useRef(false);
  const invalidate = useInvalidateLinks();
  key.current ??= createIdempotencyKey();
  const saving = useMutation({
    mutationFn: ({ form, status }: SaveInput) => {
      const { custom_slug, type, ...terms } = buildBody(form, new Date());
      if (edited !== undefined) return call(updatePaymentLink, { params: { id: edited.id }, body: terms });
      const slug = custom_slug === undefined ? {} : { custom_slug };
      const idempotency_key = key.current ?? createIdempotencyKey();
      return call(createPaymentLink, { body: { ...terms, ...slug, type, status }, idempotency_key });
    },
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      invalidate(data.id);
      on.saved(data);
    },
    onError: (error) => {
      const problem = toProblem(error);
      if (needsNewKey(problem)) key.current = createIdempotencyKey();
      on.refused(problem);
    },
    onSettled: () => {
      is_running.current = false;
    },
  });
  return {
    is_busy: saving.isPending,
    saving_as: saving.isPending ? saving.variables.status : undefined,
    save: (input: SaveInput) => {
      // A double click can arrive before the button renders as busy.
      if (is_running.current) return;
      is_running.current = true;
      saving.mutate(input);
    },
  };
}
