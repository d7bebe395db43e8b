import { type Transaction, listTransactions } from '@dasbor/contract/transaction';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { FormatMenu } from '../list/export-button.tsx';
import { useExport } from '../list/export-list.ts';
import { messages } from './messages.ts';

export interface ExportSelectedProps {
  selected: readonly Transaction[];
  /** Order and columns of the list. */
  query: Record<string, unknown>;
}

/** Exports the selected payments with the columns of the list. */
export function ExportSelected({ selected: chosen, query }: ExportSelectedProps) {
  const ids = chosen.map(({ id }) => id).join(',');
  const wanted = {
    list: 'transactions',
    route: listTransactions,
    query: { ...query, ids },
    is_selection: true,
  } as const;
  const exporting = useExport(wanted);
  return (
    <FormatMenu onChoose={exporting.start}>
      <Button
        size="compact-sm"
        variant="default"
        loading={exporting.is_pending}
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        {messages().list.export_selected}
      </Button>
    </FormatMenu>
  );
}
