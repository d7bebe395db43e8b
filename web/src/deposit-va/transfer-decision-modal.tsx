import { type BalanceTransfer, approveBalanceTransfer, rejectBalanceTransfer } from '@dasbor/contract/payout-balance';
import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { FormError } from './form-error.tsx';
import { messages } from './messages.ts';

export interface TransferDecision {
  transfer: BalanceTransfer;
  action: 'approve' | 'reject';
}

/** Approves or rejects a transfer to the payout balance. */
export function TransferDecisionModal(props: TransferDecision & { onDone: () => void; onClose: () => void }) {
  const { transfer: move, action: verdict, onDone, onClose } = props;
  const t = messages().transfers;
  const [remark, setRemark] = useState('');
  const params = { id: move.id };
  const idempotency = useIdempotencyKey();
  const deciding = useMutation({
    mutationFn: () =>
      verdict === 'approve'
        ? call(approveBalanceTransfer, { params, body: { remark }, idempotency_key: idempotency.key() })
        : call(rejectBalanceTransfer, { params, body: { remark } }),
    meta: { quiet: true },
    onSuccess: ({ data: { approvals_missing } }) => {
      const outcome = verdict === 'approve' ? t.approved : t.rejected;
      void showSuccess(approvals_missing === null ? outcome : t.recorded(approvals_missing));
      onClose();
    },
    onError: idempotency.onError,
    onSettled: onDone,
  });
  const is_approval = verdict === 'approve';
  return (
    <ConfirmModal
      opened
      title={is_approval ? t.approve_title : t.reject_title}
      confirm={is_approval ? t.approve_amount(formatRupiah(move.amount)) : t.reject}
      is_dangerous={!is_approval}
      is_busy={deciding.isPending}
      onConfirm={() => {
        if (is_approval || remark.trim() !== '') deciding.mutate();
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          {is_approval ? t.approve_note(formatRupiah(move.amount)) : t.reject_note(formatRupiah(move.amount))}
        </Text>
        <TextField
          label={is_approval ? t.remark : t.reason}
          required={!is_approval}
          value={remark}
          onChange={setRemark}
          error={!is_approval && remark.trim() === '' ? t.reason_missing : undefined}
        />
        <FormError detail={deciding.isError ? toProblem(deciding.error).detail : null} />
      </Stack>
    </ConfirmModal>
  );
}
