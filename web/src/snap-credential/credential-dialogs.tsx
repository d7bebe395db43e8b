import {
  type NewSnapCredential,
  SNAP_OVERLAP_HOURS,
  type SnapCredential,
  revokeSnapCredential,
  rotateSnapSecret,
} from '@dasbor/contract/snap-credential';
import { Stack, Text } from '@mantine/core';
import { call } from '../api/call.ts';
import { toProblem } from '../api/problem.ts';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { OverlapModal } from '../ui/overlap-modal.tsx';
import { SecretModal } from '../ui/secret-modal.tsx';
import { ErrorAlert } from './credential-parts.tsx';
import { messages } from './messages.ts';
import { useCredentialChange } from './mutations.ts';

interface DialogProps {
  shown: SnapCredential;
  onClose: () => void;
}

type OverlapHours = (typeof SNAP_OVERLAP_HOURS)[number];

/** Replaces the secret by a new one, which is shown next. */
export function RotateSecretModal({
  shown,
  onClose,
  onRotated,
}: DialogProps & { onRotated: (credential: NewSnapCredential) => void }) {
  const t = messages().rotation;
  const rotating = useCredentialChange(
    (overlap_hours: OverlapHours) => call(rotateSnapSecret, { params: { id: shown.id }, body: { overlap_hours } }),
    { onDone: ({ data }) => onRotated(data) },
  );
  return (
    <OverlapModal
      texts={t}
      line={t.line(shown.name)}
      choices={SNAP_OVERLAP_HOURS}
      preset={24}
      is_busy={rotating.isPending}
      refusal={rotating.isError ? toProblem(rotating.error).detail : undefined}
      onConfirm={rotating.mutate}
      onClose={onClose}
    />
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
        {revoking.isError && <ErrorAlert detail={toProblem(revoking.error).detail} />}
      </Stack>
    </ConfirmModal>
  );
}

/** A new client secret with the client key that it belongs to, once. */
export function NewSecretModal({ shown, onClose }: { shown: NewSnapCredential; onClose: () => void }) {
  const t = messages().secret;
  return (
    <SecretModal texts={t} secret={shown.client_secret} onClose={onClose}>
      <DetailList rows={[[t.client_key, <CopyableId key="key" value={shown.client_key} label={t.client_key} />]]} />
    </SecretModal>
  );
}
