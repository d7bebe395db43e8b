import { bankName, getVaBank, VA_BANK_CHANNELS, type VaBank } from '@dasbor/contract/bank';
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

import { messages } from './messages.ts';

export interface AddNumberProps {
  opened: boolean;
  known: readonly DepositVa[];
  onClose: () => void;
}

type Option = { name: string; bank: VaBank };

/** Adds the deposit VA of a bank without one, or reopens one that failed or was closed. */
export const AddNumber = (props: AddNumberProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title={messages().add.title}
    centered
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    {props.opened && <Form {...props} />}
  </Modal>
);

function Form({ known, onClose }: AddNumberProps) {
  const t = messages();
  const client = useQueryClient();
  const is_open = (bank: VaBank) => known.some((va) => va.bank === bank && !['failed', 'closed'].includes(va.status));
  const options: Option[] = VA_BANK_CHANNELS.filter((bank) => !is_open(bank)).map((bank) => ({
    name: bankName(bank),
    bank,
  }));
  const [chosen, setChosen] = useState<Option | null>(options.length === 1 ? (options[0] ?? null) : null);
  const adding = useMutation({
    mutationFn: (bank: VaBank) => call(openDepositVa, { body: { bank } }),
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      void showSuccess(data.status === 'active' ? t.add.added : t.add.opening);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: buildQueryKey(listDepositVas) }),
  });
  if (options.length === 0) return <Text>{t.add.all_added}</Text>;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) adding.mutate(chosen.bank);
      }}
    >
      <Stack gap="md">
        <SelectField label={t.bank} required options={options} value={chosen} onChange={setChosen} />
        {chosen !== null && (
          <Text c="dimmed" fz="sm">
            {getVaBank(chosen.bank).from_any_bank ? t.add.any_bank : t.add.own_bank(chosen.name)} {t.add.permanent}
          </Text>
        )}
        <FormError detail={adding.isError ? toProblem(adding.error).detail : null} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" disabled={chosen === null} loading={adding.isPending}>
            {t.add.button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
