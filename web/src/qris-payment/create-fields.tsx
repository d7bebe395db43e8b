import type { QrisType } from '@dasbor/contract/qris-payment';
import { QRIS_AMOUNT_MAX } from '@dasbor/contract/qris-tip';
import { Alert, Button, Group, Input, SegmentedControl, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { describeProblem } from './creation-problem.ts';
import {
  type CreateField,
  type CreateForm,
  EMPTY_FORM,
  EXPIRY_MINUTES,
  FIELDS,
  validateForm,
  isDirty,
} from './create-form.ts';
import { useCreatePayment } from './use-create-payment.ts';
import { messages } from './messages.ts';
import { TipFields } from './tip-fields.tsx';

export interface CreateFieldsProps {
  type: QrisType;
  onCreated: (payment: QrisPayment) => void;
  onCancel: () => void;
}

type FieldErrors = Partial<Record<CreateField, string>>;

/** The form of a new QRIS payment or static code. */
export function CreateFields({ type, onCreated, onCancel }: CreateFieldsProps) {
  const [form, setForm] = useState<CreateForm>({ ...EMPTY_FORM, type });
  const [is_submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<{ fields: FieldErrors; message?: string }>({ fields: {} });
  const element = useRef<HTMLFormElement>(null);
  useUnsavedChanges(isDirty(form));
  const { create, is_busy } = useCreatePayment({
    onCreated,
    onRefused: (problem) => {
      const { field: problem_field, message } = describeProblem(problem);
      const listed = (problem.errors ?? []).filter(({ field }) => (FIELDS as readonly string[]).includes(field));
      const fields: FieldErrors = Object.fromEntries(listed.map(({ field, detail }) => [field, detail]));
      if (problem_field !== undefined) fields[problem_field] ??= message;
      setRefused(Object.keys(fields).length > 0 ? { fields } : { fields, message });
      focusFirstInvalid(element.current);
    },
  });
  const errors: FieldErrors = { ...refused.fields, ...validateForm(form) };
  const set = <Field extends CreateField>(field: Field) => ({
    name: field,
    value: form[field],
    error: errors[field],
    onChange: (value: CreateForm[Field]) => {
      setForm((now) => ({ ...now, [field]: value }));
      setRefused(({ fields: { [field]: _answered, ...rest } }) => ({ fields: rest }));
    },
    // Errors of the server show at once; others after the field was left or the form submitted.
    ...(is_submitted || refused.fields[field] !== undefined ? { touched: true } : {}),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const found = validateForm(form);
    if (Object.keys(found).length > 0) return focusFirstInvalid(element.current);
    setRefused({ fields: {} });
    return create(form);
  };
  const { fields: label, form: t } = messages();
  const expiries = EXPIRY_MINUTES.map((minutes) => ({ name: t.expiries[minutes], minutes }));
  const expiry = expiries.find(({ minutes }) => minutes === form.expires_in_minutes) ?? null;
  return (
    <form ref={element} onSubmit={submit} noValidate aria-label={t.label}>
      <Stack gap="md">
        {refused.message !== undefined && (
          <Alert color="red.9" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
            {refused.message}
          </Alert>
        )}
        <Input.Wrapper label={label.type} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={label.type}
            value={form.type}
            onChange={(next) => set('type').onChange(next === 'static' ? 'static' : 'dynamic')}
            data={[
              { value: 'dynamic', label: t.type_dynamic },
              { value: 'static', label: t.type_static },
            ]}
          />
        </Input.Wrapper>
        {form.type === 'static' ? (
          <TextField label={label.name} required description={t.name_line} data-autofocus {...set('name')} />
        ) : (
          <AmountField
            label={label.amount}
            required
            description={t.amount_max(formatRupiah(QRIS_AMOUNT_MAX))}
            data_autofocus
            {...set('amount')}
          />
        )}
        <TipFields set={set} mode={form.tip_mode} />
        <Group grow align="start">
          <TextField label={label.store} {...set('store')} />
          <TextField label={label.terminal} {...set('terminal')} />
        </Group>
        {form.type === 'dynamic' && (
          <>
            <TextField label={label.merchant_reference} description={t.reference_line} {...set('merchant_reference')} />
            <TextField label={label.description} {...set('description')} />
            <TextField label={label.customer_name} {...set('customer_name')} autoComplete="off" />
            <TextField label={label.customer_email} {...set('customer_email')} type="email" autoComplete="off" />
            <SelectField
              label={t.expires_after}
              required
              options={expiries}
              value={expiry}
              onChange={(chosen) =>
                set('expires_in_minutes').onChange(chosen?.minutes ?? EMPTY_FORM.expires_in_minutes)
              }
            />
          </>
        )}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={is_busy}>
            {form.type === 'static'
              ? t.create_static
              : form.amount === null
                ? t.create
                : t.create_amount(formatRupiah(form.amount))}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
