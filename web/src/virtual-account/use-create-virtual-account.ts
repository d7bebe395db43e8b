/** Creates a virtual account exactly once, however often the form is submitted. */
import { createVirtualAccount } from '@dasbor/contract/virtual-account';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { call } from '../api/call.ts';
import type { Problem } from '../api/problem.ts';
import { useCreateOnce } from '../api/use-idempotency-key.ts';
import { messages } from './messages.ts';
import { type CreateForm, type FieldErrors, FIELDS, toCreateBody } from './create-form.ts';

export interface CreateHandlers {
  onCreated: (va: VirtualAccount) => void;
  onRefused: (problem: Problem) => void;
}

export const useCreateVirtualAccount = ({ onCreated, onRefused }: CreateHandlers) =>
  useCreateOnce({
    create: (form: CreateForm, idempotency_key) =>
      call(createVirtualAccount, { body: toCreateBody({ ...form, bank: form.bank ?? 'BCA' }), idempotency_key }),
    onCreated: ({ data }) => onCreated(data),
    onRefused,
  });

/** The errors of the server, by field where it names one. */
export function toFieldErrors(problem: Problem): { fields: FieldErrors; message?: string } {
  const listed = (problem.errors ?? []).filter(({ field }) => (FIELDS as readonly string[]).includes(field));
  const fields = Object.fromEntries(listed.map(({ field, detail }) => [field, detail])) as FieldErrors;
  if (problem.code === 'duplicate_reference') fields.merchant_reference = problem.detail;
  if (problem.code === 'number_taken') fields.suffix = problem.detail;
  if (Object.keys(fields).length > 0) return { fields };
  if (problem.status_code === 0) {
    return { fields, message: messages().errors.no_response };
  }
  return { fields, message: problem.detail };
}
