import type { ExportFormat } from '@dasbor/contract/export';
import { Button, CloseButton, Group, Menu, Popover, Text } from '@mantine/core';
import { IconChevronDown, IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { formatCount } from '../ui/amount.tsx';
import { formatBytes } from '../ui/bytes.ts';
import { type ExportState, type FileRoute, type ListToExport, useExport } from './export-list.ts';
import { messages } from './messages.ts';

/** Exports a list: the same rows, order and columns as on the screen. Shows the progress and can be cancelled. */
export function ExportButton<R extends FileRoute>({
  size,
  ...wanted
}: ListToExport<R> & Pick<FormatButtonProps, 'size'>) {
  const exporting = useExport(wanted);
  if (exporting.is_pending) return <Receiving exporting={exporting} size={size} />;
  return (
    <Prepared exporting={exporting}>
      <FormatButton size={size} onChoose={exporting.start} />
    </Prepared>
  );
}

export interface FormatButtonProps {
  onChoose: (format: ExportFormat) => void;
  /** “Export” by default. */
  label?: string | undefined;
  /** `compact-sm` in a row of filters and in panels. */
  size?: 'compact-sm' | undefined;
  is_loading?: boolean;
}

/** A button that opens the choice of the format. */
export const FormatButton = ({ onChoose, label, size, is_loading = false }: FormatButtonProps) => (
  <FormatMenu onChoose={onChoose}>
    <Button
      variant="default"
      size={size ?? 'sm'}
      loading={is_loading}
      leftSection={<IconDownload size={size === undefined ? 16 : 14} aria-hidden />}
      rightSection={<IconChevronDown size={14} aria-hidden />}
    >
      {label ?? messages().export.title}
    </Button>
  </FormatMenu>
);

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

interface ReceivingProps extends Pick<FormatButtonProps, 'size'> {
  exporting: ExportState;
}

const Receiving = ({ exporting: { bytes, stop }, size }: ReceivingProps) => (
  <Group gap={4} role="status">
    <Button
      variant="default"
      size={size ?? 'sm'}
      loading
      loaderProps={{ size: 14 }}
      aria-label={messages().export.exporting}
    >
      {messages().export.title}
    </Button>
    <Text fz="xs" c="dimmed">
      {bytes === 0 ? messages().export.preparing : messages().export.received(formatBytes(bytes))}
    </Text>
    <CloseButton size="sm" aria-label={messages().export.cancel} onClick={stop} />
  </Group>
);

/** Announces below the button that a large export is being prepared, with a link to the exports. */
function Prepared({ exporting: { prepared, dismiss }, children }: { exporting: ExportState; children: ReactElement }) {
  const t = messages().export;
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
      // The target only positions the popover: the button within opens its own menu.
      withRoles={false}
    >
      <Popover.Target>
        <span>{children}</span>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.title} role="dialog">
        <Text fz="sm">
          {prepared?.row_count === null || prepared === null ? t.is_long : t.rows(formatCount(prepared.row_count))}{' '}
          {t.background}
        </Text>
        <Group gap="xs" mt="sm" justify="flex-end">
          <Button variant="default" size="xs" onClick={dismiss}>
            {t.close}
          </Button>
          <Button size="xs" data-autofocus onClick={show}>
            {t.show}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
