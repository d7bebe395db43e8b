import { Button } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { IconBan, IconCheck, IconLink, IconReceipt, IconRefresh } from '@tabler/icons-react';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Headline } from '../ui/headline.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { StatusChip, formatStatus } from '../ui/status-chip.tsx';
import { BackToList } from '../list/back-to-list.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import { CancelModal } from './cancel-modal.tsx';
import { hasReceipt, isCancellable, useCancel, useReceipt } from './payment-actions.ts';
import { buildLink } from './transaction-menu.tsx';
import { canSync, useSyncStatus } from './sync-status.ts';
import { messages } from './messages.ts';

/** Amount, status and actions of the payment. */
export function DetailHeader({ transaction, actions }: { transaction: TransactionDetail; actions?: ReactNode }) {
  const t = messages();
  const { sync, is_busy, reason } = useSyncStatus();
  const { reason: cancel_reason } = useCancel();
  const receipt = useReceipt();
  const [is_cancelling, modal] = useDisclosure(false);
  const clipboard = useClipboard({ timeout: 1_500 });
  return (
    <PageHeader
      document_title={`${formatRupiah(transaction.amount)} · ${formatStatus(transaction.status)}`}
      back={<BackToList path="/transaction" label={t.title} />}
      title={
        <Headline>
          <Amount value={transaction.amount} strong />
          <StatusChip status={transaction.status} />
          {transaction.duplicate_payment && (
            <StatusChip status="duplicate_payment" tone="warning" label={t.details.duplicate} />
          )}
          {transaction.late_payment && <StatusChip status="late_payment" tone="warning" label={t.details.late} />}
          {transaction.settlement_status !== null && (
            <StatusChip
              status={transaction.settlement_status}
              label={t.details.settlement(formatStatus(transaction.settlement_status))}
            />
          )}
        </Headline>
      }
      line={<CopyableId value={transaction.id} label={t.columns.id} />}
      actions={
        <>
          {actions}
          {canSync(transaction) && (
            <ActionButton
              variant="default"
              disabled_reason={reason}
              loading={is_busy}
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={() => sync(transaction)}
            >
              {t.actions.sync}
            </ActionButton>
          )}
          {isCancellable(transaction) && (
            <ActionButton
              variant="default"
              disabled_reason={cancel_reason}
              leftSection={<IconBan size={16} aria-hidden />}
              onClick={modal.open}
            >
              {t.actions.cancel}
            </ActionButton>
          )}
          {hasReceipt(transaction) && (
            <Button
              variant="default"
              loading={receipt.isPending}
              leftSection={<IconReceipt size={16} aria-hidden />}
              onClick={() => receipt.mutate(transaction.id)}
            >
              {t.actions.receipt}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
            onClick={() => clipboard.copy(buildLink(transaction.id))}
          >
            {clipboard.copied ? t.actions.link_copied : t.actions.copy_link}
          </Button>
          <CancelModal transaction={transaction} opened={is_cancelling} onClose={modal.close} />
        </>
      }
    />
  );
}
