import { createBalanceTransfer, listBalanceTransfers } from '@dasbor/contract/payout-balance';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { showSuccess } from '../ui/toast.ts';
import { FormError } from './form-error.tsx';
import { messages } from './messages.ts';

export interface TransferFormProps {
  opened: boolean;
  onClose: () => void;
}

/** Requests a transfer to the payout balance. */
export const TransferForm = (props: TransferFormProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title={messages().payout.transfer}
    centered
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    {/* Remounted on every opening, with a new idempotency key. */}
    {props.opened && <Form {...props} />}
  </Modal>
);

function Form({ onClose }: TransferFormProps) {
  const t = messages();
  const client = useQueryClient();
  const [amount, setAmount] = useState<number | null>(null);
  const idempotency = useIdempotencyKey();
  const requesting = useMutation({
    mutationFn: (wanted: number) =>
      call(createBalanceTransfer, { body: { amount: wanted }, idempotency_key: idempotency.key() }),
    meta: { quiet: true },
    onSuccess: () => {
      void showSuccess(t.transfers.request_sent);
      onClose();
    },
    onError: idempotency.onError,
    onSettled: () => client.invalidateQueries({ queryKey: buildQueryKey(listBalanceTransfers) }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (amount) requesting.mutate(amount);
      }}
    >
      <Stack gap="md">
        <AmountField label={t.amount} required value={amount} onChange={setAmount} data_autofocus />
        <Text c="dimmed" fz="sm">
          {t.transfers.request_note(amount ? formatRupiah(amount) : t.transfers.the_amount)}
        </Text>
        <FormError detail={requesting.isError ? toProblem(requesting.error).detail : null} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" disabled={!amount} loading={requesting.isPending}>
            {t.transfers.request}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
