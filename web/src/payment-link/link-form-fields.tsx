import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Alert, Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import type { Problem } from '../api/problem.ts';
import { useNow } from '../ui/clock.ts';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { FormContext } from './form-context.ts';
import { MethodFields } from './method-fields.tsx';
import { type ValidationErrors, validateForm } from './form-validation.ts';
import { type LinkForm, isDirty } from './link-form.ts';
import { MessageFields, AdvancedFields } from './advanced-fields.tsx';
import { LinkPreview } from './preview.tsx';
import { isEmailLimitReached } from './mutations.ts';
import { useSaveLink } from './use-save-link.ts';
import { AmountFields } from './amount-fields.tsx';
import { CustomerFields } from './customer-fields.tsx';
import classes from './payment-link.module.css';
import { formMessages } from './form-messages.ts';

/** Errors from the server, by field. */
interface FormErrors {
  message: string | null;
  fields: ValidationErrors;
}
const NO_ERRORS: FormErrors = { message: null, fields: {} };

/** The form next to a preview of the pay page. `edited`: the link to update; absent for a new link. */
export function LinkFormFields({ start, edited }: { start: LinkForm; edited?: PaymentLink }) {
  const t = formMessages().create;
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
      if (isEmailLimitReached(link)) void showError(t.created_not_emailed);
      else void showSuccess(edited === undefined ? t.created : t.saved);
      const offers_whatsapp = edited === undefined && link.status === 'active' && link.notify.whatsapp;
      const search = offers_whatsapp ? { share: 'whatsapp' } : {};
      // The changes are saved; the unsaved-changes guard must not block this navigation.
      void navigate({ to: '/payment-link/$id', params: { id: link.id }, search, ignoreBlocker: true });
    },
    refused: (problem) => {
      setRefused(toFormErrors(problem));
      focusFirstInvalid(element.current);
    },
  });
  const now = useNow(60_000);
  const errors = useMemo(() => ({ ...refused.fields, ...validateForm(form, now) }), [form, refused, now]);
  const state = {
    form,
    errors,
    is_submitted,
    is_amount_fixed: edited !== undefined && edited.paid_count > 0,
    is_edit: edited !== undefined,
    change: (part: Partial<LinkForm>) => {
      setForm((now) => ({ ...now, ...part }));
      setRefused(NO_ERRORS);
    },
  };
  // A merchant that may not accept payments still saves drafts.
  const inactive = useInactiveReason('payments');
  const submitAs = (status: 'draft' | 'active') => {
    setSubmitted(true);
    setRefused(NO_ERRORS);
    if (Object.keys(validateForm(form, new Date())).length > 0) return focusFirstInvalid(element.current);
    return save({ form, status });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    submitAs('active');
  };
  return (
    <FormContext value={state}>
      <div className={classes.making}>
        <form
          ref={element}
          onSubmit={submit}
          noValidate
          className={classes.fields}
          aria-label={edited === undefined ? t.new_title : t.edit_title}
        >
          {refused.message !== null && (
            <Alert color="red.9" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
              {refused.message}
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
                  {t.save_draft}
                </Button>
                <ActionButton
                  type="submit"
                  disabled_reason={inactive}
                  loading={saving_as === 'active'}
                  disabled={is_busy}
                >
                  {t.create}
                </ActionButton>
              </>
            ) : (
              <Button type="submit" loading={is_busy}>
                {t.save}
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
  if (problem.status_code === 0) return { message: formMessages().create.no_response, fields: {} };
  if (problem.code === 'idempotency_key_reused') return { message: formMessages().create.key_reused, fields: {} };
  const listed = problem.errors ?? [];
  const fields: ValidationErrors = Object.fromEntries(listed.map(({ field, detail }) => [field, detail]));
  if (problem.code === 'duplicate_reference') fields['merchant_reference'] = problem.detail;
  return { message: problem.detail, fields };
}
