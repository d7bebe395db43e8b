import { type QrisPayment, getQrisPayment } from '@dasbor/contract/qris-payment';
import { setQrisStickerStatus } from '@dasbor/contract/sticker';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

/** Activates or deactivates a sticker. */
export function StickerActions({ code: { id, status } }: { code: Pick<QrisPayment, 'id' | 'status'> }) {
  const t = messages().actions;
  const client = useQueryClient();
  const [is_confirming, setConfirming] = useState(false);
  const reason = useHasAccess('QRIS', 'manage') ? undefined : t.read_only;
  const params = { id };
  const change = useMutation({
    mutationFn: (next: 'active' | 'inactive') => call(setQrisStickerStatus, { params, body: { status: next } }),
    onSuccess: async ({ data }) => {
      setConfirming(false);
      await client.invalidateQueries({ queryKey: buildQueryKey(getQrisPayment, { params }) });
      void showSuccess(data.status === 'active' ? t.activated : t.deactivated);
    },
  });
  return (
    <>
      {status === 'active' && (
        <ActionButton variant="default" disabled_reason={reason} onClick={() => setConfirming(true)}>
          {t.deactivate}
        </ActionButton>
      )}
      {status === 'inactive' && (
        <ActionButton disabled_reason={reason} loading={change.isPending} onClick={() => change.mutate('active')}>
          {t.activate}
        </ActionButton>
      )}
      <ConfirmModal
        opened={is_confirming}
        title={t.title}
        confirm={t.deactivate}
        cancel={t.keep}
        is_dangerous
        is_busy={change.isPending}
        onConfirm={() => change.mutate('inactive')}
        onClose={() => setConfirming(false)}
      >
        {t.line}
      </ConfirmModal>
    </>
  );
}
