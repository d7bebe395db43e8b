import { Button, Group, Text } from '@mantine/core';
import { IconCash, IconEdit, IconMail, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../api/signed-in.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { EditModal } from './edit-modal.tsx';
import type { VaDetail } from './use-live-va.ts';
import { SendModal } from './send-modal.tsx';
import { useVaActions } from './use-va-actions.ts';
import { MAY_NOT, formatAmounts } from './va-labels.tsx';

type Dialog = 'change' | 'deactivate' | 'send';

/** What can be done with a number; what cannot be done now stays, and says why. */
export function VaActions({ va }: { va: VaDetail }) {
  const may = useMay('Virtual Accounts', 'manage');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const { deactivate, sync } = useVaActions(va.id);
  const is_active = va.status === 'active';
  const reason = may ? (is_active ? undefined : 'Only an active virtual account can be changed.') : MAY_NOT;
  return (
    <Group gap="xs">
      {va.simulator_url !== null && is_active && (
        <Button
          component="a"
          href={va.simulator_url}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconCash size={16} aria-hidden />}
        >
          Simulate payment
        </Button>
      )}
      <ReasonedButton
        variant="default"
        reason={may ? (va.status === 'failed' ? 'The bank does not know this number.' : undefined) : MAY_NOT}
        loading={sync.isPending}
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => sync.mutate()}
      >
        Ask the bank
      </ReasonedButton>
      <ReasonedButton
        variant="default"
        reason={reason}
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setDialog('send')}
      >
        Send instructions
      </ReasonedButton>
      <ReasonedButton
        variant="default"
        reason={reason}
        leftSection={<IconEdit size={16} aria-hidden />}
        onClick={() => setDialog('change')}
      >
        Change
      </ReasonedButton>
      <ReasonedButton
        variant="default"
        reason={reason}
        leftSection={<IconX size={16} aria-hidden />}
        onClick={() => setDialog('deactivate')}
      >
        Deactivate
      </ReasonedButton>
      <EditModal va={va} opened={dialog === 'change'} onClose={close} />
      <SendModal va={va} opened={dialog === 'send'} onClose={close} />
      <ConfirmModal
        opened={dialog === 'deactivate'}
        title="Deactivate this virtual account?"
        confirm="Deactivate"
        is_dangerous
        is_busy={deactivate.isPending}
        onConfirm={() => deactivate.mutate(undefined, { onSettled: close })}
        onClose={close}
      >
        <Text>
          {va.bank} closes the number {va.va_number} ({formatAmounts(va)}) at once, and nobody can pay it any more.
          {va.transaction_id !== null && ' The payment that waits for it is cancelled.'} This cannot be taken back.
        </Text>
      </ConfirmModal>
    </Group>
  );
}
