import { Button, Drawer, Group, Stack } from '@mantine/core';
import type { QrisType } from '@dasbor/contract/qris-payment';
import { useState } from 'react';
import { CreateFields } from './create-fields.tsx';
import { LiveCode } from './live-code.tsx';
import { messages } from './messages.ts';

export interface CreateSheetProps {
  opened: boolean;
  /** Initial type of the form. */
  type: QrisType;
  /** Called when a code was created and is shown. */
  onCreated: () => void;
  onClose: () => void;
}

/** The side sheet over the list: the form, then the QR code for the payer. */
export function CreateSheet(props: CreateSheetProps) {
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size={460}
      title={messages().form.label}
      styles={{ title: { fontSize: 16, fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': messages().form.close }}
    >
      {/* Remounted at each opening, with a new Idempotency-Key. */}
      <CreateSteps {...props} />
    </Drawer>
  );
}

function CreateSteps({ type, onCreated, onClose }: CreateSheetProps) {
  const t = messages().form;
  const [created_id, setCreatedId] = useState<string | null>(null);
  if (created_id === null) {
    const show = ({ id }: { id: string }) => {
      setCreatedId(id);
      onCreated();
    };
    return <CreateFields type={type} onCreated={show} onCancel={onClose} />;
  }
  return (
    <Stack gap="lg">
      <LiveCode id={created_id} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => setCreatedId(null)}>
          {t.another}
        </Button>
        <Button onClick={onClose}>{t.done}</Button>
      </Group>
    </Stack>
  );
}
