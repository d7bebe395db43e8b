import { Stack, Text } from '@mantine/core';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { Callout } from '../ui/callout.tsx';

export interface ResetModalProps {
  opened: boolean;
  is_busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before every notification is switched on again (specification section 2). */
export const ResetModal = (props: ResetModalProps) => (
  <ConfirmModal {...props} title="Reset Notifications" confirm="Reset Notifications">
    <Stack gap="sm">
      <Text>
        Every notification that you can change is switched on and saved, including what you have changed just now.
      </Text>
      <Callout kind="warning">Disabling notifications may cause missed updates.</Callout>
    </Stack>
  </ConfirmModal>
);
