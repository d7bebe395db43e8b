import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { useShare } from './use-share.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Sends a link to one address. */
export const EmailModal = ({ link, opened, onClose }: { link: PaymentLink; opened: boolean; onClose: () => void }) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title="Send by e-mail"
    centered
    closeButtonProps={{ 'aria-label': 'Close' }}
    // Menus and cards around it must not take its keys.
    onKeyDown={(event) => event.stopPropagation()}
  >
    <EmailForm link={link} onClose={onClose} />
  </Modal>
);

function EmailForm({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const known = link.customer?.email ?? '';
  const [recipient, setRecipient] = useState(known.includes('*') ? '' : known);
  const [is_submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { sendEmail, is_busy } = useShare(link);
  const fault = EMAIL.test(recipient.trim()) ? undefined : 'Give one e-mail address.';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    setRefused(null);
    if (fault !== undefined) return;
    sendEmail(recipient.trim()).then(
      () => {
        onClose();
        void showSuccess('The e-mail is on its way');
      },
      (error: unknown) => setRefused(toProblem(error).detail),
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>
          “{link.title}” goes out in {link.language === 'id' ? 'Indonesian' : 'English'}, with its amount, its end and
          the button to pay.
        </Text>
        {refused !== null && (
          <Alert color="red.9" variant="light" role="alert">
            {refused}
          </Alert>
        )}
        <TextField
          label="E-mail"
          required
          type="email"
          value={recipient}
          onChange={setRecipient}
          error={fault}
          touched={is_submitted}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={is_busy}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
