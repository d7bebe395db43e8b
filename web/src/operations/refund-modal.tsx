import { refundMerchantTransaction } from '@dasbor/contract/exception-action';
import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { FormModal } from '../ui/form-modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AccountFields, EMPTY_ACCOUNT, toAccountBody } from './account-fields.tsx';
import type { ExceptionProps } from './exception-props.ts';
import { ExceptionSubject } from './exception-subject.tsx';
import { messages } from './messages.ts';
import { useExceptionForm } from './use-exception-action.ts';

type Method = 'original' | 'transfer';

/** Requests a refund of a payment: by its original payment method, or by transfer to an account of the customer. */
export function RefundModal({
  row,
  merchant_id,
  transaction_id,
  onClose,
}: ExceptionProps & { merchant_id: string; transaction_id: string; onClose: () => void }) {
  const t = messages().exceptions;
  const [method, setMethod] = useState<Method>('original');
  const [account, setAccount] = useState(EMPTY_ACCOUNT);
  const [reason, setReason] = useState('');
  const destination = toAccountBody(account);
  const { send, refusal, setRefusal } = useExceptionForm(
    () =>
      call(refundMerchantTransaction, {
        params: { merchant_id, id: transaction_id },
        body: {
          amount: row.amount ?? 0,
          method,
          ...(method === 'transfer' ? destination : {}),
          reason: reason.trim(),
        },
        idempotency_key: createIdempotencyKey(),
      }),
    { done: t.requested_again, onDone: onClose },
  );
  const submit = (): void => {
    if (method === 'transfer' && destination === null) setRefusal(t.account_missing);
    else if (reason.trim() === '') setRefusal(t.reason_missing);
    else send.mutate();
  };
  return (
    <FormModal
      title={t.refund}
      submit={t.request}
      refusal={refusal}
      is_busy={send.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ExceptionSubject row={row} />
      <SegmentedControl
        aria-label={t.refund_method}
        data={[
          { value: 'original', label: t.by_original },
          { value: 'transfer', label: t.by_transfer },
        ]}
        value={method}
        onChange={(next) => setMethod(next as Method)}
      />
      {method === 'transfer' && <AccountFields value={account} onChange={setAccount} />}
      <TextField label={t.reason_field} required maxLength={140} value={reason} onChange={(next) => setReason(next)} />
      <Text c="dimmed" fz="sm">
        {t.merchant_approves}
      </Text>
    </FormModal>
  );
}
