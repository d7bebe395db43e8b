import { Button, Group, Stack, Text } from '@mantine/core';
import { RECOVERY_CODES_LOW, regenerateRecoveryCodes } from '@dasbor/contract/second-factor';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { Callout } from '../ui/callout.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { Panel } from '../ui/panel.tsx';
import { messages } from './messages.ts';

/** Number of remaining recovery codes; new ones replace them. */
export function RecoveryPanel({ left, onChanged }: { left: number; onChanged: (recovery_codes: string[]) => void }) {
  const t = messages().recovery;
  const [is_asking, setAsking] = useState(false);
  const create = useMutation({
    mutationFn: () => call(regenerateRecoveryCodes),
    onSuccess: ({ data }) => onChanged(data.recovery_codes),
    onSettled: () => setAsking(false),
  });
  return (
    <Panel title={t.title}>
      <Stack gap="sm">
        {left < RECOVERY_CODES_LOW && <Callout kind="warning">{t.low(left)}</Callout>}
        <Group justify="space-between" gap="md">
          <Text c="dimmed" flex="1 1 260px">
            {t.line(left)}
          </Text>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t.create}
          </Button>
        </Group>
      </Stack>
      <ConfirmModal
        opened={is_asking}
        title={t.create_title}
        confirm={t.create}
        is_busy={create.isPending}
        onConfirm={() => create.mutate()}
        onClose={() => setAsking(false)}
      >
        <Text>{t.create_line}</Text>
      </ConfirmModal>
    </Panel>
  );
}
