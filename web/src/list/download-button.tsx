import { useMutation } from '@tanstack/react-query';
import { type DownloadInput, downloadCsv, downloadXlsx } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { showError } from '../ui/toast.ts';
import { FormatButton, type FormatButtonProps } from './export-button.tsx';
import type { FileRoute } from './export-list.ts';

interface DownloadButtonProps<R extends FileRoute> extends Pick<FormatButtonProps, 'label' | 'size'> {
  route: R;
  /** Query of the request; its values are those of the list's filter. */
  input: Omit<DownloadInput<R>, 'file_name' | 'query'> & { query?: Record<string, unknown> };
  /** Without the extension. */
  file_name: string;
}

/** Downloads a list with its filter and columns as CSV or Excel. */
export function DownloadButton<R extends FileRoute>({ route, input, file_name, ...button }: DownloadButtonProps<R>) {
  const download = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => {
      const given = { ...input, file_name: `${file_name}.${format}` } as DownloadInput<R>;
      return format === 'csv' ? downloadCsv(route, given) : downloadXlsx(route, given);
    },
    meta: { quiet: true },
    onError: (error) => void showError(toProblem(error).detail),
  });
  return <FormatButton {...button} is_loading={download.isPending} onChoose={(format) => download.mutate(format)} />;
}
