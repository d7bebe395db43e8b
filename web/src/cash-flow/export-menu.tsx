import { getCashFlow, getCashFlowPdf } from '@dasbor/contract/cash-flow';
import { Button, Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadCsv, downloadFile, downloadXlsx } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

const FORMATS = [
  ['csv', 'CSV', IconFileTypeCsv],
  ['xlsx', 'Excel', IconFileSpreadsheet],
  ['pdf', 'PDF', IconFileTypePdf],
] as const;
type Format = (typeof FORMATS)[number][0];

/** Downloads the displayed days: the same period, account and categories. */
export function ExportMenu({ query }: { query: Record<string, unknown> }) {
  const download = useMutation({
    mutationFn: (format: Format) => {
      const input = { query: query as never, file_name: `cash-flow.${format}` };
      if (format === 'pdf') return downloadFile(getCashFlowPdf, input);
      return format === 'csv' ? downloadCsv(getCashFlow, input) : downloadXlsx(getCashFlow, input);
    },
    meta: { quiet: true },
    onSuccess: () => showSuccess(messages().export.done),
    onError: (error) => void showError(messages().export.failed(toProblem(error).detail)),
  });
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          loading={download.isPending}
        >
          {messages().export.action}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(([format, label, Icon]) => (
          <Menu.Item key={format} leftSection={<Icon size={16} aria-hidden />} onClick={() => download.mutate(format)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
