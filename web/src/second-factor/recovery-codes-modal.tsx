import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from './messages.ts';

/** New recovery codes, shown once: closed only after the user has stored them. */
export function RecoveryCodesModal({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = messages().recovery;
  const clipboard = useClipboard({ timeout: 1_500 });
  const [is_stored, setStored] = useState(false);
  const text = codes.join('\n');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.codes_title}
      centered
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Text>{t.codes_line}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {codes.map((code) => (
            <Text key={code} component="li" ff="monospace">
              {code}
            </Text>
          ))}
        </SimpleGrid>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={() => clipboard.copy(text)}
          >
            {clipboard.copied ? t.copied : t.copy}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="dasbor-recovery-codes.txt"
          >
            {t.download}
          </Button>
        </Group>
        <Checkbox label={t.stored} checked={is_stored} onChange={(event) => setStored(event.currentTarget.checked)} />
        <Group justify="flex-end">
          <Button disabled={!is_stored} onClick={onClose}>
            {t.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
