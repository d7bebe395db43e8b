import { getDisbursementReceipt } from '@dasbor/contract/disbursement';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconFileTypePdf, IconRepeat } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showError } from '../ui/toast.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import type { DisbursementDetail } from './detail-screen.tsx';
import { messages } from './messages.ts';
import { useCancel, useRetry } from './mutations.ts';

type Row = DisbursementDetail;

const isCancellable = ({ status }: Row): boolean =>
  status === 'pending_approval' || status === 'approved' || status === 'queued';
const isRetryable = ({ status, retried_as }: Row): boolean =>
  (status === 'failed' || status === 'reversed') && retried_as === null;

/** Actions of the disbursement in its current status. */
export function DetailActions({ row }: { row: Row }) {
  const t = messages().actions;
  const [opened, setOpened] = useState<'cancel' | 'retry' | null>(null);
  const denied = useHasAccess('Disbursements', 'manage') ? undefined : t.denied;
  const inactive = useInactiveReason('payouts');
  const close = () => setOpened(null);
  return (
    <>
      {(row.status === 'success' || row.status === 'reversed') && <ReceiptButton id={row.id} />}
      {isRetryable(row) && (
        <ActionButton
          disabled_reason={denied ?? inactive}
          leftSection={<IconRepeat size={16} aria-hidden />}
          onClick={() => setOpened('retry')}
        >
          {t.retry}
        </ActionButton>
      )}
      {isCancellable(row) && (
        <ActionButton variant="default" disabled_reason={denied} onClick={() => setOpened('cancel')}>
          {t.cancel}
        </ActionButton>
      )}
      <DecisionButtons row={row} is_large />
      {opened === 'cancel' && <CancelModal row={row} onClose={close} />}
      {opened === 'retry' && <RetryModal row={row} onClose={close} />}
    </>
  );
}

function ReceiptButton({ id }: { id: string }) {
  const download = useMutation({
    mutationFn: () => downloadFile(getDisbursementReceipt, { params: { id }, file_name: `${id}.pdf` }),
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <Button
      variant="default"
      loading={download.isPending}
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      onClick={() => download.mutate()}
    >
      {messages().actions.receipt}
    </Button>
  );
}

interface ModalProps {
  row: Row;
  onClose: () => void;
}

const Refusal = ({ detail }: { detail: string | null }) =>
  detail === null ? null : (
    <Alert color="red" role="alert">
      <Text fz="sm">{detail}</Text>
    </Alert>
  );

function CancelModal({ row, onClose }: ModalProps) {
  const t = messages().actions;
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const cancel = useCancel(row.id, { done: onClose, refused: ({ detail }) => setRefusal(detail) });
  return (
    <ConfirmModal
      opened
      title={t.cancel}
      confirm={t.cancel}
      cancel={t.keep}
      is_dangerous
      is_busy={cancel.isPending}
      onConfirm={() => cancel.mutate(reason.trim())}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t.cancel_line(formatRupiah(row.total_amount))}</Text>
        <TextField label={t.cancel_reason} maxLength={300} value={reason} onChange={setReason} />
        <Refusal detail={refusal} />
      </Stack>
    </ConfirmModal>
  );
}

/** `INV-7` → `INV-7-2`, and `INV-7-2` → `INV-7-3`. */
export function suggestReference(reference: string): string {
  const match = /^(.*)-(\d{1,3})$/.exec(reference);
  const next = match === null ? `${reference}-2` : `${match[1]}-${Number(match[2]) + 1}`;
  return next.slice(0, 64);
}

function RetryModal({ row, onClose }: ModalProps) {
  const t = messages().actions;
  const navigate = useNavigate();
  const [reference, setReference] = useState(() => suggestReference(row.merchant_reference));
  const [refusal, setRefusal] = useState<string | null>(null);
  const retry = useRetry(row.id, {
    done: ({ id }) => {
      onClose();
      void navigate({ to: '/disbursement/$id', params: { id } });
    },
    refused: ({ detail }) => setRefusal(detail),
  });
  const error = /^[\x20-\x7E]{1,64}$/.test(reference.trim()) ? undefined : messages().create.reference_missing;
  return (
    <ConfirmModal
      opened
      title={t.retry}
      confirm={messages().create.submit}
      is_busy={retry.isPending}
      onConfirm={() => error === undefined && retry.mutate(reference.trim())}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t.retry_line}</Text>
        <TextField
          label={t.retry_reference}
          required
          maxLength={64}
          value={reference}
          onChange={setReference}
          error={error}
        />
        <Refusal detail={refusal} />
      </Stack>
    </ConfirmModal>
  );
}
