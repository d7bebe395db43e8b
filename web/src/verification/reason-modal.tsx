import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fieldLabel } from '../ui/field-label.tsx';
import { messages as uiMessages } from '../ui/messages.ts';
import { messages } from './messages.ts';

export interface ReasonModalProps {
  title: string;
  /** Explanation of the effect. */
  text: string;
  confirm: string;
  is_dangerous?: boolean;
  is_busy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

const MIN_LENGTH = 3;

/** Asks for the reason of a decision, which the merchant reads. */
export function ReasonModal({ title, text, confirm, is_dangerous, is_busy, onConfirm, onClose }: ReasonModalProps) {
  const t = messages().reason;
  const [reason, setReason] = useState('');
  const [is_tried, setTried] = useState(false);
  const is_short = reason.trim().length < MIN_LENGTH;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!is_short) onConfirm(reason.trim());
  };
  return (
    <Modal opened onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': uiMessages().close }}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{text}</Text>
          <Textarea
            label={fieldLabel({ label: t.label, required: true })}
            aria-required
            description={t.hint}
            autosize
            minRows={3}
            maxLength={500}
            data-autofocus
            value={reason}
            error={is_tried && is_short ? t.missing : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {uiMessages().cancel}
            </Button>
            <Button type="submit" color={is_dangerous === true ? 'red.8' : 'primary'} loading={is_busy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
