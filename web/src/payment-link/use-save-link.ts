/** Saves the form. Creating a link is idempotent: a repeated click or retry does not create a second link. */
import { type PaymentLink } from '@dasbor/contract/payment-link-terms';
import { createPaymentLink, updatePaymentLink } from '@dasbor/contract/payment-link';
import { call } from '../api/call.ts';
import type { Problem } from '../api/problem.ts';
import { useCreateOnce } from '../api/use-idempotency-key.ts';
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
  const invalidate = useInvalidateLinks();
  const saving = useCreateOnce({
    create: ({ form, status }: SaveInput, idempotency_key) => {
      const { custom_slug, type, ...terms } = buildBody(form, new Date());
      if (edited !== undefined) return call(updatePaymentLink, { params: { id: edited.id }, body: terms });
      const slug = custom_slug === undefined ? {} : { custom_slug };
      return call(createPaymentLink, { body: { ...terms, ...slug, type, status }, idempotency_key });
    },
    onCreated: ({ data }) => {
      invalidate(data.id);
      on.saved(data);
    },
    onRefused: on.refused,
  });
  return { is_busy: saving.is_busy, saving_as: saving.input?.status, save: saving.create };
}
