import type { Route } from '@dasbor/contract/route';
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type DownloadInput, downloadCsv } from '../api/download.ts';
import { problemOf } from '../api/problem.ts';
import { showError, showSuccess } from '../ui/toast.ts';

/** `640 B`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

type CsvRoute = Route & { csv: true };

export interface ExportButtonProps<R extends CsvRoute> {
  /** A list route that answers CSV. */
  route: R;
  /** Of a list that belongs to one object. */
  params?: Record<string, string>;
  /** The filter and order on the screen, and the columns in theirs. */
  query: Record<string, unknown>;
  /** Where the server names no file. */
  file_name: string;
}

/** Downloads a list as CSV: the same filter, order and columns as on the screen. Shows how much has come, and can be stopped. */
export function ExportButton<R extends CsvRoute>({ route, params, query, file_name }: ExportButtonProps<R>) {
  const [bytes, setBytes] = useState(0);
  const controller = useRef<AbortController>(null);
  const download = useMutation({
    mutationFn: () => {
      controller.current = new AbortController();
      setBytes(0);
      const { signal } = controller.current;
      const input = { params, query, file_name, signal, onProgress: setBytes };
      return downloadCsv(route, input as unknown as DownloadInput<R>);
    },
    meta: { quiet: true },
    onSuccess: () => showSuccess('Export downloaded'),
    onError: (error) => {
      if (controller.current?.signal.aborted) return;
      void showError(`The export failed: ${problemOf(error).detail}`);
    },
  });
  if (download.isPending) {
    return (
      <Group gap={4} role="status">
        <Button variant="default" loading loaderProps={{ size: 14 }} aria-label="Exporting">
          Export
        </Button>
        <Text fz="xs" c="dimmed">
          {bytes === 0 ? 'Preparing…' : `${formatBytes(bytes)} received`}
        </Text>
        <CloseButton size="sm" aria-label="Stop the export" onClick={() => controller.current?.abort()} />
      </Group>
    );
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => download.mutate()}>
      Export CSV
    </Button>
  );
}
