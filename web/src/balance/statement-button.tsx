import { getBalanceStatement, listBalanceEntries } from '@dasbor/contract/balance';
import { Button, Group } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { ExportButton } from '../list/export-button.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import type { EntryQuery } from './filter.ts';
import { messages } from './messages.ts';

/** Downloads the shown movements as a statement, as PDF or as a file. */
export function StatementButton({ account_id, query }: { account_id: string; query: EntryQuery }) {
  const params = { id: account_id };
  const download = useMutation({
    mutationFn: () => downloadFile(getBalanceStatement, { params, query, file_name: 'statement.pdf' }),
    meta: { quiet: true },
    onSuccess: () => showSuccess(messages().statement.downloaded),
    onError: (error) => void showError(messages().statement.failed(toProblem(error).detail)),
  });
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {messages().statement.button}
      </Button>
      <ExportButton
        list="balance-entries"
        route={listBalanceEntries}
        params={params}
        query={query as Record<string, unknown>}
      />
    </Group>
  );
}
