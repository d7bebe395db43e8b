import { approveSettlement, getSettlement } from '@dasbor/contract/settlement';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, newIdempotencyKey } from '../api/call.ts';
import { problemOf } from '../api/problem.ts';
import { keyOf } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { formatAmount } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import type { BatchDetail } from './detail-screen.tsx';
import { formatDestination } from './settlement-labels.ts';

/** Has a closed batch paid out; says exactly what will happen first. */
export function ApproveButton({ batch }: { batch: BatchDetail }) {
  const may = useMay('Reports', 'manage');
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [idempotency_key] = useState(newIdempotencyKey);
  const approve = useMutation({
    mutationFn: () => call(approveSettlement, { params: { id: batch.id }, idempotency_key }),
    meta: { quiet: true },
    onSuccess: async () => {
      setOpened(false);
      await client.invalidateQueries({ queryKey: keyOf(getSettlement, { params: { id: batch.id } }) });
      await showSuccess('The payout is approved');
    },
    onError: (error) => void showError(problemOf(error).detail),
  });
  return (
    <>
      <ReasonedButton
        reason={may ? undefined : 'Your role may look at settlements, not approve them.'}
        onClick={() => setOpened(true)}
      >
        Approve payout
      </ReasonedButton>
      <ConfirmModal
        opened={opened}
        title="Approve this payout?"
        confirm={`Pay out ${formatAmount(batch.net_amount)}`}
        is_busy={approve.isPending}
        onConfirm={() => approve.mutate()}
        onClose={() => setOpened(false)}
      >
        <Text>
          {formatAmount(batch.net_amount)} of {batch.batch_no} will be paid to {formatDestination(batch)}.
        </Text>
      </ConfirmModal>
    </>
  );
}
