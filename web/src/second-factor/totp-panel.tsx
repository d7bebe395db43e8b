import { Button, Group, Text } from '@mantine/core';
import { disableTotp } from '@dasbor/contract/second-factor';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { TotpSetup } from './totp-setup.tsx';

export interface TotpPanelProps {
  totp: { enabled_at: string } | null;
  /** With new recovery codes, when there are any. */
  onChanged: (recovery_codes?: string[] | null) => void;
}

/** The authenticator app: set up, or disabled. */
export function TotpPanel({ totp, onChanged }: TotpPanelProps) {
  const t = messages().totp;
  const [opened, setOpened] = useState<'setup' | 'disable' | null>(null);
  const close = () => setOpened(null);
  const disable = useMutation({
    mutationFn: () => call(disableTotp),
    onSuccess: () => {
      close();
      onChanged();
      void showSuccess(messages().totp.disabled_done);
    },
    onError: close,
  });
  return (
    <Panel title={t.title}>
      <Group justify="space-between" gap="md">
        <Text c="dimmed" flex="1 1 260px">
          {totp ? t.enabled_since(formatInstant(totp.enabled_at)) : t.line}
        </Text>
        {totp ? (
          <Button variant="default" onClick={() => setOpened('disable')}>
            {t.disable}
          </Button>
        ) : (
          <Button onClick={() => setOpened('setup')}>{t.set_up}</Button>
        )}
      </Group>
      {opened === 'setup' && (
        <TotpSetup
          onClose={close}
          onEnabled={(recovery_codes) => {
            close();
            onChanged(recovery_codes);
            void showSuccess(messages().totp.enabled_done);
          }}
        />
      )}
      <ConfirmModal
        opened={opened === 'disable'}
        title={t.disable_title}
        confirm={t.disable}
        is_dangerous
        is_busy={disable.isPending}
        onConfirm={() => disable.mutate()}
        onClose={close}
      >
        <Text>{t.disable_line}</Text>
      </ConfirmModal>
    </Panel>
  );
}
