import type { PaymentLink } from '@dasbor/contract/payment-link-terms';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { saveQrAsPng, saveQrAsSvg } from '../ui/qr-file.ts';
import { QrPicture } from '../ui/qr-picture.tsx';
import { useShare } from './use-share.ts';

/** The address of a link as a picture that any camera opens, to show or to print. */
export function LinkQr({ link, size_px = 240 }: { link: PaymentLink; size_px?: number }) {
  const { noteQr } = useShare(link);
  const name = `payment-link-${link.slug}`;
  const save = (write: (payload: string, name: string) => void) => () => {
    write(link.url, name);
    noteQr();
  };
  return (
    <Stack align="center" gap="sm">
      <QrPicture payload={link.url} label={`QR code of the link ${link.title}`} size_px={size_px} />
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
  <Modal opened={opened} onClose={onClose} title={link.title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
    <Text c="dimmed" mb="md" ta="center">
      Any camera opens the pay page with it. It is no QRIS code: the customer chooses there how to pay.
    </Text>
    <LinkQr link={link} size_px={280} />
  </Modal>
);
