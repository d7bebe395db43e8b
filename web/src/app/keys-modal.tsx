import { Kbd, Modal } from '@mantine/core';
import { DetailList } from '../ui/detail-list.tsx';
import { KEYS } from '../ui/list-keys.ts';
import { useTexts } from '../ui/texts.ts';

/** What the `?` key shows. */
export const KeysModal = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title={useTexts().keys} centered closeButtonProps={{ 'aria-label': 'Close' }}>
    <DetailList rows={KEYS.map(([keys, meaning]) => [meaning, <Kbd key={keys}>{keys}</Kbd>] as const)} />
  </Modal>
);
