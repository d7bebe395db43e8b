import type { BalanceEntry } from '@dasbor/contract/balance';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, EMPTY_CELL, ID, STATUS, TIME, renderText } from '../ui/column.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { formatEntryKind } from './account-labels.ts';
import { Reference } from './reference.tsx';
import { messages } from './messages.ts';

const renderAmount = (value: number | null) => (value === null ? EMPTY_CELL : <Amount value={value} />);

/** All columns of the movements in their order, with texts in the current language. */
export function buildColumns(): readonly Column<BalanceEntry>[] {
  const { columns: t, copy } = messages();
  return [
    {
      ...TIME,
      id: 'posted_at',
      label: t.posted_at,
      is_fixed: true,
      render: (row) => <Instant at={row.posted_at} />,
    },
    {
      id: 'kind',
      label: t.kind,
      width_px: 168,
      is_whole: true,
      priority: 9,
      render: (row) => formatEntryKind(row.kind),
    },
    {
      ...ID,
      id: 'reference',
      label: t.reference,
      priority: 8,
      render: (row) => <Reference type={row.reference_type} id={row.reference_id} />,
    },
    {
      id: 'description',
      label: t.description,
      width_px: 150,
      priority: 3,
      render: (row) => renderText(row.description),
    },
    { ...AMOUNT, id: 'debit', label: t.debit, render: (row) => renderAmount(row.debit) },
    { ...AMOUNT, id: 'credit', label: t.credit, render: (row) => renderAmount(row.credit) },
    {
      ...AMOUNT,
      id: 'balance',
      label: t.balance,
      is_fixed: true,
      render: (row) => <Amount value={row.balance_after} strong />,
    },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <EntryStatus status={row.status} /> },
    {
      ...ID,
      id: 'journal',
      label: t.journal,
      priority: 1,
      is_hidden: true,
      render: (row) => (
        <CopyableId value={row.journal_id} label={copy.journal}>
          {shortenId(row.journal_id)}
        </CopyableId>
      ),
    },
  ];
}

export const EntryStatus = ({ status }: { status: BalanceEntry['status'] }) => (
  <StatusChip status={status} tone={status === 'posted' ? 'success' : 'info'} label={messages().statuses[status]} />
);
