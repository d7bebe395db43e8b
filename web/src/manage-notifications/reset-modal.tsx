import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ConfirmModal } from '../ui/confirm-modal.tsx';

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
      <Alert role="note" color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />}>
        Disabling notifications may cause missed updates.
      </Alert>
    </Stack>
  </ConfirmModal>
);
