import { createBeneficiary } from '@dasbor/contract/beneficiary';
import { BANKS, type BankInfo, isBankMatch } from '@dasbor/contract/bank';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { isAccountNo } from './form.ts';
import { messages } from './messages.ts';

interface AddBeneficiaryProps {
  opened: boolean;
  onClose: () => void;
  onAdded: () => void;
}

/** Saves an account as a beneficiary; the bank confirms its holder. */
export const AddBeneficiaryModal = (props: AddBeneficiaryProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title={messages().beneficiaries.add}
    centered
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    {props.opened && <AddForm {...props} />}
  </Modal>
);

function AddForm({ onClose, onAdded }: AddBeneficiaryProps) {
  const { create: t, beneficiaries: own } = messages();
  const [bank, setBank] = useState<BankInfo | null>(null);
  const [account_no, setAccountNo] = useState('');
  const [name, setName] = useState('');
  const [was_tried, setTried] = useState(false);
  const add = useMutation({
    mutationFn: (bank_code: string) => {
      const trimmed = name.trim();
      const body = { bank_code, account_no, ...(trimmed === '' ? {} : { name: trimmed }) };
      return call(createBeneficiary, { body });
    },
    meta: { quiet: true },
    onSuccess: () => {
      void showSuccess(own.added);
      onAdded();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (bank !== null && isAccountNo(account_no)) add.mutate(bank.code);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed" fz="sm">
          {own.add_line}
        </Text>
        <SelectField
          label={t.bank}
          required
          searchable
          isMatch={isBankMatch}
          options={BANKS}
          value={bank}
          onChange={setBank}
          error={bank === null ? t.bank_missing : undefined}
          touched={was_tried}
        />
        <TextField
          label={t.account}
          required
          inputMode="numeric"
          autoComplete="off"
          value={account_no}
          onChange={(next) => setAccountNo(next.replaceAll(/\D/g, '').slice(0, 20))}
          error={isAccountNo(account_no) ? undefined : t.account_wrong}
          touched={was_tried}
        />
        <TextField label={own.name_optional} maxLength={100} value={name} onChange={setName} />
        {add.isError && (
          <Alert color="red" role="alert">
            <Text fz="sm">{toProblem(add.error).detail}</Text>
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages().cancel}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {own.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
