import { Stack, Text } from '@mantine/core';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { Callout } from '../ui/callout.tsx';
import { messages } from './messages.ts';

export interface ResetModalProps {
  opened: boolean;
  is_busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms switching every notification on (specification section 2). */
export function ResetModal(props: ResetModalProps) {
  const t = messages().reset;
  return (
    <ConfirmModal {...props} title={t.title} confirm={t.confirm}>
      <Stack gap="sm">
        <Text>{t.line}</Text>
        <Callout kind="warning">{t.warning}</Callout>
      </Stack>
    </ConfirmModal>
  );
}
