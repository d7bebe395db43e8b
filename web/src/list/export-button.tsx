import type { ExportFormat } from '@dasbor/contract/export';
import { Button, CloseButton, Group, Menu, Popover, Text } from '@mantine/core';
import { IconChevronDown, IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { formatCount } from '../ui/amount.tsx';
import { formatBytes } from '../ui/bytes.ts';
import { type ExportState, type FileRoute, type ListToExport, useExport } from './export-list.ts';

/** Exports a list: the same rows, order and columns as on the screen. Shows how much has come, and can be stopped. */
export function ExportButton<R extends FileRoute>(wanted: ListToExport<R>) {
  const exporting = useExport(wanted);
  if (exporting.is_pending) return <Receiving exporting={exporting} />;
  return (
    <Prepared exporting={exporting}>
      <FormatMenu onChoose={exporting.start}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Export
        </Button>
      </FormatMenu>
    </Prepared>
  );
}

export interface FormatMenuProps {
  onChoose: (format: ExportFormat) => void;
  /** The button that opens it. */
  children: ReactElement;
}

/** CSV for programs, Excel for people. */
export const FormatMenu = ({ onChoose, children }: FormatMenuProps) => (
  <Menu position="bottom-end" width={190} withinPortal>
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconFileTypeCsv size={16} aria-hidden />} onClick={() => onChoose('csv')}>
        CSV
      </Menu.Item>
      <Menu.Item leftSection={<IconFileSpreadsheet size={16} aria-hidden />} onClick={() => onChoose('xlsx')}>
        Excel
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);

const Receiving = ({ exporting: { bytes, stop } }: { exporting: ExportState }) => (
  <Group gap={4} role="status">
    <Button variant="default" loading loaderProps={{ size: 14 }} aria-label="Exporting">
      Export
    </Button>
    <Text fz="xs" c="dimmed">
      {bytes === 0 ? 'Preparing…' : `${formatBytes(bytes)} received`}
    </Text>
    <CloseButton size="sm" aria-label="Stop the export" onClick={stop} />
  </Group>
);

/** Says below the button that a long export is on its way, and leads to where it will be. */
function Prepared({ exporting: { prepared, dismiss }, children }: { exporting: ExportState; children: ReactElement }) {
  const navigate = useNavigate();
  const show = () => {
    dismiss();
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, files: 'exports' })) as never,
      resetScroll: false,
    });
  };
  return (
    <Popover
      opened={prepared !== null}
      onDismiss={dismiss}
      position="bottom-end"
      width={300}
      shadow="md"
      trapFocus
      // Its target only marks the place: the button within has a menu of its own.
      withRoles={false}
    >
      <Popover.Target>
        <span>{children}</span>
      </Popover.Target>
      <Popover.Dropdown aria-label="Export" role="dialog">
        <Text fz="sm">
          {prepared?.row_count === null || prepared === null
            ? 'This export is long.'
            : `This export has ${formatCount(prepared.row_count)} rows.`}{' '}
          It is prepared in the background, and you get an e-mail when it is ready.
        </Text>
        <Group gap="xs" mt="sm" justify="flex-end">
          <Button variant="default" size="xs" onClick={dismiss}>
            Close
          </Button>
          <Button size="xs" data-autofocus onClick={show}>
            Show exports
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
