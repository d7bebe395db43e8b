import { listBalanceEntries } from '@dasbor/contract/balance';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadCsv } from '../api/download.ts';
import { problemOf } from '../api/problem.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import type { EntryQuery } from './filter.ts';

/** Downloads the movements that are shown as a statement, between opening and closing balance. */
export function StatementButton({ account_id, query }: { account_id: string; query: EntryQuery }) {
  const download = useMutation({
    mutationFn: () =>
      downloadCsv(listBalanceEntries, { params: { id: account_id }, query, file_name: 'statement.csv' }),
    meta: { quiet: true },
    onSuccess: () => showSuccess('Statement downloaded'),
    onError: (error) => void showError(`The statement failed: ${problemOf(error).detail}`),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Statement CSV
    </Button>
  );
}
