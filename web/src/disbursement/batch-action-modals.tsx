import { Alert, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount, formatRupiah } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { BatchDetail } from './batch-detail-screen.tsx';
import type { ExcludedRows } from './batch-row-columns.tsx';
import { batchMessages } from './batch-messages.ts';
import { useApproveBatch, useCancelBatch, useRejectBatch, useSubmitBatch } from './batch-mutations.ts';

interface ActionProps {
  batch: BatchDetail;
  onClose: () => void;
}

const Refusal = ({ detail }: { detail: string | null }) =>
  detail === null ? null : (
    <Alert color="red" role="alert">
      <Text fz="sm">{detail}</Text>
    </Alert>
  );

function useRefusal(onClose: () => void) {
  const [refusal, setRefusal] = useState<string | null>(null);
  return { refusal, outcome: { done: onClose, refused: ({ detail }: { detail: string }) => setRefusal(detail) } };
}

export function SubmitModal({ batch, onClose }: ActionProps) {
  const { actions: t, uploading } = batchMessages();
  const [note, setNote] = useState(batch.note ?? '');
  const { refusal, outcome } = useRefusal(onClose);
  const submit = useSubmitBatch(batch.id, outcome);
  return (
    <ConfirmModal
      opened
      title={t.submit}
      confirm={t.submit}
      is_busy={submit.isPending}
      onConfirm={() => submit.mutate({ note: note.trim(), skip_errors: batch.invalid_rows > 0 })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          {t.submit_line(
            formatCount(batch.valid_rows),
            formatRupiah(batch.total_amount),
            formatRupiah(batch.total_fee),
          )}
        </Text>
        {batch.invalid_rows > 0 && <Text>{t.skip_line(formatCount(batch.invalid_rows))}</Text>}
        <TextField label={uploading.note} maxLength={500} value={note} onChange={setNote} />
        <Refusal detail={refusal} />
      </Stack>
    </ConfirmModal>
  );
}

export function ApproveModal({ batch, excluded, onClose }: ActionProps & { excluded: ExcludedRows }) {
  const t = batchMessages().actions;
  const [remark, setRemark] = useState('');
  const { refusal, outcome } = useRefusal(onClose);
  const approve = useApproveBatch(batch.id, outcome);
  const body = {
    ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
    ...(excluded.size === 0 ? {} : { excluded_rows: [...excluded.keys()] }),
  };
  const rows = batch.total_rows - batch.excluded_rows - excluded.size;
  const amount = batch.total_amount - [...excluded.values()].reduce((sum, one) => sum + one, 0);
  return (
    <ConfirmModal
      opened
      title={t.approve}
      confirm={t.approve}
      is_busy={approve.isPending}
      onConfirm={() => approve.mutate(body)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t.approve_line(formatCount(rows), formatRupiah(amount))}</Text>
        <Text c="dimmed" fz="sm">
          {excluded.size > 0 ? t.excluded_line(formatCount(excluded.size)) : t.exclude_hint}
        </Text>
        <TextField label={t.remark} maxLength={300} value={remark} onChange={setRemark} />
        <Refusal detail={refusal} />
      </Stack>
    </ConfirmModal>
  );
}

export function RejectModal({ batch, onClose }: ActionProps) {
  const t = batchMessages().actions;
  const [reason, setReason] = useState('');
  const [was_tried, setTried] = useState(false);
  const { refusal, outcome } = useRefusal(onClose);
  const reject = useRejectBatch(batch.id, outcome);
  const is_missing = reason.trim() === '';
  return (
    <ConfirmModal
      opened
      title={t.reject}
      confirm={t.reject}
      is_dangerous
      is_busy={reject.isPending}
      onConfirm={() => {
        setTried(true);
        if (!is_missing) reject.mutate(reason.trim());
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t.reject_line}</Text>
        <TextField
          label={t.reason}
          required
          maxLength={300}
          value={reason}
          onChange={setReason}
          error={is_missing ? t.reason_missing : undefined}
          touched={was_tried}
        />
        <Refusal detail={refusal} />
      </Stack>
    </ConfirmModal>
  );
}

export function CancelModal({ batch, onClose }: ActionProps) {
  const t = batchMessages().actions;
  const { refusal, outcome } = useRefusal(onClose);
  const cancel = useCancelBatch(batch.id, outcome);
  return (
    <ConfirmModal
      opened
      title={t.cancel}
      confirm={t.cancel}
      cancel={t.keep}
      is_dangerous
      is_busy={cancel.isPending}
      onConfirm={() => cancel.mutate(null)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t.cancel_line}</Text>
        <Refusal detail={refusal} />
      </Stack>
    </ConfirmModal>
  );
}
