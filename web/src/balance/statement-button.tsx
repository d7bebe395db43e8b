import { getBalanceStatement, listBalanceEntries } from '@dasbor/contract/balance';
import { Button, Group } from '@mantine/core';
import { IconDownload, IconFileTypePdf } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadCsv, downloadFile } from '../api/download.ts';
import { problemOf } from '../api/problem.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import type { EntryQuery } from './filter.ts';

/** Downloads the movements that are shown as a statement, between opening and closing balance: for programs or for people. */
export function StatementButton({ account_id, query }: { account_id: string; query: EntryQuery }) {
  const download = useMutation({
    mutationFn: (format: 'csv' | 'pdf') => {
      const input = { params: { id: account_id }, query, file_name: `statement.${format}` };
      return format === 'csv' ? downloadCsv(listBalanceEntries, input) : downloadFile(getBalanceStatement, input);
    },
    meta: { quiet: true },
    onSuccess: () => showSuccess('Statement downloaded'),
    onError: (error) => void showError(`The statement failed: ${problemOf(error).detail}`),
  });
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        loading={download.isPending && download.variables === 'pdf'}
        onClick={() => download.mutate('pdf')}
      >
        Statement PDF
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending && download.variables === 'csv'}
        onClick={() => download.mutate('csv')}
      >
        Statement CSV
      </Button>
    </Group>
  );
}
