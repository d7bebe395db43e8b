import type { Transaction } from '@dasbor/contract/transaction';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBan, IconCopy, IconDots, IconEye, IconLink, IconReceipt, IconRefresh } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { showSuccess } from '../ui/toast.ts';
import { CancelModal } from './cancel-modal.tsx';
import { hasReceipt, isCancellable, useReceipt } from './payment-actions.ts';
import { canSync, useSyncStatus } from './sync-status.ts';

/** The address of a payment's page, to send to a colleague. */
export const buildLink = (id: string): string => `${window.location.origin}/transaction/${id}`;

async function copy(text: string, done: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  await showSuccess(done);
}

/** What can be done with one payment of the list. */
export function RowMenu({ transaction }: { transaction: Transaction }) {
  const [is_cancelling, modal] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={190}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${transaction.id}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Items transaction={transaction} onCancel={modal.open} />
        </Menu.Dropdown>
      </Menu>
      {is_cancelling && <CancelModal transaction={transaction} opened onClose={modal.close} />}
    </>
  );
}

/** Apart from the button, so that closed menus cost nothing. */
function Items({ transaction, onCancel }: { transaction: Transaction; onCancel: () => void }) {
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
        View
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void copy(id, 'Id copied')}>
        Copy id
      </Menu.Item>
      <Menu.Item leftSection={<IconLink size={15} />} onClick={() => void copy(buildLink(id), 'Link copied')}>
        Copy link
      </Menu.Item>
      {canSync(transaction) && (
        <Menu.Item
          leftSection={<IconRefresh size={15} />}
          disabled={is_busy || reason !== undefined}
          title={reason}
          closeMenuOnClick={false}
          onClick={() => sync(transaction)}
        >
          Sync status
        </Menu.Item>
      )}
      {hasReceipt(transaction) && (
        <Menu.Item leftSection={<IconReceipt size={15} />} onClick={() => receipt.mutate(id)}>
          Receipt
        </Menu.Item>
      )}
      {isCancellable(transaction) && (
        <Menu.Item
          leftSection={<IconBan size={15} />}
          disabled={reason !== undefined}
          title={reason}
          onClick={onCancel}
        >
          Cancel payment
        </Menu.Item>
      )}
    </>
  );
}
