import type { Transaction } from '@dasbor/contract/transaction';
import { Menu } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { isRefundable } from './refund-button.tsx';
import { messages } from './messages.ts';

/** Item of the menu of a payment. The dialog is opened outside, because a menu removes its items when it closes. */
export function RefundItem({
  transaction,
  onRefund,
}: {
  transaction: Transaction;
  onRefund: (transaction: Transaction) => void;
}) {
  const may_see = useHasAccess('Refunds', 'view');
  const may_create = useHasAccess('Refunds', 'manage');
  const inactive_reason = useInactiveReason('refunds');
  if (!may_see || !isRefundable(transaction)) return null;
  const reason = may_create ? inactive_reason : messages().no_create_access;
  return (
    <Menu.Item
      leftSection={<IconArrowBackUp size={15} />}
      disabled={reason !== undefined}
      title={reason}
      onClick={() => onRefund(transaction)}
    >
      {messages().panel.refund}
    </Menu.Item>
  );
}
