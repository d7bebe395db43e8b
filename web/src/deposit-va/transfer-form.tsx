import { createBalanceTransfer, listBalanceTransfers } from '@dasbor/contract/payout-balance';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { formatRupiah } from '../ui/amount.tsx';
import { showSuccess } from '../ui/toast.ts';
import { FormError } from './form-error.tsx';

export interface TransferFormProps {
  opened: boolean;
  onClose: () => void;
}

/** Asks to move settled money to the payout balance. */
export const TransferForm = (props: TransferFormProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title="Move to the payout balance"
    centered
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {/* Mounted anew at each opening: a new wish, and a new key for it. */}
    {props.opened && <Form {...props} />}
  </Modal>
);

function Form({ onClose }: TransferFormProps) {
  const client = useQueryClient();
  const [amount, setAmount] = useState<number | null>(null);
  const key = useRef<string>(null);
  key.current ??= createIdempotencyKey();
  const asking = useMutation({
    mutationFn: (wanted: number) =>
      call(createBalanceTransfer, { body: { amount: wanted }, idempotency_key: key.current ?? createIdempotencyKey() }),
    meta: { quiet: true },
    onSuccess: () => {
      void showSuccess('Asked for. Somebody else must approve it.');
      onClose();
    },
    onError: () => {
      key.current = createIdempotencyKey();
    },
    onSettled: () => client.invalidateQueries({ queryKey: buildQueryKey(listBalanceTransfers) }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (amount) asking.mutate(amount);
      }}
    >
      <Stack gap="md">
        <AmountField label="Amount" required value={amount} onChange={setAmount} data_autofocus />
        <Text c="dimmed" fz="sm">
          {amount ? formatRupiah(amount) : 'The amount'} leaves the settled balance and becomes payout balance once
          another person has approved it.
        </Text>
        <FormError detail={asking.isError ? toProblem(asking.error).detail : null} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!amount} loading={asking.isPending}>
            Ask for approval
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
