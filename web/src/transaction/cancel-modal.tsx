import type { Transaction } from '@dasbor/contract/transaction';
import { formatRupiah } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { useCancel } from './payment-actions.ts';

export interface CancelModalProps {
  transaction: Pick<Transaction, 'id' | 'amount' | 'method' | 'merchant_reference'>;
  opened: boolean;
  onClose: () => void;
}

/** Says what cancelling does before it is done. */
export function CancelModal({ transaction: of, opened, onClose }: CancelModalProps) {
  const { cancel } = useCancel();
  const means = of.method === 'qris' ? 'QR code' : 'number';
  return (
    <ConfirmModal
      opened={opened}
      title="Cancel this payment?"
      confirm={`Cancel ${formatRupiah(of.amount)}`}
      cancel="Keep it"
      is_dangerous
      is_busy={cancel.isPending}
      onConfirm={() => cancel.mutate(of.id, { onSettled: onClose })}
      onClose={onClose}
    >
      The bank is told at once: the {means} can no longer be paid, and {of.merchant_reference ?? 'the payment'} of{' '}
      {formatRupiah(of.amount)} ends unpaid. A payer who is just now paying is still taken, and this is then refused.
    </ConfirmModal>
  );
}
