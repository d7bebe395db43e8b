import {
  type ApiKey,
  KEY_DESCRIPTION_MAX,
  KEY_NAME_MAX,
  type NewApiKey,
  ROLL_OVERLAP_HOURS,
  changeApiKey,
  revokeApiKey,
  rollApiKey,
} from '@dasbor/contract/api-settings';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { OverlapModal } from '../ui/overlap-modal.tsx';
import { TextField } from '../ui/text-field.tsx';
import { parseLines } from './key-expiry.ts';
import { messages } from './messages.ts';
import { useKeyChange } from './mutations.ts';
import { NetworksField } from './networks-field.tsx';

interface KeyDialogProps {
  shown: ApiKey;
  onClose: () => void;
}

/** Name, description and networks of a key. Its access never changes. */
export function EditKeyModal({ shown, onClose }: KeyDialogProps) {
  const t = messages().form;
  const [name, setName] = useState(shown.name);
  const [description, setDescription] = useState(shown.description ?? '');
  const saved_networks = shown.allowed_cidrs.join('\n');
  const [networks, setNetworks] = useState(saved_networks);
  const saving = useKeyChange(
    () => {
      const body = { name: name.trim(), description: description.trim() };
      const changed = networks === saved_networks ? {} : { allowed_cidrs: parseLines(networks) };
      return call(changeApiKey, { params: { id: shown.id }, body: { ...body, ...changed } });
    },
    { done: t.saved, onDone: onClose },
  );
  const refusal = saving.isError ? toProblem(saving.error) : null;
  const is_of_networks = refusal?.code === 'invalid_cidr';
  return (
    <Modal opened onClose={onClose} title={t.title_edit} closeButtonProps={{ 'aria-label': messages().close }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && !saving.isPending) saving.mutate(undefined);
        }}
      >
        <Stack gap="md">
          <TextField
            label={t.name}
            required
            maxLength={KEY_NAME_MAX}
            value={name}
            onChange={setName}
            error={name.trim() === '' ? t.name_missing : undefined}
          />
          <TextField
            label={t.description}
            maxLength={KEY_DESCRIPTION_MAX}
            value={description}
            onChange={setDescription}
          />
          <NetworksField value={networks} onChange={setNetworks} error={is_of_networks ? refusal.detail : undefined} />
          {refusal !== null && !is_of_networks && <Refusal detail={refusal.detail} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages().cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

type OverlapHours = (typeof ROLL_OVERLAP_HOURS)[number];

/** Replaces a key by a new one, whose secret is shown next. */
export function RollKeyModal({ shown, onClose, onRolled }: KeyDialogProps & { onRolled: (key: NewApiKey) => void }) {
  const t = messages().roll;
  const rolling = useKeyChange(
    (overlap_hours: OverlapHours) => call(rollApiKey, { params: { id: shown.id }, body: { overlap_hours } }),
    { onDone: ({ data }) => onRolled(data) },
  );
  return (
    <OverlapModal
      texts={t}
      line={t.line(shown.name)}
      choices={ROLL_OVERLAP_HOURS}
      preset={24}
      is_busy={rolling.isPending}
      refusal={rolling.isError ? toProblem(rolling.error).detail : undefined}
      onConfirm={rolling.mutate}
      onClose={onClose}
    />
  );
}

export function RevokeKeyModal({ shown, onClose }: KeyDialogProps) {
  const t = messages().revoke;
  const revoking = useKeyChange(() => call(revokeApiKey, { params: { id: shown.id } }), {
    done: t.done,
    onDone: onClose,
  });
  return (
    <ConfirmModal
      opened
      title={t.title}
      confirm={t.submit}
      is_dangerous
      is_busy={revoking.isPending}
      onConfirm={() => revoking.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text fz="sm">{t.line(shown.name)}</Text>
        {revoking.isError && <Refusal detail={toProblem(revoking.error).detail} />}
      </Stack>
    </ConfirmModal>
  );
}

const Refusal = ({ detail }: { detail: string }) => (
  <Alert color="red" role="alert">
    {detail}
  </Alert>
);
