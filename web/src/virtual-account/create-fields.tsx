import { VA_BANKS, getVaBank } from '@dasbor/contract/bank';
import type { VaAmountType, VaType, VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import {
  type CreateField,
  type CreateForm,
  EMPTY_FORM,
  EXPIRIES,
  FIELDS,
  type FieldErrors,
  validateForm,
  isDirty,
  formatBankLimits,
} from './create-form.ts';
import { toFieldErrors, useCreateVirtualAccount } from './use-create-virtual-account.ts';

export interface CreateFieldsProps {
  onCreated: (va: VirtualAccount) => void;
  onCancel: () => void;
}

const BANKS = VA_BANKS.map(({ channel }) => ({ name: channel }));
const TYPES: readonly { name: string; type: VaType }[] = [
  { name: 'Single use: one payment', type: 'single' },
  { name: 'Reusable: any number of payments', type: 'reusable' },
];
const AMOUNT_TYPES: readonly { name: string; amount_type: VaAmountType }[] = [
  { name: 'Closed: one exact amount', amount_type: 'closed' },
  { name: 'Open: the payer chooses', amount_type: 'open' },
  { name: 'Between a least and a greatest amount', amount_type: 'min_max' },
];

/** The form of a new virtual account. */
export function CreateFields({ onCreated, onCancel }: CreateFieldsProps) {
  const { form, set, setForm, element, refused, is_busy, submit } = useCreateForm(onCreated);
  return (
    <form ref={element} onSubmit={submit} noValidate aria-label="New virtual account">
      <Stack gap="md">
        {refused.words !== undefined && (
          <Alert color="red.9" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
            {refused.words}
          </Alert>
        )}
        <NumberFields form={form} set={set} setForm={setForm} />
        <AmountFields form={form} set={set} />
        <SelectField
          {...set('expires_in_s')}
          label="Expires after"
          required
          options={EXPIRIES.filter(({ seconds }) => seconds !== null || form.type === 'reusable')}
          value={EXPIRIES.find(({ seconds }) => seconds === form.expires_in_s) ?? null}
          onChange={(chosen) =>
            set('expires_in_s').onChange(chosen === null ? EMPTY_FORM.expires_in_s : chosen.seconds)
          }
        />
        <TextField
          label="Custom suffix"
          description={formatSuffixHint(form.bank)}
          inputMode="numeric"
          autoComplete="off"
          {...set('suffix')}
        />
        <TextField
          label="Merchant reference"
          description="Your own order or customer number; it can be used once"
          {...set('merchant_reference')}
        />
        <TextField label="Description" {...set('description')} />
        <TextField label="Customer name" {...set('customer_name')} autoComplete="off" />
        <TextField label="Customer e-mail" {...set('customer_email')} type="email" autoComplete="off" />
        <TextField label="Customer phone" {...set('customer_phone')} type="tel" autoComplete="off" />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={is_busy}>
            {formatSubmitLabel(form)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is typed, what is wrong with it, and the one way to send it. */
function useCreateForm(onCreated: CreateFieldsProps['onCreated']) {
  const [form, setForm] = useState<CreateForm>(EMPTY_FORM);
  const [is_submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<{ fields: FieldErrors; words?: string }>({ fields: {} });
  const element = useRef<HTMLFormElement>(null);
  useUnsavedChanges(isDirty(form));
  const { create, is_busy } = useCreateVirtualAccount({
    onCreated,
    onRefused: (problem) => {
      const places = toFieldErrors(problem);
      setRefused(places);
      focusFirst(element.current, places.fields);
    },
  });
  const faults: FieldErrors = { ...refused.fields, ...validateForm(form) };
  const set: SetField = (field) => ({
    name: field,
    value: form[field],
    error: faults[field],
    onChange: (value) => {
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

const NumberFields = ({
  form,
  set,
  setForm,
}: PartProps & { setForm: (change: (now: CreateForm) => CreateForm) => void }) => (
  <>
    <SelectField
      {...set('bank')}
      label="Bank"
      required
      description={form.bank === null ? undefined : formatBankLimits(form.bank)}
      options={BANKS}
      value={BANKS.find(({ name }) => name === form.bank) ?? null}
      onChange={(chosen) => set('bank').onChange(chosen?.name ?? null)}
    />
    <TextField
      {...set('holder_name')}
      label="Holder name"
      required
      description="What the payer sees: letters A to Z, digits and spaces"
      autoComplete="off"
      onChange={(name) => set('holder_name').onChange(name.toUpperCase())}
    />
    <SelectField
      label="Type"
      required
      options={TYPES}
      value={TYPES.find(({ type }) => type === form.type) ?? null}
      onChange={(chosen) => {
        const type = chosen?.type ?? 'single';
        // A number for one payment cannot live for ever.
        const needs_end = type === 'single' && form.expires_in_s === null;
        setForm((now) => ({ ...now, type, expires_in_s: needs_end ? EMPTY_FORM.expires_in_s : now.expires_in_s }));
      }}
    />
  </>
);

const AmountFields = ({ form: { bank, amount_type }, set }: PartProps) => (
  <>
    <SelectField
      label="Amount type"
      required
      options={AMOUNT_TYPES}
      value={AMOUNT_TYPES.find((each) => each.amount_type === amount_type) ?? null}
      onChange={(chosen) => set('amount_type').onChange(chosen?.amount_type ?? 'closed')}
    />
    {amount_type === 'closed' && (
      <AmountField label="Amount" required description={formatLimits(bank)} {...set('expected_amount')} />
    )}
    {amount_type === 'min_max' && (
      <Group grow align="flex-start" gap="xs">
        <AmountField label="Least amount" required {...set('amount_min')} />
        <AmountField label="Greatest amount" required {...set('amount_max')} />
      </Group>
    )}
  </>
);

function formatSubmitLabel({ amount_type, expected_amount }: CreateForm): string {
  if (amount_type !== 'closed' || expected_amount === null) return 'Open virtual account';
  return `Open virtual account for ${formatRupiah(expected_amount)}`;
}

function formatLimits(bank: CreateForm['bank']): string | undefined {
  if (bank === null) return undefined;
  const { amount_min, amount_max } = getVaBank(bank);
  return `${formatRupiah(amount_min)} to ${formatRupiah(amount_max)}`;
}

const formatSuffixHint = (bank: CreateForm['bank']): string =>
  bank === null
    ? 'The last digits of the number; left empty, a free one is taken'
    : `Exactly ${getVaBank(bank).suffix_digits} digits; left empty, a free one is taken`;

function focusFirst(form: HTMLFormElement | null, faults: FieldErrors): void {
  const first = FIELDS.find((field) => faults[field] !== undefined);
  const named = first === undefined ? null : form?.querySelector<HTMLElement>(`[name="${first}"]`);
  // A dropdown has no name: the first faulty control is found by what it says of itself.
  const target = named ?? form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  target?.focus();
}
