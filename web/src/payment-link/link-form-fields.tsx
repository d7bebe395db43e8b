import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Alert, Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import type { Problem } from '../api/problem.ts';
import { useNow } from '../ui/clock.ts';
import { showSuccess } from '../ui/toast.ts';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { FormContext } from './form-context.ts';
import { MethodFields } from './method-fields.tsx';
import { type ValidationErrors, validateForm } from './form-validation.ts';
import { type LinkForm, isDirty } from './link-form.ts';
import { MessageFields, AdvancedFields } from './advanced-fields.tsx';
import { LinkPreview } from './preview.tsx';
import { useSaveLink } from './use-save-link.ts';
import { AmountFields } from './amount-fields.tsx';
import { CustomerFields } from './customer-fields.tsx';
import classes from './payment-link.module.css';

const REUSED =
  'An earlier try with other values did arrive. Look for it in the list before you create this link as well.';
const NO_ANSWER = 'No answer came. Try again: the same link is never made twice.';

/** What the server said, and at which fields. */
interface FormErrors {
  words: string | null;
  fields: ValidationErrors;
}
const NO_ERRORS: FormErrors = { words: null, fields: {} };

/** The whole form beside what the customer will see. `edited`: the link that is changed; absent for a new one. */
export function LinkFormFields({ start, edited }: { start: LinkForm; edited?: PaymentLink }) {
  const [first] = useState(start);
  const [form, setForm] = useState(first);
  const [is_submitted, setSubmitted] = useState(false);
  const [is_saved, setSaved] = useState(false);
  const [refused, setRefused] = useState(NO_ERRORS);
  const element = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  useUnsavedChanges(!is_saved && isDirty(form, first));
  const { save, is_busy, saving_as } = useSaveLink(edited, {
    saved: (link) => {
      setSaved(true);
      void showSuccess(edited === undefined ? 'Payment link created' : 'Changes saved');
      const offers_whatsapp = edited === undefined && link.status === 'active' && link.notify.whatsapp;
      const search = offers_whatsapp ? { share: 'whatsapp' } : {};
      // What was typed is saved: the guard of unsaved changes, which learns of it a moment later, has nothing to ask.
      void navigate({ to: '/payment-link/$id', params: { id: link.id }, search, ignoreBlocker: true });
    },
    refused: (problem) => {
      setRefused(toFormErrors(problem));
      focusFirst(element.current);
    },
  });
  const now = useNow(60_000);
  const faults = useMemo(() => ({ ...refused.fields, ...validateForm(form, now) }), [form, refused, now]);
  const at_hand = {
    form,
    faults,
    is_submitted,
    is_amount_fixed: edited !== undefined && edited.paid_count > 0,
    is_edit: edited !== undefined,
    change: (part: Partial<LinkForm>) => {
      setForm((now) => ({ ...now, ...part }));
      setRefused(NO_ERRORS);
    },
  };
  const submitAs = (status: 'draft' | 'active') => {
    setSubmitted(true);
    setRefused(NO_ERRORS);
    if (Object.keys(validateForm(form, new Date())).length > 0) return focusFirst(element.current);
    return save({ form, status });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    submitAs('active');
  };
  return (
    <FormContext value={at_hand}>
      <div className={classes.making}>
        <form
          ref={element}
          onSubmit={submit}
          noValidate
          className={classes.fields}
          aria-label={edited === undefined ? 'New payment link' : 'Edit the payment link'}
        >
          {refused.words !== null && (
            <Alert color="red.9" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
              {refused.words}
            </Alert>
          )}
          <AmountFields />
          <MethodFields />
          <CustomerFields />
          <MessageFields />
          <AdvancedFields />
          <div className={classes.bar}>
            {edited === undefined ? (
              <>
                <Button
                  variant="default"
                  loading={saving_as === 'draft'}
                  disabled={is_busy}
                  onClick={() => submitAs('draft')}
                >
                  Save as draft
                </Button>
                <Button type="submit" loading={saving_as === 'active'} disabled={is_busy}>
                  Create the link
                </Button>
              </>
            ) : (
              <Button type="submit" loading={is_busy}>
                Save the changes
              </Button>
            )}
          </div>
        </form>
        <LinkPreview />
      </div>
    </FormContext>
  );
}

function toFormErrors(problem: Problem): FormErrors {
  if (problem.status_code === 0) return { words: NO_ANSWER, fields: {} };
  if (problem.code === 'idempotency_key_reused') return { words: REUSED, fields: {} };
  const listed = problem.errors ?? [];
  const fields: ValidationErrors = Object.fromEntries(listed.map(({ field, detail }) => [field, detail]));
  if (problem.code === 'duplicate_reference') fields['merchant_reference'] = problem.detail;
  return { words: problem.detail, fields };
}

/** The first faulty field, once it is drawn as such. */
function focusFirst(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const faulty = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (faulty) faulty.focus();
    else form?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  });
}
