import type { BalanceEntry } from '@dasbor/contract/balance';
import { Text } from '@mantine/core';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { kindLabel } from './account-labels.ts';
import { Reference } from './reference.tsx';

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

/** Every column of the movements in its order; those that are hidden at first are the optional ones. */
export const COLUMNS: readonly Column<BalanceEntry>[] = [
  column('posted_at', 'Posted', 184, (row) => <Instant at={row.posted_at} />, { is_fixed: true }),
  column('kind', 'Type', 140, (row) => kindLabel(row.kind)),
  column('reference', 'Reference', 170, (row) => <Reference type={row.reference_type} id={row.reference_id} />),
  column('description', 'Description', 160, (row) => row.description ?? NONE),
  column('debit', 'Debit', 124, (row) => renderAmount(row.debit), { align: 'right' }),
  column('credit', 'Credit', 124, (row) => renderAmount(row.credit), { align: 'right' }),
  column('balance', 'Balance after', 140, (row) => <Amount value={row.balance_after} strong />, {
    align: 'right',
    is_fixed: true,
  }),
  column('status', 'Status', 112, (row) => <EntryStatus status={row.status} />),
  column(
    'journal',
    'Journal',
    150,
    (row) => (
      <CopyableId value={row.journal_id} label="journal id">
        {shortId(row.journal_id)}
      </CopyableId>
    ),
    { is_hidden: true },
  ),
];

export const EntryStatus = ({ status }: { status: BalanceEntry['status'] }) => (
  <StatusChip status={status} meaning={status === 'posted' ? 'done' : 'returned'} />
);
