import { ALERT_RECIPIENTS_MAX, getPayoutAlert, savePayoutAlert } from '@dasbor/contract/payout-balance';
import type { Output } from '@dasbor/contract/route';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { validateRecipients, parseRecipients } from './alert-validation.ts';
import { FormError } from './form-error.tsx';
import { messages } from './messages.ts';

type PayoutAlert = Output<typeof getPayoutAlert>['data'];
export interface AlertFormProps {
  opened: boolean;
  alert: PayoutAlert;
  onClose: () => void;
}

/** Threshold and recipients of the low-balance alert. */
export const AlertForm = (props: AlertFormProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title={messages().alert.title}
    centered
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    {props.opened && <Form {...props} />}
  </Modal>
);

function Form({ alert, onClose }: AlertFormProps) {
  const t = messages().alert;
  const client = useQueryClient();
  const [threshold, setThreshold] = useState(alert.threshold);
  const [recipients, setRecipients] = useState(alert.recipients.join(', '));
  const error = validateRecipients(recipients);
  const saving = useMutation({
    mutationFn: (body: { threshold: number | null; recipients: string[] }) => call(savePayoutAlert, { body }),
    meta: { quiet: true },
    onSuccess: (answer) => {
      client.setQueryData(buildQueryKey(getPayoutAlert), answer);
      void showSuccess(answer.data.threshold === null ? t.turned_off : t.saved);
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (threshold && error === undefined) saving.mutate({ threshold, recipients: parseRecipients(recipients) });
      }}
    >
      <Stack gap="md">
        <AmountField label={t.threshold} required value={threshold} onChange={setThreshold} data_autofocus />
        <TextField
          label={t.recipients}
          required
          value={recipients}
          onChange={setRecipients}
          error={error}
          description={t.recipients_hint(parseRecipients(recipients).length, ALERT_RECIPIENTS_MAX)}
        />
        <Text c="dimmed" fz="sm">
          {t.note}
        </Text>
        <FormError detail={saving.isError ? toProblem(saving.error).detail : null} />
        <Group justify="space-between" gap="xs">
          <div>
            {alert.threshold !== null && (
              <Button
                variant="subtle"
                color="red.8"
                onClick={() => saving.mutate({ threshold: null, recipients: parseRecipients(recipients).slice(0, 5) })}
              >
                {t.turn_off}
              </Button>
            )}
          </div>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages().cancel}
            </Button>
            <Button type="submit" disabled={!threshold || error !== undefined} loading={saving.isPending}>
              {t.save}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
