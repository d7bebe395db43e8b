import { Button, Drawer, Group, Stack } from '@mantine/core';
import type { QrisType } from '@dasbor/contract/qris-payment';
import { useState } from 'react';
import { CreateFields } from './create-fields.tsx';
import { LiveCode } from './live-code.tsx';

export interface CreateSheetProps {
  opened: boolean;
  /** Kind of code that the form begins with. */
  type: QrisType;
  /** A payment was created, and its code is on the sheet. */
  onCreated: () => void;
  onClose: () => void;
}

/** The side sheet over the list: first the form, then the code to show to the payer. */
export function CreateSheet(props: CreateSheetProps) {
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size={460}
      title="New QRIS payment"
      styles={{ title: { fontSize: 16, fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {/* Mounted anew at each opening: a new wish, and a new key for it. */}
      <CreateSteps {...props} />
    </Drawer>
  );
}

function CreateSteps({ type, onCreated, onClose }: CreateSheetProps) {
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
          New code
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
