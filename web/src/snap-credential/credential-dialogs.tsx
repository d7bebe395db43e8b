import {
  type NewSnapCredential,
  SNAP_OVERLAP_HOURS,
  type SnapCredential,
  revokeSnapCredential,
  rotateSnapSecret,
} from '@dasbor/contract/snap-credential';
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { Callout } from '../ui/callout.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { Refusal } from './credential-parts.tsx';
import { messages } from './messages.ts';
import { useCredentialChange } from './mutations.ts';
import classes from './snap-credential.module.css';

interface DialogProps {
  shown: SnapCredential;
  onClose: () => void;
}

/** Replaces the secret by a new one, which is shown next. */
export function RotateSecretModal({
  shown,
  onClose,
  onRotated,
}: DialogProps & { onRotated: (credential: NewSnapCredential) => void }) {
  const t = messages().rotation;
  const [overlap_hours, setOverlap] = useState<(typeof SNAP_OVERLAP_HOURS)[number]>(24);
  const rotating = useCredentialChange(
    () => call(rotateSnapSecret, { params: { id: shown.id }, body: { overlap_hours } }),
    { onDone: ({ data }) => onRotated(data) },
  );
  return (
    <ConfirmModal
      opened
      title={t.title}
      confirm={t.submit}
      is_busy={rotating.isPending}
      onConfirm={() => rotating.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text fz="sm">{t.line(shown.name)}</Text>
        <Radio.Group
          label={t.overlap}
          value={String(overlap_hours)}
          onChange={(value) => setOverlap(SNAP_OVERLAP_HOURS.find((hours) => String(hours) === value) ?? 24)}
        >
          <Stack gap={8} mt={8}>
            {SNAP_OVERLAP_HOURS.map((hours) => (
              <Radio key={hours} value={String(hours)} label={t.overlaps[hours]} />
            ))}
          </Stack>
        </Radio.Group>
        {rotating.isError && <Refusal detail={toProblem(rotating.error).detail} />}
      </Stack>
    </ConfirmModal>
  );
}

export function RevokeCredentialModal({ shown, onClose }: DialogProps) {
  const t = messages().revocation;
  const revoking = useCredentialChange(() => call(revokeSnapCredential, { params: { id: shown.id } }), {
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
      onConfirm={() => revoking.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text fz="sm">{t.line(shown.name)}</Text>
        {revoking.isError && <Refusal detail={toProblem(revoking.error).detail} />}
      </Stack>
    </ConfirmModal>
  );
}

/** A new client secret, once. Closes by its button only, so that it is not lost by a click beside it. */
export function SecretModal({ shown, onClose }: { shown: NewSnapCredential; onClose: () => void }) {
  const t = messages().secret;
  const clipboard = useClipboard({ timeout: 2_000 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title}
      size={520}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Callout kind="warning">{t.line}</Callout>
        <DetailList rows={[[t.client_key, <CopyableId key="key" value={shown.client_key} label={t.client_key} />]]} />
        <code className={classes.secret} aria-label={t.field}>
          {shown.client_secret}
        </code>
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => clipboard.copy(shown.client_secret)}
          >
            {clipboard.copied ? t.copied : t.copy}
          </Button>
          <Button onClick={onClose}>{t.confirm}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
