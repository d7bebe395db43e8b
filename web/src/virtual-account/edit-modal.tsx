import { validateVaAmounts } from '@dasbor/contract/virtual-account-rules';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { listExpiries } from './create-form.ts';
import { messages } from './messages.ts';
import { useVaActions } from './use-va-actions.ts';

export interface EditModalProps {
  va: VirtualAccount;
  opened: boolean;
  onClose: () => void;
}

/** Changes the amount or expiry of an active virtual account. */
export const EditModal = (props: EditModalProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title={messages().edit.title}
    centered
    closeButtonProps={{ 'aria-label': messages().edit.close }}
  >
    <EditFields {...props} />
  </Modal>
);

type Amount = 'expected_amount' | 'amount_min' | 'amount_max';
const AMOUNTS: readonly Amount[] = ['expected_amount', 'amount_min', 'amount_max'];

function EditFields({ va, onClose }: EditModalProps) {
  const { edit: t, fields } = messages();
  const labels = { expected_amount: fields.amount, amount_min: fields.amount_min, amount_max: fields.amount_max };
  const { change } = useVaActions(va.id);
  const [amounts, setAmounts] = useState({
    expected_amount: va.expected_amount,
    amount_min: va.amount_min,
    amount_max: va.amount_max,
  });
  const [seconds, setSeconds] = useState<number | null | undefined>(undefined);
  const given = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, value ?? undefined]));
  const errors = validateVaAmounts(va.bank, { amount_type: va.amount_type, ...given });
  const changed = Object.fromEntries(
    AMOUNTS.flatMap((name) => (amounts[name] === va[name] ? [] : [[name, amounts[name]]])),
  );
  const body = { ...changed, ...(seconds === undefined ? {} : { expires_in_s: seconds }) };
  const is_changed = Object.keys(body).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (errors.length === 0 && is_changed) change.mutate(body, { onSuccess: onClose });
  };
  const expiries = [{ name: t.unchanged, seconds: undefined }, ...listExpiries()].filter(
    (each) => each.seconds !== null || va.type === 'reusable',
  );
  return (
    <form onSubmit={submit} noValidate aria-label={t.title}>
      <Stack gap="md">
        {change.isError && (
          <Alert color="red.9" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
            {toProblem(change.error).detail}
          </Alert>
        )}
        {AMOUNTS.filter((name) => va[name] !== null).map((name) => (
          <AmountField
            key={name}
            name={name}
            label={labels[name]}
            required
            value={amounts[name]}
            error={errors.find(({ field }) => field === name)?.detail[currentLanguage()]}
            onChange={(value) => setAmounts((now) => ({ ...now, [name]: value }))}
          />
        ))}
        <SelectField
          label={t.expires}
          options={expiries}
          value={expiries.find((each) => each.seconds === seconds) ?? null}
          onChange={(chosen) => setSeconds(chosen?.seconds)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={change.isPending} disabled={!is_changed || errors.length > 0}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
