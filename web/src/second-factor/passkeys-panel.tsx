import { Button, Group, Stack, Text } from '@mantine/core';
import { type Passkey, createPasskey, deletePasskey, startPasskey } from '@dasbor/contract/second-factor';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatBrowser } from '@dasbor/contract/browser';
import { call } from '../api/call.ts';
import { registerPasskey, isPasskeySupported, isPasskeyCancelled } from '../api/passkey.ts';
import { toProblem } from '../api/problem.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { formatInstant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';
import { PasskeyNameModal } from './passkey-name-modal.tsx';

export interface PasskeysPanelProps {
  passkeys: Passkey[];
  /** With new recovery codes, when there are any. */
  onChanged: (recovery_codes?: string[] | null) => void;
}

/** Passkeys: added, renamed, removed. */
export function PasskeysPanel({ passkeys, onChanged }: PasskeysPanelProps) {
  const t = messages().passkeys;
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const add = useMutation({
    mutationFn: async () => {
      const { options } = (await call(startPasskey)).data;
      const passkey = await registerPasskey(options);
      const name = formatBrowser(navigator.userAgent) ?? messages().passkeys.default_name;
      return call(createPasskey, { body: { name, passkey } });
    },
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      onChanged(data.recovery_codes);
      // Named by what the person calls it, from a proposal.
      if (data.recovery_codes === null) setRenamed(data.passkey);
      void showSuccess(messages().passkeys.added);
    },
    onError: (error) =>
      void showError(isPasskeyCancelled(error) ? messages().passkey_cancelled : toProblem(error).detail),
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(deletePasskey, { params: { id } }),
    onSuccess: () => onChanged(),
    onSettled: () => setRemoved(null),
  });
  return (
    <Panel
      title={t.title}
      actions={
        <ActionButton
          disabled_reason={isPasskeySupported() ? undefined : t.unsupported}
          loading={add.isPending}
          onClick={() => add.mutate()}
        >
          {t.add}
        </ActionButton>
      }
    >
      <Stack gap="md">
        {passkeys.length === 0 && <Text c="dimmed">{t.line}</Text>}
        {passkeys.map((passkey) => (
          <Group key={passkey.id} justify="space-between" gap="xs">
            <div>
              <Text fw={600}>{passkey.name}</Text>
              <Text c="dimmed" fz="sm">
                {t.added_at(formatInstant(passkey.created_at))} · {formatUse(passkey)}
              </Text>
            </div>
            <Group gap="xs">
              <Button
                variant="default"
                size="compact-md"
                aria-label={t.rename_of(passkey.name)}
                onClick={() => setRenamed(passkey)}
              >
                {t.rename}
              </Button>
              <Button
                variant="default"
                size="compact-md"
                aria-label={t.remove_of(passkey.name)}
                onClick={() => setRemoved(passkey)}
              >
                {t.remove}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      {renamed && <PasskeyNameModal passkey={renamed} onClose={() => setRenamed(null)} onRenamed={() => onChanged()} />}
      <ConfirmModal
        opened={removed !== null}
        title={t.remove_title}
        confirm={t.remove}
        is_dangerous
        is_busy={remove.isPending}
        onConfirm={() => removed && remove.mutate(removed.id)}
        onClose={() => setRemoved(null)}
      >
        <Text>{t.remove_line(removed?.name ?? '')}</Text>
      </ConfirmModal>
    </Panel>
  );
}

const formatUse = ({ last_used_at }: Passkey): string =>
  last_used_at === null ? messages().passkeys.never_used : messages().passkeys.last_used(formatInstant(last_used_at));
