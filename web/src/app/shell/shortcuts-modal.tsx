import { Kbd, Modal } from '@mantine/core';
import { DetailList } from '../../ui/detail-list.tsx';
import { listShortcuts } from '../../ui/list-shortcuts.ts';
import { messages } from './messages.ts';

/** The list of keyboard shortcuts, opened by `?`. */
export const ShortcutsModal = ({ onClose }: { onClose: () => void }) => (
  <Modal
    opened
    onClose={onClose}
    title={messages().frame.shortcuts}
    centered
    closeButtonProps={{ 'aria-label': messages().files.close }}
  >
    <DetailList rows={listShortcuts().map(([keys, meaning]) => [meaning, <Kbd key={keys}>{keys}</Kbd>] as const)} />
  </Modal>
);
