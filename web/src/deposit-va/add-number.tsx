import { VA_BANK_CHANNELS, type VaBank, getVaBank } from '@dasbor/contract/bank';
import { type DepositVa, listDepositVas, openDepositVa } from '@dasbor/contract/deposit-va';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { SelectField } from '../ui/select-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { FormError } from './form-error.tsx';
import { getBankName } from './labels.ts';

export interface AddNumberProps {
  opened: boolean;
  known: readonly DepositVa[];
  onClose: () => void;
}

type Option = { name: string; bank: VaBank };

/** Asks for the permanent number of a bank: of those that have none, or whose number failed or was closed. */
export const AddNumber = (props: AddNumberProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title="Add a number"
    centered
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {props.opened && <Form {...props} />}
  </Modal>
);

function Form({ known, onClose }: AddNumberProps) {
  const client = useQueryClient();
  const is_open = (bank: VaBank) => known.some((va) => va.bank === bank && !['failed', 'closed'].includes(va.status));
  const options: Option[] = VA_BANK_CHANNELS.filter((bank) => !is_open(bank)).map((bank) => ({
    name: getBankName(bank),
    bank,
  }));
  const [chosen, setChosen] = useState<Option | null>(options.length === 1 ? (options[0] ?? null) : null);
  const adding = useMutation({
    mutationFn: (bank: VaBank) => call(openDepositVa, { body: { bank } }),
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      void showSuccess(data.status === 'active' ? 'Number added' : 'The bank is opening the number');
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: buildQueryKey(listDepositVas) }),
  });
  if (options.length === 0) return <Text>Every bank has a number already.</Text>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) adding.mutate(chosen.bank);
      }}
    >
      <Stack gap="md">
        <SelectField label="Bank" required options={options} value={chosen} onChange={setChosen} />
        {chosen !== null && (
          <Text c="dimmed" fz="sm">
            {getVaBank(chosen.bank).from_any_bank
              ? 'Can be paid from any bank in Indonesia.'
              : `Can be paid from accounts of ${chosen.name} only.`}{' '}
            The number is yours for good.
          </Text>
        )}
        <FormError detail={adding.isError ? toProblem(adding.error).detail : null} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={chosen === null} loading={adding.isPending}>
            Add number
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
