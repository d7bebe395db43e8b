import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { saveQrAsPng, saveQrAsSvg } from '../ui/qr-file.ts';
import { QrPicture } from '../ui/qr-picture.tsx';
import { useShare } from './use-share.ts';
import { messages } from './messages.ts';

/** The URL of a link as a QR code, to show or print. */
export function LinkQr({ link, size_px = 240 }: { link: PaymentLink; size_px?: number }) {
  const { recordQr } = useShare(link);
  const name = `payment-link-${link.slug}`;
  const save = (write: (payload: string, name: string) => void) => () => {
    write(link.url, name);
    recordQr();
  };
  return (
    <Stack align="center" gap="sm">
      <QrPicture payload={link.url} label={messages().share.qr_label(link.title)} size_px={size_px} />
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={save(saveQrAsPng)}
        >
          PNG
        </Button>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={save(saveQrAsSvg)}
        >
          SVG
        </Button>
      </Group>
    </Stack>
  );
}

export const QrModal = ({ link, opened, onClose }: { link: PaymentLink; opened: boolean; onClose: () => void }) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={link.title}
    centered
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    <Text c="dimmed" mb="md" ta="center">
      {messages().share.qr_note}
    </Text>
    <LinkQr link={link} size_px={280} />
  </Modal>
);
