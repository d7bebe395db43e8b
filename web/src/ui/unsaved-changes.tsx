import { Text } from '@mantine/core';
import { useEffect, useId } from 'react';
import { ConfirmModal } from './confirm-modal.tsx';
import { messages } from './messages.ts';

const unsaved = new Set<string>();

/** Whether any form on the screen holds changes that would be lost. */
export const hasUnsavedChanges = (): boolean => unsaved.size > 0;

/** Guards a form: while `is_dirty`, leaving the screen or the page asks first. */
export function useUnsavedChanges(is_dirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!is_dirty) return undefined;
    unsaved.add(id);
    return () => void unsaved.delete(id);
  }, [id, is_dirty]);
}

export const UnsavedChangesModal = (props: { opened: boolean; onStay: () => void; onLeave: () => void }) => (
  <ConfirmModal
    opened={props.opened}
    title={messages().unsaved.title}
    confirm={messages().unsaved.leave}
    cancel={messages().unsaved.stay}
    is_dangerous
    onConfirm={props.onLeave}
    onClose={props.onStay}
  >
    <Text>{messages().unsaved.line}</Text>
  </ConfirmModal>
);
