import { getBatchErrors, getBatchResult } from '@dasbor/contract/disbursement-batch';
import { Button } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatCount } from '../ui/amount.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { showError } from '../ui/toast.ts';
import { ApproveModal, CancelModal, RejectModal, SubmitModal } from './batch-action-modals.tsx';
import type { BatchDetail } from './batch-detail-screen.tsx';
import type { ExcludedRows } from './batch-row-columns.tsx';
import { batchMessages } from './batch-messages.ts';
import { useRevalidate } from './batch-mutations.ts';

type Action = 'submit' | 'approve' | 'reject' | 'cancel';

/** Actions of the batch in its current status; `excluded`: rows that the approver does not pay. */
export function BatchActions({ batch, excluded }: { batch: BatchDetail; excluded: ExcludedRows }) {
  const t = batchMessages().actions;
  const [opened, setOpened] = useState<Action | null>(null);
  const denied = useHasAccess('Disbursements', 'manage') ? undefined : t.denied;
  const inactive = useInactiveReason('payouts');
  const close = () => setOpened(null);
  const is_reviewed = batch.status === 'ready' || batch.status === 'needs_fix';
  const has_run = batch.status === 'completed' || batch.status === 'partially_completed' || batch.status === 'failed';
  const is_cancellable =
    is_reviewed || batch.status === 'uploaded' || batch.status === 'validating' || batch.status === 'pending_approval';
  return (
    <>
      {batch.invalid_rows > 0 && denied === undefined && (
        <DownloadButton route={getBatchErrors} id={batch.id} label={t.errors} />
      )}
      {has_run && <DownloadButton route={getBatchResult} id={batch.id} label={t.result} />}
      {batch.status === 'needs_fix' && <RevalidateButton id={batch.id} denied={denied} />}
      {is_cancellable && (
        <ActionButton variant="default" disabled_reason={denied} onClick={() => setOpened('cancel')}>
          {t.cancel}
        </ActionButton>
      )}
      {is_reviewed && batch.valid_rows > 0 && (
        <ActionButton disabled_reason={denied ?? inactive} onClick={() => setOpened('submit')}>
          {batch.status === 'ready' ? t.submit : t.submit_valid(formatCount(batch.valid_rows))}
        </ActionButton>
      )}
      <DecisionButtons batch={batch} onOpen={setOpened} />
      {opened === 'submit' && <SubmitModal batch={batch} onClose={close} />}
      {opened === 'approve' && <ApproveModal batch={batch} excluded={excluded} onClose={close} />}
      {opened === 'reject' && <RejectModal batch={batch} onClose={close} />}
      {opened === 'cancel' && <CancelModal batch={batch} onClose={close} />}
    </>
  );
}

function DecisionButtons({ batch, onOpen }: { batch: BatchDetail; onOpen: (action: Action) => void }) {
  const t = batchMessages().actions;
  const may_approve = useHasAccess('Disbursements', 'approve');
  const inactive = useInactiveReason('payouts');
  if (batch.status !== 'pending_approval' || !may_approve) return null;
  const reason = batch.may_decide ? undefined : t.not_yours;
  return (
    <>
      <ActionButton variant="default" disabled_reason={reason} onClick={() => onOpen('reject')}>
        {t.reject}
      </ActionButton>
      <ActionButton disabled_reason={reason ?? inactive} onClick={() => onOpen('approve')}>
        {t.approve}
      </ActionButton>
    </>
  );
}

function RevalidateButton({ id, denied }: { id: string; denied: string | undefined }) {
  const revalidate = useRevalidate(id);
  return (
    <ActionButton
      variant="default"
      disabled_reason={denied}
      loading={revalidate.isPending}
      leftSection={<IconRefresh size={16} aria-hidden />}
      onClick={() => revalidate.mutate()}
    >
      {batchMessages().actions.revalidate}
    </ActionButton>
  );
}

interface DownloadButtonProps {
  route: typeof getBatchErrors | typeof getBatchResult;
  id: string;
  label: string;
}

function DownloadButton({ route, id, label }: DownloadButtonProps) {
  const download = useMutation({
    mutationFn: () => downloadFile(route, { params: { id }, file_name: `${id}.csv` }),
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <Button
      variant="default"
      loading={download.isPending}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => download.mutate()}
    >
      {label}
    </Button>
  );
}
