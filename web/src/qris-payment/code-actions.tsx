import { type QrisPayment, cancelQrisPayment, getQrisPayment } from '@dasbor/contract/qris-payment';
import { setQrisStickerStatus } from '@dasbor/contract/sticker';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQueryKey } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { formatRupiah } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { showSuccess } from '../ui/toast.ts';
import { MAY_NOT_CHANGE } from './code-labels.ts';
import classes from './qris-payment.module.css';

/** What can be done with a code: end a dynamic one, take a sticker out of use and into use again. */
export function CodeActions({ payment }: { payment: QrisPayment }) {
  const client = useQueryClient();
  const may_change = useMay('QRIS', 'manage');
  const [is_asking, setAsking] = useState(false);
  const params = { id: payment.id };
  const readAgain = () => client.invalidateQueries({ queryKey: buildQueryKey(getQrisPayment, { params }) });
  const done = async (words: string) => {
    setAsking(false);
    await readAgain();
    void showSuccess(words);
  };
  const end = useMutation({
    mutationFn: () => call(cancelQrisPayment, { params }),
    onSuccess: () => done('QRIS payment cancelled'),
    // A payer who was faster has paid: the screen must say so.
    onError: () => void readAgain().then(() => setAsking(false)),
  });
  const turn = useMutation({
    mutationFn: (status: 'active' | 'inactive') => call(setQrisStickerStatus, { params, body: { status } }),
    onSuccess: ({ data }) => done(data.status === 'active' ? 'Sticker in use again' : 'Sticker out of use'),
  });
  const reason = may_change ? undefined : MAY_NOT_CHANGE;
  const is_static = payment.type === 'static';
  return (
    <>
      {payment.transaction_id !== null && (
        <Link to="/transaction/$id" params={{ id: payment.transaction_id }} className={classes.link}>
          Open the transaction
        </Link>
      )}
      {payment.status === 'active' && (
        <ReasonedButton variant="default" reason={reason} onClick={() => setAsking(true)}>
          {is_static ? 'Take out of use' : 'Cancel'}
        </ReasonedButton>
      )}
      {payment.status === 'inactive' && (
        <ReasonedButton reason={reason} loading={turn.isPending} onClick={() => turn.mutate('active')}>
          Take into use
        </ReasonedButton>
      )}
      <ConfirmModal
        opened={is_asking}
        title={is_static ? 'Take this sticker out of use?' : 'Cancel this QRIS payment?'}
        confirm={is_static ? 'Take out of use' : 'Cancel the code'}
        cancel="Keep it"
        is_dangerous
        is_busy={end.isPending || turn.isPending}
        onConfirm={() => (is_static ? turn.mutate('inactive') : end.mutate())}
        onClose={() => setAsking(false)}
      >
        {is_static
          ? 'The picture that hangs somewhere stays readable: take it down. A payment that comes all the same is taken, and flagged in its timeline.'
          : `Nobody can pay the code of ${formatRupiah(payment.amount ?? 0)} any more. If somebody is paying at this moment, the payment is kept.`}
      </ConfirmModal>
    </>
  );
}
