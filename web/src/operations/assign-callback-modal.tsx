import { assignCallback } from '@dasbor/contract/exception-action';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { FormModal } from '../ui/form-modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { ExceptionProps } from './exception-props.ts';
import { messages } from './messages.ts';
import { useExceptionForm } from './use-exception-action.ts';

/** Assigns unmatched callbacks to a payment, whose status the bank then confirms. */
export function AssignCallbackModal({ row, onClose }: ExceptionProps & { onClose: () => void }) {
  const t = messages().exceptions;
  const [transaction_id, setTransactionId] = useState('');
  const [note, setNote] = useState('');
  const { send, refusal, setRefusal } = useExceptionForm(
    () =>
      call(assignCallback, {
        params: { id: row.object_id },
        body: { transaction_id: transaction_id.trim(), note: note.trim() },
      }),
    { done: t.assigned_callback, onDone: onClose },
  );
  const submit = (): void => {
    if (!/^txn_[0-9a-z]{26}$/.test(transaction_id.trim())) setRefusal(t.payment_missing);
    else if (note.trim() === '') setRefusal(t.note_missing);
    else send.mutate();
  };
  return (
    <FormModal
      title={t.assign_callback}
      submit={t.assign_callback}
      refusal={refusal}
      is_busy={send.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        {row.reference} · {row.detail}
      </Text>
      <TextField
        label={t.payment}
        required
        autoComplete="off"
        value={transaction_id}
        onChange={(next) => setTransactionId(next)}
      />
      <TextField label={t.note} required maxLength={400} value={note} onChange={(next) => setNote(next)} />
      <Text c="dimmed" fz="sm">
        {t.assign_line}
      </Text>
    </FormModal>
  );
}
