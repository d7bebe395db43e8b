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

type PayoutAlert = Output<typeof getPayoutAlert>['data'];
export interface AlertFormProps {
  opened: boolean;
  alert: PayoutAlert;
  onClose: () => void;
}

/** Amount and recipients of the alert of a low payout balance. */
export const AlertForm = (props: AlertFormProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title="Low-balance alert"
    centered
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {props.opened && <Form {...props} />}
  </Modal>
);

function Form({ alert, onClose }: AlertFormProps) {
  const client = useQueryClient();
  const [threshold, setThreshold] = useState(alert.threshold);
  const [recipients, setRecipients] = useState(alert.recipients.join(', '));
  const fault = validateRecipients(recipients);
  const saving = useMutation({
    mutationFn: (body: { threshold: number | null; recipients: string[] }) => call(savePayoutAlert, { body }),
    meta: { quiet: true },
    onSuccess: (answer) => {
      client.setQueryData(buildQueryKey(getPayoutAlert), answer);
      void showSuccess(answer.data.threshold === null ? 'Alert switched off' : 'Alert saved');
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (threshold && fault === undefined) saving.mutate({ threshold, recipients: parseRecipients(recipients) });
      }}
    >
      <Stack gap="md">
        <AmountField label="Tell us below" required value={threshold} onChange={setThreshold} data_autofocus />
        <TextField
          label="Recipients"
          required
          value={recipients}
          onChange={setRecipients}
          error={fault}
          description={`${parseRecipients(recipients).length}/${ALERT_RECIPIENTS_MAX} e-mail addresses, separated by commas`}
        />
        <Text c="dimmed" fz="sm">
          One e-mail each time the payout balance falls below the amount; the next one only after it was above again.
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
                Switch off
              </Button>
            )}
          </div>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!threshold || fault !== undefined} loading={saving.isPending}>
              Save alert
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
