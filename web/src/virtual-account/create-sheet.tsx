import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateFields } from './create-fields.tsx';
import { useLiveVa } from './use-live-va.ts';
import { NumberPanel } from './number-panel.tsx';

export interface CreateSheetProps {
  opened: boolean;
  /** A number was opened, and is on the sheet. */
  onCreated: () => void;
  onClose: () => void;
}

/** The side sheet over the list: first the form, then the number to give to the payer. */
export function CreateSheet(props: CreateSheetProps) {
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      position="right"
      size={460}
      title="New virtual account"
      styles={{ title: { fontSize: 16, fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {/* Mounted anew at each opening: a new wish, and a new key for it. */}
      <CreateSteps {...props} />
    </Drawer>
  );
}

function CreateSteps({ onCreated, onClose }: CreateSheetProps) {
  const [created, setCreated] = useState<VirtualAccount | null>(null);
  if (created === null) {
    const show = (va: VirtualAccount) => {
      setCreated(va);
      onCreated();
    };
    return <CreateFields onCreated={show} onCancel={onClose} />;
  }
  return <Created va={created} onNew={() => setCreated(null)} onClose={onClose} />;
}

function Created({ va, onNew, onClose }: { va: VirtualAccount; onNew: () => void; onClose: () => void }) {
  const live = useLiveVa(va.id);
  return (
    <Stack gap="lg">
      <NumberPanel va={live.data?.data ?? va} />
      <Link to="/virtual-account/$id" params={{ id: va.id }}>
        Open the whole page of this number
      </Link>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onNew}>
          New virtual account
        </Button>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
