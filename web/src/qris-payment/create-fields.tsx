import type { QrisType } from '@dasbor/contract/qris-payment';
import { QRIS_AMOUNT_MAX } from '@dasbor/contract/qris-tip';
import { Alert, Button, Group, Input, SegmentedControl, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { QrisPayment } from '@dasbor/contract/qris-payment';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { describeProblem } from './creation-problem.ts';
import {
  type CreateField,
  type CreateForm,
  EMPTY_FORM,
  EXPIRIES,
  FIELDS,
  validateForm,
  isDirty,
} from './create-form.ts';
import { useCreatePayment } from './use-create-payment.ts';
import { TipFields } from './tip-fields.tsx';

export interface CreateFieldsProps {
  type: QrisType;
  onCreated: (payment: QrisPayment) => void;
  onCancel: () => void;
}

type FieldErrors = Partial<Record<CreateField, string>>;

/** The form of a new QRIS payment. */
export function CreateFields({ type, onCreated, onCancel }: CreateFieldsProps) {
  const [form, setForm] = useState<CreateForm>({ ...EMPTY_FORM, type });
  const [is_submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<{ fields: FieldErrors; words?: string }>({ fields: {} });
  const element = useRef<HTMLFormElement>(null);
  useUnsavedChanges(isDirty(form));
  const { create, is_busy } = useCreatePayment({
    onCreated,
    onRefused: (problem) => {
      const place = describeProblem(problem);
      const listed = (problem.errors ?? []).filter(({ field }) => (FIELDS as readonly string[]).includes(field));
      const fields: FieldErrors = Object.fromEntries(listed.map(({ field, detail }) => [field, detail]));
      if (place.field !== undefined) fields[place.field] ??= place.words;
      setRefused(Object.keys(fields).length > 0 ? { fields } : { fields, words: place.words });
      focusFirst(element.current, fields);
    },
  });
  const faults: FieldErrors = { ...refused.fields, ...validateForm(form) };
  const set = <Field extends CreateField>(field: Field) => ({
    name: field,
    value: form[field],
    error: faults[field],
    onChange: (value: CreateForm[Field]) => {
      setForm((now) => ({ ...now, [field]: value }));
      setRefused(({ fields: { [field]: _answered, ...rest } }) => ({ fields: rest }));
    },
    // What the server refused shows at once; the rest after the field was left, or after submitting.
    ...(is_submitted || refused.fields[field] !== undefined ? { touched: true } : {}),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const found = validateForm(form);
    if (Object.keys(found).length > 0) return focusFirst(element.current, found);
    setRefused({ fields: {} });
    return create(form);
  };
  const expiry = EXPIRIES.find(({ minutes }) => minutes === form.expires_in_minutes) ?? null;
  return (
    <form ref={element} onSubmit={submit} noValidate aria-label="New QRIS payment">
      <Stack gap="md">
        {refused.words !== undefined && (
          <Alert color="red.9" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
            {refused.words}
          </Alert>
        )}
        <Input.Wrapper label="Type" labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label="Type"
            value={form.type}
            onChange={(next) => set('type').onChange(next === 'static' ? 'static' : 'dynamic')}
            data={[
              { value: 'dynamic', label: 'One payment' },
              { value: 'static', label: 'Sticker' },
            ]}
          />
        </Input.Wrapper>
        {form.type === 'static' ? (
          <TextField
            label="Name"
            required
            description="For your own people, e.g. Front counter. The payer types the amount."
            data-autofocus
            {...set('name')}
          />
        ) : (
          <AmountField
            label="Amount"
            required
            description={`At most ${formatRupiah(QRIS_AMOUNT_MAX)}`}
            data_autofocus
            {...set('amount')}
          />
        )}
        <TipFields set={set} mode={form.tip_mode} />
        <Group grow align="start">
          <TextField label="Store" {...set('store')} />
          <TextField label="Terminal" {...set('terminal')} />
        </Group>
        {form.type === 'dynamic' && (
          <>
            <TextField
              label="Merchant reference"
              description="Your own order number; it can be used once"
              {...set('merchant_reference')}
            />
            <TextField label="Description" {...set('description')} />
            <TextField label="Customer name" {...set('customer_name')} autoComplete="off" />
            <TextField label="Customer e-mail" {...set('customer_email')} type="email" autoComplete="off" />
            <SelectField
              label="Expires after"
              required
              options={EXPIRIES}
              value={expiry}
              onChange={(chosen) =>
                set('expires_in_minutes').onChange(chosen?.minutes ?? EMPTY_FORM.expires_in_minutes)
              }
            />
          </>
        )}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={is_busy}>
            {form.type === 'static'
              ? 'Create sticker'
              : form.amount === null
                ? 'Create QR code'
                : `Create QR code of ${formatRupiah(form.amount)}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function focusFirst(form: HTMLFormElement | null, faults: FieldErrors): void {
  const first = FIELDS.find((field) => faults[field] !== undefined);
  if (first !== undefined) form?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
}
