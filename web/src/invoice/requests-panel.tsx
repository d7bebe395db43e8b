import type { CreditNoteRequest } from '@dasbor/contract/invoice';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, STATUS, TIME, renderText } from '../ui/column.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

const TONES = { pending: 'warning', issued: 'success', rejected: 'danger' } as const;

const RequestChip = ({ status }: Pick<CreditNoteRequest, 'status'>) => (
  <StatusChip status={status} tone={TONES[status]} label={messages().credit.statuses[status]} />
);

const calculateTotal = ({ fee_amount, vat_amount }: CreditNoteRequest): number => fee_amount + vat_amount;

/** Requests for credit notes, which the provider alone reads. */
export function RequestsPanel({ requests }: { requests: readonly CreditNoteRequest[] }) {
  const t = messages().detail;
  if (requests.length === 0) return null;
  return (
    <Panel title={t.requests} flush>
      <PanelTable
        label={t.requests}
        columns={buildColumns()}
        rows={requests}
        keyOf={({ id }) => id}
        renderCard={(row) => (
          <RowCard>
            <Amount value={calculateTotal(row)} strong />
            <RequestChip {...row} />
            <SecondaryText>{row.reason}</SecondaryText>
            <SecondaryText>{row.requested_by}</SecondaryText>
          </RowCard>
        )}
      />
    </Panel>
  );
}

function buildColumns(): readonly Column<CreditNoteRequest>[] {
  const t = messages().credit;
  return [
    { ...TIME, id: 'time', label: t.time, priority: 3, render: (row) => <Instant at={row.created_at} /> },
    {
      ...AMOUNT,
      id: 'amount',
      label: messages().fields.total,
      render: (row) => <Amount value={calculateTotal(row)} strong />,
    },
    { ...STATUS, id: 'status', label: t.status, width_px: 176, render: (row) => <RequestChip {...row} /> },
    {
      id: 'reason',
      label: t.reason,
      width_px: 200,
      priority: 4,
      render: (row) => [row.reason, row.remark].filter((part) => part !== null).join(' · '),
    },
    { id: 'requested_by', label: t.requested_by, width_px: 150, priority: 2, render: (row) => row.requested_by },
    { id: 'decided_by', label: t.decided_by, width_px: 150, priority: 1, render: (row) => renderText(row.decided_by) },
  ];
}
