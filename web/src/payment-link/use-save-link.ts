/** Saves the form. Creating a link is idempotent: a repeated click or retry does not create a second link. */
import { type PaymentLink } from '@dasbor/contract/payment-link-terms';
import { createPaymentLink, updatePaymentLink } from '@dasbor/contract/payment-link';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../api/call.ts';
import type { Problem } from '../api/problem.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { type LinkForm, buildBody } from './link-form.ts';
import { useInvalidateLinks } from './mutations.ts';

export interface SaveInput {
  form: LinkForm;
  status: 'draft' | 'active';
}

export function useSaveLink(
  edited: PaymentLink | undefined,
  on: { saved: (link: PaymentLink) => void; refused: (problem: Problem) => void },
) {
  const idempotency = useIdempotencyKey();
  const is_running = useRef(false);
  const invalidate = useInvalidateLinks();
  const saving = useMutation({
    mutationFn: ({ form, status }: SaveInput) => {
      const { custom_slug, type, ...terms } = buildBody(form, new Date());
      if (edited !== undefined) return call(updatePaymentLink, { params: { id: edited.id }, body: terms });
      const slug = custom_slug === undefined ? {} : { custom_slug };
      const body = { ...terms, ...slug, type, status };
      return call(createPaymentLink, { body, idempotency_key: idempotency.key() });
    },
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      invalidate(data.id);
      on.saved(data);
    },
    onError: (error) => {
      // After a success the form is left: a late click must not save again.
      is_running.current = false;
      on.refused(idempotency.onError(error));
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
