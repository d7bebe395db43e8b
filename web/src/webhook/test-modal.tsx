import { type WebhookAttempt } from '@dasbor/contract/webhook-fields';
import { testWebhook } from '@dasbor/contract/webhook';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType, webhookEventTypeLabel } from '@dasbor/contract/webhook-events';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Callout } from '../ui/callout.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { SelectField } from '../ui/select-field.tsx';
import { AttemptDetail, formatAttempt } from './attempt-detail.tsx';
import { messages } from './messages.ts';
import { useWebhookChange } from './mutations.ts';

/** Sends a test event and shows the response of the endpoint. */
interface TestModalProps {
  id: string;
  /** Whether the type of the event can be chosen; over SNAP BI only payments are notified. */
  has_types: boolean;
  onClose: () => void;
}

export function TestModal({ id, has_types, onClose }: TestModalProps) {
  const t = messages();
  const language = currentLanguage();
  const [type, setType] = useState<WebhookEventType>('payment.success');
  const [attempt, setAttempt] = useState<WebhookAttempt | null>(null);
  const send = useWebhookChange(() => call(testWebhook, { params: { id }, body: { type } }), {
    onDone: ({ data }) => setAttempt(data),
  });
  const options = WEBHOOK_EVENT_TYPES.map((one) => ({
    id: one,
    name: `${webhookEventTypeLabel(one, language)} (${one})`,
  }));
  return (
    <Modal opened onClose={onClose} title={t.test.title} size={560} closeButtonProps={{ 'aria-label': t.close }}>
      <Stack gap="md">
        {has_types && (
          <SelectField
            label={t.test.type}
            options={options}
            searchable
            value={options.find((one) => one.id === type) ?? null}
            onChange={(one) => one !== null && setType(one.id)}
          />
        )}
        {attempt !== null && (
          <>
            <Callout kind={attempt.is_delivered ? 'info' : 'error'}>
              {attempt.is_delivered
                ? t.test.delivered(attempt.http_status ?? 0, attempt.latency_ms)
                : t.test.failed(formatAttempt(attempt))}
            </Callout>
            <AttemptDetail attempt={attempt} />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.close}
          </Button>
          <Button loading={send.isPending} onClick={() => send.mutate(undefined)}>
            {t.test.send}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
