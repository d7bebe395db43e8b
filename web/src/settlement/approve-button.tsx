import { approveSettlement, getSettlement } from '@dasbor/contract/settlement';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import type { BatchDetail } from './batch-detail.ts';
import { messages } from './messages.ts';
import { formatDestination } from './settlement-labels.ts';

/** Approves a closed batch for payout after a confirmation. */
export function ApproveButton({ batch }: { batch: BatchDetail }) {
  const t = messages().approve;
  const may = useHasAccess('Reports', 'manage');
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const idempotency = useIdempotencyKey();
  const approve = useMutation({
    mutationFn: () => call(approveSettlement, { params: { id: batch.id }, idempotency_key: idempotency.key() }),
    meta: { quiet: true },
    onSuccess: async () => {
      setOpened(false);
      await client.invalidateQueries({ queryKey: buildQueryKey(getSettlement, { params: { id: batch.id } }) });
      await showSuccess(t.done);
    },
    onError: (error) => void showError(idempotency.onError(error).detail),
  });
  return (
    <>
      <ActionButton disabled_reason={may ? undefined : t.no_access} onClick={() => setOpened(true)}>
        {t.action}
      </ActionButton>
      <ConfirmModal
        opened={opened}
        title={t.title}
        confirm={t.confirm(formatRupiah(batch.net_amount))}
        is_busy={approve.isPending}
        onConfirm={() => approve.mutate()}
        onClose={() => setOpened(false)}
      >
        <Text>{t.line(formatRupiah(batch.net_amount), batch.batch_no, formatDestination(batch))}</Text>
      </ConfirmModal>
    </>
  );
}
