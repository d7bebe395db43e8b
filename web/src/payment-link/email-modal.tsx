import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import { useShare } from './use-share.ts';
import { messages } from './messages.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Emails a link to one address. */
export const EmailModal = ({ link, opened, onClose }: { link: PaymentLink; opened: boolean; onClose: () => void }) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={messages().email.title}
    centered
    closeButtonProps={{ 'aria-label': messages().close }}
    // Menus and cards around it must not handle its keys.
    onKeyDown={(event) => event.stopPropagation()}
  >
    <EmailForm link={link} onClose={onClose} />
  </Modal>
);

function EmailForm({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const t = messages();
  const known = link.customer?.email ?? '';
  const [recipient, setRecipient] = useState(known.includes('*') ? '' : known);
  const [is_submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { sendEmail, is_busy } = useShare(link);
  const error = EMAIL.test(recipient.trim()) ? undefined : t.email.invalid;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    setRefused(null);
    if (error !== undefined) return;
    sendEmail(recipient.trim()).then(
      () => {
        onClose();
        void showSuccess(t.email.sent);
      },
      (error: unknown) => setRefused(toProblem(error).detail),
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{t.email.text(link.title, t.email.in_language[link.language])}</Text>
        {refused !== null && (
          <Alert color="red.9" variant="light" role="alert">
            {refused}
          </Alert>
        )}
        <TextField
          label={t.email.label}
          required
          type="email"
          value={recipient}
          onChange={setRecipient}
          error={error}
          touched={is_submitted}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={is_busy}>
            {t.email.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
