import { bankName, bankShortName } from '@dasbor/contract/bank';
import type { DepositVa } from '@dasbor/contract/deposit-va';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, STATUS, TIME, renderInstant } from '../ui/column.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { VA_TONES } from './labels.ts';
import { messages } from './messages.ts';

export interface NumbersPanelProps {
  query: {
    isPending: boolean;
    data: { data: DepositVa[] } | undefined;
    error: { detail: string; request_id?: string | undefined } | null;
    refetch: () => unknown;
  };
  /** The first step. */
  action: ReactNode;
}

/** Deposit VAs, one per bank. */
export function NumbersPanel({ query, action }: NumbersPanelProps) {
  const t = messages();
  const { data, error } = query;
  if (query.isPending) {
    return (
      <Panel title={t.numbers.title} flush>
        <ListSkeleton rows={2} />
      </Panel>
    );
  }
  if (data === undefined) {
    return (
      <Panel title={t.numbers.title}>
        <FailedState detail={error?.detail ?? ''} request_id={error?.request_id} onRetry={() => void query.refetch()} />
      </Panel>
    );
  }
  return (
    <Panel title={t.numbers.title} flush>
      {data.data.length === 0 ? (
        <EmptyState title={t.numbers.empty} action={action}>
          {t.numbers.empty_text}
        </EmptyState>
      ) : (
        <PanelTable
          label={t.numbers.title}
          columns={listColumns()}
          rows={data.data}
          keyOf={({ id }) => id}
          renderCard={(va) => <NumberCard va={va} />}
        />
      )}
    </Panel>
  );
}

function listColumns(): readonly Column<DepositVa>[] {
  const t = messages();
  return [
    {
      id: 'bank',
      label: t.bank,
      width_px: 100,
      render: ({ bank }) => <span title={bankName(bank)}>{bankShortName(bank)}</span>,
    },
    { id: 'number', label: t.number, width_px: 200, render: (va) => <NumberLink va={va} /> },
    { id: 'holder', label: t.numbers.holder, width_px: 160, priority: 2, render: (va) => va.holder_name },
    { ...STATUS, id: 'status', label: t.status, render: (va) => <NumberStatus va={va} /> },
    {
      ...AMOUNT,
      id: 'month',
      label: t.numbers.this_month,
      render: (va) => <Amount value={va.topped_up_this_month} />,
    },
    { ...TIME, id: 'last', label: t.numbers.last, priority: 1, render: (va) => renderInstant(va.last_top_up_at) },
  ];
}

const NumberLink = ({ va: { id, va_number } }: { va: DepositVa }) => (
  <CopyableId value={va_number} label={messages().copy.va_number}>
    <Link to="/deposit-va/$id" params={{ id }}>
      {va_number}
    </Link>
  </CopyableId>
);

const NumberStatus = ({ va: { status } }: { va: DepositVa }) => <StatusChip status={status} tone={VA_TONES[status]} />;

const NumberCard = ({ va }: { va: DepositVa }) => (
  <RowCard>
    <NumberLink va={va} />
    <NumberStatus va={va} />
    <SecondaryText>
      {bankShortName(va.bank)} · {va.holder_name}
    </SecondaryText>
    <span />
    <SecondaryText>{messages().numbers.this_month}</SecondaryText>
    <Amount value={va.topped_up_this_month} />
  </RowCard>
);
