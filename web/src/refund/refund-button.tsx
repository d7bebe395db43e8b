import type { Transaction } from '@dasbor/contract/transaction';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { messages } from './messages.ts';

const REFUNDABLE: readonly Transaction['status'][] = ['success', 'partially_refunded'];

export const isRefundable = ({ status }: Pick<Transaction, 'status'>): boolean => REFUNDABLE.includes(status);

/** Opens the refund dialog of a refundable payment. */
export function RefundButton({
  transaction,
}: {
  transaction: Pick<Transaction, 'id' | 'amount' | 'status' | 'duplicate_payment'>;
}) {
  const [opened, dialog] = useDisclosure(false);
  const may_see = useHasAccess('Refunds', 'view');
  const may_create = useHasAccess('Refunds', 'manage');
  const inactive_reason = useInactiveReason('refunds');
  if (!may_see || !isRefundable(transaction)) return null;
  return (
    <>
      <ActionButton
        variant="default"
        disabled_reason={may_create ? inactive_reason : messages().no_create_access}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={dialog.open}
      >
        {messages().panel.refund}
      </ActionButton>
      <RefundDialog transaction={transaction} opened={opened} onClose={dialog.close} />
    </>
  );
}
