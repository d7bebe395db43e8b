import type { Route } from '@dasbor/contract/route';
import { Button } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type DownloadInput, downloadCsv, downloadXlsx } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { showError } from '../ui/toast.ts';
import { FormatMenu } from './export-button.tsx';

interface DownloadButtonProps<R extends Route & { csv: true; xlsx: true }> {
  label: string;
  route: R;
  /** What the server reads; its values are those of the list's filter. */
  input: Omit<DownloadInput<R>, 'file_name' | 'query'> & { query?: Record<string, unknown> };
  /** Without the extension. */
  file_name: string;
}

/** Downloads a list with its filter and columns as CSV or Excel. */
export function DownloadButton<R extends Route & { csv: true; xlsx: true }>({
  label,
  route,
  input,
  file_name,
}: DownloadButtonProps<R>) {
  const download = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => {
      const given = { ...input, file_name: `${file_name}.${format}` } as DownloadInput<R>;
      return format === 'csv' ? downloadCsv(route, given) : downloadXlsx(route, given);
    },
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return (
    <FormatMenu onChoose={(format) => download.mutate(format)}>
      <Button
        variant="default"
        loading={download.isPending}
        leftSection={<IconDownload size={16} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
      >
        {label}
      </Button>
    </FormatMenu>
  );
}
