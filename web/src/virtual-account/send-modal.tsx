import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { TextField } from '../ui/text-field.tsx';
import { messages } from './messages.ts';
import { useVaActions } from './use-va-actions.ts';

export interface SendModalProps {
  va: VirtualAccount;
  opened: boolean;
  onClose: () => void;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Emails payment instructions to a customer. */
export const SendModal = (props: SendModalProps) => (
  <Modal
    opened={props.opened}
    onClose={props.onClose}
    title={messages().send.title}
    centered
    closeButtonProps={{ 'aria-label': messages().send.close }}
  >
    <SendFields {...props} />
  </Modal>
);

function SendFields({ va, onClose }: SendModalProps) {
  const t = messages().send;
  const { send } = useVaActions(va.id);
  // A masked address cannot be used.
  const known = va.customer_email !== null && !va.customer_email.includes('***') ? va.customer_email : '';
  const [email, setEmail] = useState(known);
  const [is_submitted, setSubmitted] = useState(false);
  const error = EMAIL.test(email.trim()) ? undefined : t.invalid;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (error === undefined) send.mutate(email.trim(), { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate aria-label={t.title}>
      <Stack gap="md">
        <Text>{t.line(va.va_number)}</Text>
        {send.isError && (
          <Alert color="red.9" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
            {toProblem(send.error).detail}
          </Alert>
        )}
        <TextField
          label={t.email}
          required
          type="email"
          value={email}
          onChange={setEmail}
          error={error}
          {...(is_submitted ? { touched: true } : {})}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
