import { getDepositStatement } from '@dasbor/contract/deposit-va';
import type { CallQuery } from '@dasbor/contract/route';
import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../api/download.ts';
import { toProblem } from '../api/problem.ts';
import { showError, showSuccess } from '../ui/toast.ts';
import { messages } from './messages.ts';

/** Downloads the deposits of a filter as a PDF statement. */
export function StatementButton({ query }: { query: Record<string, unknown> }) {
  const download = useMutation({
    mutationFn: () =>
      downloadFile(getDepositStatement, {
        query: query as CallQuery<typeof getDepositStatement>,
        file_name: 'deposits.pdf',
      }),
    meta: { quiet: true },
    onSuccess: () => showSuccess(messages().deposits.downloaded),
    onError: (error) => void showError(messages().deposits.failed(toProblem(error).detail)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {messages().deposits.statement}
    </Button>
  );
}
