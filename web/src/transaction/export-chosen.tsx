import { type Transaction, listTransactions } from '@dasbor/contract/transaction';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { downloadCsv } from '../api/download.ts';
import { problemOf } from '../api/problem.ts';
import { ChoiceButton } from '../list/row-choice.tsx';
import { showError, showSuccess } from '../ui/toast.ts';

export interface ExportChosenProps {
  chosen: readonly Transaction[];
  /** Order and columns of the list. */
  query: Record<string, unknown>;
}

/** The chosen payments as CSV, with the columns of the list. */
export function ExportChosen({ chosen, query }: ExportChosenProps) {
  const download = useMutation({
    mutationFn: () => {
      const ids = chosen.map(({ id }) => id).join(',');
      return downloadCsv(listTransactions, { query: { ...query, ids } as never, file_name: 'transactions.csv' });
    },
    meta: { quiet: true },
    onSuccess: () => showSuccess('Export downloaded'),
    onError: (error) => void showError(`The export failed: ${problemOf(error).detail}`),
  });
  return (
    <ChoiceButton
      is_busy={download.isPending}
      icon={<IconDownload size={14} aria-hidden />}
      onClick={() => download.mutate()}
    >
      Export chosen
    </ChoiceButton>
  );
}
