import { getQrisPdf, getQrisPng, getQrisSvg } from '@dasbor/contract/qris-image';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDownload, IconFileTypePdf, IconPhoto, IconVector } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { showError } from '../ui/toast.ts';

const FILES = [
  ['PNG picture', getQrisPng, 'png', IconPhoto],
  ['SVG picture', getQrisSvg, 'svg', IconVector],
  ['A6 sheet to print (PDF)', getQrisPdf, 'pdf', IconFileTypePdf],
] as const;

export interface FileMenuProps {
  code: { id: string; qr_content: string | null };
  /** An icon alone, for rows of a list. */
  is_compact?: boolean;
}

/** The code as a file: to send, to place into a design, to print. */
export function FileMenu({ code: { id, qr_content }, is_compact = false }: FileMenuProps) {
  const download = useMutation({
    mutationFn: ([, route, ending]: (typeof FILES)[number]) =>
      downloadFile(route, { params: { id }, file_name: `qris-${id}.${ending}` }),
    meta: { quiet: true },
    onError: (error) => void showError(`The file could not be made: ${toProblem(error).detail}`),
  });
  if (qr_content === null) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        {is_compact ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Download"
            loading={download.isPending}
            onClick={(event) => event.stopPropagation()}
          >
            <IconDownload size={16} />
          </ActionIcon>
        ) : (
          <Button variant="default" leftSection={<IconDownload size={15} aria-hidden />} loading={download.isPending}>
            Download
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {FILES.map((file) => {
          const [label, , ending, Icon] = file;
          return (
            <Menu.Item key={ending} leftSection={<Icon size={15} />} onClick={() => download.mutate(file)}>
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
