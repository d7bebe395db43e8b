import type { Transaction } from '@dasbor/contract/transaction';
import { formatRupiah } from '../ui/amount.tsx';
import { shortenId } from '../ui/copyable-id.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { useCancel } from './payment-actions.ts';
import { messages } from './messages.ts';

export interface CancelModalProps {
  transaction: Pick<Transaction, 'id' | 'amount' | 'merchant_reference'>;
  opened: boolean;
  onClose: () => void;
}

/** Confirms a cancellation and explains its effect. */
export function CancelModal({ transaction, opened, onClose }: CancelModalProps) {
  const { cancel } = useCancel();
  const { id, amount, merchant_reference } = transaction;
  const t = messages().cancel;
  return (
    <ConfirmModal
      opened={opened}
      title={t.title}
      confirm={t.confirm(formatRupiah(amount))}
      cancel={t.keep}
      is_dangerous
      is_busy={cancel.isPending}
      onConfirm={() => cancel.mutate(id, { onSettled: onClose })}
      onClose={onClose}
    >
      {t.line(merchant_reference ?? shortenId(id), formatRupiah(amount))}
    </ConfirmModal>
  );
}
