import type { BalanceEntry } from '@dasbor/contract/balance';
import { Text } from '@mantine/core';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { kindLabel } from './account-labels.ts';
import { Reference } from './reference.tsx';
import { messages } from './messages.ts';

const NONE = (
  <Text span c="dimmed">
    –
  </Text>
);
const renderAmount = (value: number | null) => (value === null ? NONE : <Amount value={value} />);

const column = (
  id: string,
  label: string,
  width_px: number,
  render: (row: BalanceEntry) => React.ReactNode,
  more: Partial<Column<BalanceEntry>> = {},
): Column<BalanceEntry> => ({ id, label, width_px, render, ...more });

/** All columns of the movements in their order, with texts in the current language. */
export function buildColumns(): readonly Column<BalanceEntry>[] {
  const { columns, copy } = messages();
  return [
    column('posted_at', columns.posted_at, 184, (row) => <Instant at={row.posted_at} />, { is_fixed: true }),
    column('kind', columns.kind, 140, (row) => kindLabel(row.kind)),
    column('reference', columns.reference, 170, (row) => <Reference type={row.reference_type} id={row.reference_id} />),
    column('description', columns.description, 160, (row) => row.description ?? NONE),
    column('debit', columns.debit, 124, (row) => renderAmount(row.debit), { align: 'right' }),
    column('credit', columns.credit, 124, (row) => renderAmount(row.credit), { align: 'right' }),
    column('balance', columns.balance, 140, (row) => <Amount value={row.balance_after} strong />, {
      align: 'right',
      is_fixed: true,
    }),
    column('status', columns.status, 112, (row) => <EntryStatus status={row.status} />),
    column(
      'journal',
      columns.journal,
      150,
      (row) => (
        <CopyableId value={row.journal_id} label={copy.journal}>
          {shortId(row.journal_id)}
        </CopyableId>
      ),
      { is_hidden: true },
    ),
  ];
}

export const EntryStatus = ({ status }: { status: BalanceEntry['status'] }) => (
  <StatusChip status={status} meaning={status === 'posted' ? 'done' : 'returned'} />
);
