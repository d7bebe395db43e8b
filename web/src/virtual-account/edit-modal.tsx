import { validateVaAmounts } from '@dasbor/contract/virtual-account-rules';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { EXPIRIES } from './create-form.ts';
import { useVaActions } from './use-va-actions.ts';

export interface EditModalProps {
  va: VirtualAccount;
  opened: boolean;
  onClose: () => void;
}

/** Changes the amount or the end of an active number. */
export const EditModal = (props: EditModalProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title="Change virtual account"
    centered
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <EditFields {...props} />
  </Modal>
);

const UNCHANGED = { name: 'As it is', seconds: undefined };
type Amount = 'expected_amount' | 'amount_min' | 'amount_max';
const LABELS: readonly (readonly [Amount, string])[] = [
  ['expected_amount', 'Amount'],
  ['amount_min', 'Least amount'],
  ['amount_max', 'Greatest amount'],
];

function EditFields({ va, onClose }: EditModalProps) {
  const { change } = useVaActions(va.id);
  const [amounts, setAmounts] = useState({
    expected_amount: va.expected_amount,
    amount_min: va.amount_min,
    amount_max: va.amount_max,
  });
  const [seconds, setSeconds] = useState<number | null | undefined>(undefined);
  const given = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, value ?? undefined]));
  const faults = validateVaAmounts(va.bank, { amount_type: va.amount_type, ...given });
  const changed = Object.fromEntries(
    LABELS.flatMap(([name]) => (amounts[name] === va[name] ? [] : [[name, amounts[name]]])),
  );
  const body = { ...changed, ...(seconds === undefined ? {} : { expires_in_s: seconds }) };
  const is_changed = Object.keys(body).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (faults.length === 0 && is_changed) change.mutate(body, { onSuccess: onClose });
  };
  const ends = [UNCHANGED, ...EXPIRIES].filter((each) => each.seconds !== null || va.type === 'reusable');
  return (
    <form onSubmit={submit} noValidate aria-label="Change virtual account">
      <Stack gap="md">
        {change.isError && (
          <Alert color="red.9" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
            {toProblem(change.error).detail}
          </Alert>
        )}
        {LABELS.filter(([name]) => va[name] !== null).map(([name, label]) => (
          <AmountField
            key={name}
            name={name}
            label={label}
            required
            value={amounts[name]}
            error={faults.find(({ field }) => field === name)?.detail}
            onChange={(value) => setAmounts((now) => ({ ...now, [name]: value }))}
          />
        ))}
        <SelectField
          label="Expires, counted from now"
          options={ends}
          value={ends.find((each) => each.seconds === seconds) ?? null}
          onChange={(chosen) => setSeconds(chosen?.seconds)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending} disabled={!is_changed || faults.length > 0}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
