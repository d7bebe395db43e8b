import type { Transaction } from '@dasbor/contract/transaction';
import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBan, IconCopy, IconEye, IconLink, IconReceipt, IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RowMenu } from '../ui/row-menu.tsx';
import { showSuccess } from '../ui/toast.ts';
import { CancelModal } from './cancel-modal.tsx';
import { hasReceipt, isCancellable, useReceipt } from './payment-actions.ts';
import { canSync, useSyncStatus } from './sync-status.ts';
import { messages } from './messages.ts';

/** Link to the transaction details. */
export const buildLink = (id: string): string => `${window.location.origin}/transaction/${id}`;

async function copy(text: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  await showSuccess(done);
}

/** Actions on one payment of the list. */
export function TransactionMenu({ transaction, items }: { transaction: Transaction; items?: ReactNode }) {
  const [is_cancelling, modal] = useDisclosure(false);
  return (
    <>
      <RowMenu label={messages().actions.for_row(transaction.id)} width_px={190}>
        <Items transaction={transaction} onCancel={modal.open} />
        {items}
      </RowMenu>
      {is_cancelling && <CancelModal transaction={transaction} opened onClose={modal.close} />}
    </>
  );
}

function Items({ transaction, onCancel }: { transaction: Transaction; onCancel: () => void }) {
  const t = messages().actions;
  const { id } = transaction;
  const navigate = useNavigate();
  const { sync, is_busy, reason } = useSyncStatus();
  const receipt = useReceipt();
  return (
    <>
      <Menu.Item
        leftSection={<IconEye size={15} />}
        onClick={() => void navigate({ to: '/transaction/$id', params: { id } })}
      >
        {t.view}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void copy(id, t.id_copied)}>
        {t.copy_id}
      </Menu.Item>
      <Menu.Item leftSection={<IconLink size={15} />} onClick={() => void copy(buildLink(id), t.link_copied)}>
        {t.copy_link}
      </Menu.Item>
      {canSync(transaction) && (
        <Menu.Item
          leftSection={<IconRefresh size={15} />}
          disabled={is_busy || reason !== undefined}
          title={reason}
          closeMenuOnClick={false}
          onClick={() => sync(transaction)}
        >
          {t.sync}
        </Menu.Item>
      )}
      {hasReceipt(transaction) && (
        <Menu.Item leftSection={<IconReceipt size={15} />} onClick={() => receipt.mutate(id)}>
          {t.receipt}
        </Menu.Item>
      )}
      {isCancellable(transaction) && (
        <Menu.Item
          leftSection={<IconBan size={15} />}
          disabled={reason !== undefined}
          title={reason}
          onClick={onCancel}
        >
          {t.cancel}
        </Menu.Item>
      )}
    </>
  );
}
