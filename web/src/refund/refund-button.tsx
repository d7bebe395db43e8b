import type { Transaction } from '@dasbor/contract/transaction';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMay } from '../api/signed-in.ts';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { RefundDialog } from './refund-dialog.tsx';

const REFUNDABLE: readonly Transaction['status'][] = ['success', 'partially_refunded'];

/** Opens the dialog, for payments of which something may be given back. */
export function RefundButton({
  transaction,
}: {
  transaction: Pick<Transaction, 'id' | 'amount' | 'status' | 'duplicate_payment'>;
}) {
  const [opened, dialog] = useDisclosure(false);
  const may_see = useMay('Refunds', 'view');
  const may_ask = useMay('Refunds', 'manage');
  if (!may_see || !REFUNDABLE.includes(transaction.status)) return null;
  return (
    <>
      <ReasonedButton
        variant="default"
        reason={may_ask ? undefined : 'Your role may look at refunds, not ask for them.'}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={dialog.open}
      >
        Refund
      </ReasonedButton>
      <RefundDialog transaction={transaction} opened={opened} onClose={dialog.close} />
    </>
  );
}
