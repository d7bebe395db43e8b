import {
  type Beneficiary,
  COOLING_OFF_HOURS,
  blockBeneficiary,
  unblockBeneficiary,
} from '@dasbor/contract/beneficiary';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

interface BeneficiaryDecisionProps {
  row: Beneficiary;
  onChanged: () => Promise<void>;
}

/** Blocks a beneficiary, or lets an approver unblock it. */
export function BeneficiaryDecision({ row, onChanged }: BeneficiaryDecisionProps) {
  const t = messages().beneficiaries;
  const [is_open, setOpen] = useState(false);
  const may_approve = useHasAccess('Disbursements', 'approve');
  const is_blocked = row.status === 'blocked';
  if (is_blocked && !may_approve) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {is_blocked ? t.unblock : t.block}
      </Button>
      {is_open && <DecisionModal row={row} onChanged={onChanged} onClose={() => setOpen(false)} />}
    </>
  );
}

function DecisionModal({ row, onChanged, onClose }: BeneficiaryDecisionProps & { onClose: () => void }) {
  const t = messages().beneficiaries;
  const [reason, setReason] = useState('');
  const [was_tried, setTried] = useState(false);
  const is_blocked = row.status === 'blocked';
  const params = { id: row.id };
  const change = useMutation({
    mutationFn: () =>
      is_blocked
        ? call(unblockBeneficiary, { params })
        : call(blockBeneficiary, { params, body: { reason: reason.trim() } }),
    meta: { quiet: true },
    onSuccess: async () => {
      void showSuccess(is_blocked ? t.was_unblocked : t.was_blocked);
      onClose();
      await onChanged();
    },
  });
  const is_missing = !is_blocked && reason.trim() === '';
  return (
    <ConfirmModal
      opened
      title={is_blocked ? t.unblock_title(row.name) : t.block_title(row.name)}
      confirm={is_blocked ? t.unblock : t.block}
      is_dangerous={!is_blocked}
      is_busy={change.isPending}
      onConfirm={() => {
        setTried(true);
        if (!is_missing) change.mutate();
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{is_blocked ? t.unblock_line(COOLING_OFF_HOURS) : t.block_line}</Text>
        {!is_blocked && (
          <TextField
            label={t.block_reason}
            required
            maxLength={300}
            value={reason}
            onChange={setReason}
            error={is_missing ? messages().approval.reason_missing : undefined}
            touched={was_tried}
          />
        )}
        {change.isError && (
          <Alert color="red" role="alert">
            <Text fz="sm">{toProblem(change.error).detail}</Text>
          </Alert>
        )}
      </Stack>
    </ConfirmModal>
  );
}
