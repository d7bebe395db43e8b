import { Button } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { IconBan, IconCheck, IconLink, IconReceipt, IconRefresh } from '@tabler/icons-react';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { StatusChip, formatStatus } from '../ui/status-chip.tsx';
import { BackToList } from '../list/back-to-list.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import { CancelModal } from './cancel-modal.tsx';
import { hasReceipt, isCancellable, useCancel, useReceipt } from './payment-actions.ts';
import { buildLink } from './row-menu.tsx';
import { canSync, useSyncStatus } from './sync-status.ts';
import classes from './transaction.module.css';

/** Amount, status and what can be done with the payment. */
export function DetailHeader({ transaction: of, actions }: { transaction: TransactionDetail; actions?: ReactNode }) {
  const { sync, is_busy, reason } = useSyncStatus();
  const { reason: cancel_reason } = useCancel();
  const receipt = useReceipt();
  const [is_cancelling, modal] = useDisclosure(false);
  const clipboard = useClipboard({ timeout: 1_500 });
  return (
    <PageHeader
      document_title={`${formatRupiah(of.amount)} · ${formatStatus(of.status)}`}
      back={<BackToList path="/transaction" label="Transactions" />}
      title={
        <span className={classes.headline}>
          <Amount value={of.amount} strong />
          <StatusChip status={of.status} />
          {of.duplicate_payment && <StatusChip status="paid_twice" meaning="attention" />}
          {of.late_payment && <StatusChip status="paid_late" meaning="attention" />}
          {of.settlement_status !== null && (
            <StatusChip status={of.settlement_status} label={`Settlement: ${formatStatus(of.settlement_status)}`} />
          )}
        </span>
      }
      line={<CopyableId value={of.id} label="transaction id" />}
      actions={
        <>
          {actions}
          {canSync(of) && (
            <ReasonedButton
              variant="default"
              reason={reason}
              loading={is_busy}
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={() => sync(of)}
            >
              Sync status
            </ReasonedButton>
          )}
          {isCancellable(of) && (
            <ReasonedButton
              variant="default"
              reason={cancel_reason}
              leftSection={<IconBan size={16} aria-hidden />}
              onClick={modal.open}
            >
              Cancel payment
            </ReasonedButton>
          )}
          {hasReceipt(of) && (
            <Button
              variant="default"
              loading={receipt.isPending}
              leftSection={<IconReceipt size={16} aria-hidden />}
              onClick={() => receipt.mutate(of.id)}
            >
              Receipt
            </Button>
          )}
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
            onClick={() => clipboard.copy(buildLink(of.id))}
          >
            {clipboard.copied ? 'Link copied' : 'Copy link'}
          </Button>
          <CancelModal transaction={of} opened={is_cancelling} onClose={modal.close} />
        </>
      }
    />
  );
}
