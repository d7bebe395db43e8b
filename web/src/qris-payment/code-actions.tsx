import { type QrisPayment, cancelQrisPayment, getQrisPayment } from '@dasbor/contract/qris-payment';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import links from '../ui/link.module.css';
import { ActionButton } from '../ui/action-button.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

/** Actions of a dynamic code. */
export function CodeActions({ payment }: { payment: QrisPayment }) {
  const t = messages();
  const client = useQueryClient();
  const may_change = useHasAccess('QRIS', 'manage');
  const [is_confirming, setConfirming] = useState(false);
  const params = { id: payment.id };
  const reload = () => client.invalidateQueries({ queryKey: buildQueryKey(getQrisPayment, { params }) });
  const cancel = useMutation({
    mutationFn: () => call(cancelQrisPayment, { params }),
    onSuccess: async () => {
      setConfirming(false);
      await reload();
      void showSuccess(t.cancel.done);
    },
    // The code may have been paid meanwhile: show its current status.
    onError: () => void reload().then(() => setConfirming(false)),
  });
  return (
    <>
      {payment.transaction_id !== null && (
        <Link to="/transaction/$id" params={{ id: payment.transaction_id }} className={links.link}>
          {t.detail.view_transaction}
        </Link>
      )}
      {payment.status === 'active' && (
        <ActionButton
          variant="default"
          disabled_reason={may_change ? undefined : t.read_only_change}
          onClick={() => setConfirming(true)}
        >
          {t.cancel.action}
        </ActionButton>
      )}
      <ConfirmModal
        opened={is_confirming}
        title={t.cancel.title}
        confirm={t.cancel.action}
        cancel={t.cancel.keep}
        is_dangerous
        is_busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onClose={() => setConfirming(false)}
      >
        {t.cancel.line(formatRupiah(payment.amount ?? 0))}
      </ConfirmModal>
    </>
  );
}
