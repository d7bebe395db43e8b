import { resolveSettlementDispute } from '@dasbor/contract/settlement-dispute';
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { fieldLabel } from '../ui/field-label.tsx';
import type { ExceptionProps } from './exception-props.ts';
import { messages } from './messages.ts';
import { useExceptionAction } from './use-exception-action.ts';

type Answer =
  | { decision: 'accept'; adjustment_amount: number; answer: string }
  | { decision: 'reject'; answer: string };

/** Resolves a dispute: rejects it, or accepts it with an adjustment. */
export function DisputeModal({
  row,
  merchant_id,
  onClose,
}: ExceptionProps & { merchant_id: string; onClose: () => void }) {
  const t = messages().exceptions;
  const [answer, setAnswer] = useState('');
  const [amount, setAmount] = useState<number | null>(null);
  const send = useExceptionAction(
    (body: Answer) =>
      call(resolveSettlementDispute, {
        params: { merchant_id, id: row.object_id },
        body,
        idempotency_key: createIdempotencyKey(),
      }),
    t.decided,
  );
  const text = answer.trim();
  const submit = (body: Answer) => send.mutate(body, { onSuccess: onClose });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${t.answer} · ${row.merchant_name} · ${row.reference}`}
      centered
      closeButtonProps={{ 'aria-label': messages().close }}
    >
      <Stack gap="md">
        <Text>{row.detail}</Text>
        <Textarea
          data-autofocus
          label={fieldLabel({ label: t.answer_field, required: true })}
          maxLength={1_000}
          autosize
          minRows={2}
          value={answer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
        <AmountField label={t.adjustment} description={t.adjustment_line} value={amount} onChange={setAmount} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages().cancel}
          </Button>
          <Button
            variant="default"
            disabled={text === '' || amount !== null}
            loading={send.isPending}
            onClick={() => submit({ decision: 'reject', answer: text })}
          >
            {t.reject}
          </Button>
          <Button
            disabled={text === '' || amount === null || amount === 0}
            loading={send.isPending}
            onClick={() => submit({ decision: 'accept', answer: text, adjustment_amount: amount ?? 0 })}
          >
            {t.accept}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
