import { getQrisPdf, getQrisPng, getQrisSvg } from '@dasbor/contract/qris-image';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDownload, IconFileTypePdf, IconPhoto, IconVector } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { showError } from '../ui/toast.ts';
import { messages } from './messages.ts';

const FILES = [
  ['png', getQrisPng, IconPhoto],
  ['svg', getQrisSvg, IconVector],
  ['pdf', getQrisPdf, IconFileTypePdf],
] as const;

export interface FileMenuProps {
  code: { id: string; qr_content: string | null };
  /** Icon only, for rows of a list. */
  is_compact?: boolean;
}

/** Downloads the QR code as an image or a sheet to print. */
export function FileMenu({ code: { id, qr_content }, is_compact = false }: FileMenuProps) {
  const t = messages().code;
  const download = useMutation({
    mutationFn: ([format, route]: (typeof FILES)[number]) =>
      downloadFile(route, { params: { id }, file_name: `qris-${id}.${format}` }),
    meta: { quiet: true },
    onError: (error) => void showError(t.download_failed(toProblem(error).detail)),
  });
  if (qr_content === null) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        {is_compact ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.download}
            loading={download.isPending}
            onClick={(event) => event.stopPropagation()}
          >
            <IconDownload size={16} />
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={<IconDownload size={15} aria-hidden />} loading={download.isPending}>
            {t.download}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {FILES.map((file) => {
          const [format, , Icon] = file;
          return (
            <Menu.Item key={format} leftSection={<Icon size={15} />} onClick={() => download.mutate(file)}>
              {t[format]}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
