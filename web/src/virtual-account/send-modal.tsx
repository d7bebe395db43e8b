import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { TextField } from '../ui/text-field.tsx';
import { useVaActions } from './use-va-actions.ts';

export interface SendModalProps {
  va: VirtualAccount;
  opened: boolean;
  onClose: () => void;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Sends a customer the number and how to pay it. */
export const SendModal = (props: SendModalProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title="Send instructions"
    centered
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <SendFields {...props} />
  </Modal>
);

function SendFields({ va, onClose }: SendModalProps) {
  const { send } = useVaActions(va.id);
  // A masked address is nobody's: who may not read it has to type it.
  const known = va.customer_email !== null && !va.customer_email.includes('***') ? va.customer_email : '';
  const [email, setEmail] = useState(known);
  const [is_submitted, setSubmitted] = useState(false);
  const fault = EMAIL.test(email.trim()) ? undefined : 'Enter an e-mail address.';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (fault === undefined) send.mutate(email.trim(), { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Send instructions">
      <Stack gap="md">
        <Text>
          The customer gets the number {va.va_number}, what it asks for and the steps for ATM, mobile and internet.
        </Text>
        {send.isError && (
          <Alert color="red.9" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
            {toProblem(send.error).detail}
          </Alert>
        )}
        <TextField
          label="E-mail"
          required
          type="email"
          value={email}
          onChange={setEmail}
          error={fault}
          {...(is_submitted ? { touched: true } : {})}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
