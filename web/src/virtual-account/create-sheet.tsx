import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { Button, Drawer, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateFields } from './create-fields.tsx';
import { useLiveVa } from './use-live-va.ts';
import { messages } from './messages.ts';
import { NumberPanel } from './number-panel.tsx';

export interface CreateSheetProps {
  opened: boolean;
  /** Called when a number was created and is shown. */
  onCreated: () => void;
  onClose: () => void;
}

/** The side sheet over the list: the form, then the number for the payer. */
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
  const t = messages().form;
  const live = useLiveVa(va.id);
  return (
    <Stack gap="lg">
      <NumberPanel va={live.data?.data ?? va} />
      <Link to="/virtual-account/$id" params={{ id: va.id }}>
        {t.view}
      </Link>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onNew}>
          {t.another}
        </Button>
        <Button onClick={onClose}>{t.done}</Button>
      </Group>
    </Stack>
  );
}
