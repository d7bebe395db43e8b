import { VA_BANKS, bankShortName, getVaBank } from '@dasbor/contract/bank';
import { VA_AMOUNT_TYPES, VA_TYPES, type VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import {
  type CreateField,
  type CreateForm,
  EMPTY_FORM,
  type FieldErrors,
  validateForm,
  isDirty,
  formatBankLimits,
  listExpiries,
} from './create-form.ts';
import { messages } from './messages.ts';
import { toFieldErrors, useCreateVirtualAccount } from './use-create-virtual-account.ts';

export interface CreateFieldsProps {
  onCreated: (va: VirtualAccount) => void;
  onCancel: () => void;
}

const BANKS = VA_BANKS.map(({ channel }) => ({ name: bankShortName(channel), channel }));

/** The form of a new virtual account. */
export function CreateFields({ onCreated, onCancel }: CreateFieldsProps) {
  const { fields: label, form: t } = messages();
  const { form, set, setForm, element, refused, is_busy, submit } = useCreateForm(onCreated);
  const expiries = listExpiries();
  return (
    <form ref={element} onSubmit={submit} noValidate aria-label={t.label}>
      <Stack gap="md">
        {refused.message !== undefined && (
          <Alert color="red.9" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
            {refused.message}
          </Alert>
        )}
        <NumberFields form={form} set={set} setForm={setForm} />
        <AmountFields form={form} set={set} />
        <SelectField
          {...set('expires_in_s')}
          label={t.expires_after}
          required
          options={expiries.filter(({ seconds }) => seconds !== null || form.type === 'reusable')}
          value={expiries.find(({ seconds }) => seconds === form.expires_in_s) ?? null}
          onChange={(chosen) =>
            set('expires_in_s').onChange(chosen === null ? EMPTY_FORM.expires_in_s : chosen.seconds)
          }
        />
        <TextField
          label={t.suffix}
          description={formatSuffixHint(form.bank)}
          inputMode="numeric"
          autoComplete="off"
          {...set('suffix')}
        />
        <TextField label={label.merchant_reference} description={t.reference_line} {...set('merchant_reference')} />
        <TextField label={label.description} {...set('description')} />
        <TextField label={label.customer_name} {...set('customer_name')} autoComplete="off" />
        <TextField label={label.customer_email} {...set('customer_email')} type="email" autoComplete="off" />
        <TextField label={label.customer_phone} {...set('customer_phone')} type="tel" autoComplete="off" />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={is_busy}>
            {formatSubmitLabel(form)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** State, validation and submission of the form. */
function useCreateForm(onCreated: CreateFieldsProps['onCreated']) {
  const [form, setForm] = useState<CreateForm>(EMPTY_FORM);
  const [is_submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<{ fields: FieldErrors; message?: string }>({ fields: {} });
  const element = useRef<HTMLFormElement>(null);
  useUnsavedChanges(isDirty(form));
  const { create, is_busy } = useCreateVirtualAccount({
    onCreated,
    onRefused: (problem) => {
      const errors = toFieldErrors(problem);
      setRefused(errors);
      focusFirstInvalid(element.current);
    },
  });
  const errors: FieldErrors = { ...refused.fields, ...validateForm(form) };
  const set: SetField = (field) => ({
    name: field,
    value: form[field],
    error: errors[field],
    onChange: (value) => {
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
  return { form, set, setForm, element, refused, is_busy, submit };
}

type SetField = <Field extends CreateField>(
  field: Field,
) => {
  name: Field;
  value: CreateForm[Field];
  error: string | undefined;
  onChange: (value: CreateForm[Field]) => void;
  touched?: boolean;
};

interface PartProps {
  form: CreateForm;
  set: SetField;
}

function NumberFields({
  form,
  set,
  setForm,
}: PartProps & { setForm: (change: (now: CreateForm) => CreateForm) => void }) {
  const { fields: label, form: t } = messages();
  const types = VA_TYPES.map((type) => ({ name: t.types[type], type }));
  return (
    <>
      <SelectField
        {...set('bank')}
        label={label.bank}
        required
        description={form.bank === null ? undefined : formatBankLimits(form.bank)}
        options={BANKS}
        value={BANKS.find(({ channel }) => channel === form.bank) ?? null}
        onChange={(chosen) => set('bank').onChange(chosen?.channel ?? null)}
      />
      <TextField
        {...set('holder_name')}
        label={label.holder}
        required
        description={t.holder_line}
        autoComplete="off"
        onChange={(name) => set('holder_name').onChange(name.toUpperCase())}
      />
      <SelectField
        label={label.type}
        required
        options={types}
        value={types.find(({ type }) => type === form.type) ?? null}
        onChange={(chosen) => {
          const type = chosen?.type ?? 'single';
          // A single-use number needs an expiry.
          const needs_end = type === 'single' && form.expires_in_s === null;
          setForm((now) => ({ ...now, type, expires_in_s: needs_end ? EMPTY_FORM.expires_in_s : now.expires_in_s }));
        }}
      />
    </>
  );
}

function AmountFields({ form: { bank, amount_type }, set }: PartProps) {
  const { fields: label, form: t } = messages();
  const amount_types = VA_AMOUNT_TYPES.map((each) => ({ name: t.amount_types[each], amount_type: each }));
  return (
    <>
      <SelectField
        label={label.amount_type}
        required
        options={amount_types}
        value={amount_types.find((each) => each.amount_type === amount_type) ?? null}
        onChange={(chosen) => set('amount_type').onChange(chosen?.amount_type ?? 'closed')}
      />
      {amount_type === 'closed' && (
        <AmountField label={label.amount} required description={formatLimits(bank)} {...set('expected_amount')} />
      )}
      {amount_type === 'min_max' && (
        <Group grow align="flex-start" gap="xs">
          <AmountField label={label.amount_min} required {...set('amount_min')} />
          <AmountField label={label.amount_max} required {...set('amount_max')} />
        </Group>
      )}
    </>
  );
}

function formatSubmitLabel({ amount_type, expected_amount }: CreateForm): string {
  if (amount_type !== 'closed' || expected_amount === null) return messages().form.create;
  return messages().form.create_amount(formatRupiah(expected_amount));
}

function formatLimits(bank: CreateForm['bank']): string | undefined {
  if (bank === null) return undefined;
  const { amount_min, amount_max } = getVaBank(bank);
  return messages().form.limits(formatRupiah(amount_min), formatRupiah(amount_max));
}

const formatSuffixHint = (bank: CreateForm['bank']): string =>
  bank === null ? messages().form.suffix_line : messages().form.suffix_digits(getVaBank(bank).suffix_digits);
