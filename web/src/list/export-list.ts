/** Exporting a list: downloaded directly when it is small enough, prepared in the background otherwise. */
import { type ExportFormat, type ExportList, createExport, listExports } from '@dasbor/contract/export';
import type { Route } from '@dasbor/contract/route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { type DownloadInput, downloadCsv, downloadXlsx } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey } from '../api/query.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

export type FileRoute = Route & { files: true };

export interface ListToExport<R extends FileRoute> {
  list: ExportList;
  /** The list's own route. */
  route: R;
  /** Of a list that belongs to one object. */
  params?: Record<string, string>;
  /** The filter and order on the screen, and the columns in theirs. */
  query: Record<string, unknown>;
  /** Selected rows are few enough to be downloaded directly. */
  is_selection?: boolean;
}

type Outcome = { is_downloaded: true } | { is_downloaded: false; row_count: number | null };

export interface ExportState {
  start: (format: ExportFormat) => void;
  stop: () => void;
  is_pending: boolean;
  /** Bytes received so far. */
  bytes: number;
  /** The export prepared in the background, until the notice is dismissed; null row_count: not counted yet. */
  prepared: { row_count: number | null } | null;
  dismiss: () => void;
}

export function useExport<R extends FileRoute>(wanted: ListToExport<R>): ExportState {
  const client = useQueryClient();
  const [bytes, setBytes] = useState(0);
  const [prepared, setPrepared] = useState<ExportState['prepared']>(null);
  const controller = useRef<AbortController>(null);
  const run = useMutation({
    mutationFn: (format: ExportFormat) => {
      controller.current = new AbortController();
      setBytes(0);
      setPrepared(null);
      return exportList(wanted, format, controller.current.signal, setBytes);
    },
    meta: { quiet: true },
    onSuccess: (outcome) => {
      if (outcome.is_downloaded) return void showSuccess(messages().export.downloaded);
      setPrepared({ row_count: outcome.row_count });
      void client.invalidateQueries({ queryKey: buildQueryKey(listExports) });
    },
    onError: (error) => {
      if (controller.current?.signal.aborted) return;
      void showError(messages().export.failed(toProblem(error).detail));
    },
  });
  return {
    start: run.mutate,
    stop: () => controller.current?.abort(),
    is_pending: run.isPending,
    bytes,
    prepared,
    dismiss: () => setPrepared(null),
  };
}

/** Lets the server decide whether the list is small enough, and downloads it if so. */
async function exportList<R extends FileRoute>(
  { list, route, params, query, is_selection = false }: ListToExport<R>,
  format: ExportFormat,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Outcome> {
  if (!is_selection) {
    const body = { list, format, params: params ?? {}, query: query as never, only_if_large: true };
    const { data, row_count } = await call(createExport, { body, signal });
    if (data !== null) return { is_downloaded: false, row_count };
  }
  const input = { params, query, file_name: `${list}.${format}`, signal, onProgress } as unknown as DownloadInput<R>;
  await (format === 'csv' ? downloadCsv(route, input) : downloadXlsx(route, input));
  return { is_downloaded: true };
}
