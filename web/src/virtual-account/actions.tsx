import { bankShortName } from '@dasbor/contract/bank';
import { Button, Group, Text } from '@mantine/core';
import { IconCash, IconEdit, IconMail, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { EditModal } from './edit-modal.tsx';
import type { VaDetail } from './use-live-va.ts';
import { messages } from './messages.ts';
import { SendModal } from './send-modal.tsx';
import { useVaActions } from './use-va-actions.ts';
import { formatAmounts } from './va-labels.tsx';

type Dialog = 'edit' | 'deactivate' | 'send';

/** Actions of a virtual account; unavailable ones are disabled with a reason. */
export function VaActions({ va }: { va: VaDetail }) {
  const { actions: t, read_only } = messages();
  const may = useHasAccess('Virtual Accounts', 'manage');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const { deactivate, sync } = useVaActions(va.id);
  const is_active = va.status === 'active';
  const reason = may ? (is_active ? undefined : t.not_active) : read_only;
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
          {t.simulate}
        </Button>
      )}
      <ActionButton
        variant="default"
        disabled_reason={may ? (va.status === 'failed' ? t.sync_failed : undefined) : read_only}
        loading={sync.isPending}
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={() => sync.mutate()}
      >
        {t.sync}
      </ActionButton>
      <ActionButton
        variant="default"
        disabled_reason={reason}
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setDialog('send')}
      >
        {t.send}
      </ActionButton>
      <ActionButton
        variant="default"
        disabled_reason={reason}
        leftSection={<IconEdit size={16} aria-hidden />}
        onClick={() => setDialog('edit')}
      >
        {t.edit}
      </ActionButton>
      <ActionButton
        variant="default"
        disabled_reason={reason}
        leftSection={<IconX size={16} aria-hidden />}
        onClick={() => setDialog('deactivate')}
      >
        {t.deactivate}
      </ActionButton>
      <EditModal va={va} opened={dialog === 'edit'} onClose={close} />
      <SendModal va={va} opened={dialog === 'send'} onClose={close} />
      <ConfirmModal
        opened={dialog === 'deactivate'}
        title={t.deactivate_title}
        confirm={t.deactivate}
        is_dangerous
        is_busy={deactivate.isPending}
        onConfirm={() => deactivate.mutate(undefined, { onSettled: close })}
        onClose={close}
      >
        <Text>
          {t.deactivate_line(bankShortName(va.bank), va.va_number, formatAmounts(va))}{' '}
          {va.transaction_id !== null && `${t.deactivate_payment} `}
          {t.deactivate_permanent}
        </Text>
      </ConfirmModal>
    </Group>
  );
}
