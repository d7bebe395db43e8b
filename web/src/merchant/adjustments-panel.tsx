import { type BalanceAdjustment, listBalanceAdjustments } from '@dasbor/contract/balance-adjustment';
import { accountLabel } from '@dasbor/contract/balance-labels';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, STATUS, TIME, renderText } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant } from '../ui/instant.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { AdjustmentModal } from './adjustment-modal.tsx';
import { messages } from './messages.ts';
import { PanelList } from './panel-list.tsx';
import { sectionMessages } from './section-messages.ts';

/** Approve and reject of an open request, where the signed-in person may decide it. */
export type Decision = (approval_id: string) => ReactNode;

/** Corrections of the balances: requested here by one staff member of the provider, decided here by another. */
export function AdjustmentsPanel({ merchant_id, decision }: { merchant_id: string; decision: Decision }) {
  const t = sectionMessages().adjustments;
  const may_manage = useHasAccess('Merchant finance', 'manage');
  const [is_adding, setAdding] = useState(false);
  return (
    <>
      <PanelList
        route={listBalanceAdjustments}
        input={{ params: { merchant_id }, query: {} }}
        label={t.title}
        empty={t.empty}
        columns={buildColumns(decision)}
        actions={
          <ActionButton
            size="compact-sm"
            disabled_reason={may_manage ? undefined : messages().denied}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t.request}
          </ActionButton>
        }
        renderCard={(row) => (
          <RowCard>
            <strong>{formatAccount(row)}</strong>
            <Amount value={row.amount} strong />
            <SecondaryText>{row.reason}</SecondaryText>
            <AdjustmentChip {...row} />
            <SecondaryText>{formatPeople(row)}</SecondaryText>
            {row.approval_id !== null && decision(row.approval_id)}
          </RowCard>
        )}
      />
      {is_adding && <AdjustmentModal merchant_id={merchant_id} onClose={() => setAdding(false)} />}
    </>
  );
}

const formatAccount = ({ account_type }: BalanceAdjustment): string =>
  accountLabel(account_type, currentLanguage(), true);

const formatPeople = ({ requested_by, decided_by }: BalanceAdjustment): string =>
  [requested_by, decided_by].filter((name) => name !== null).join(' → ');

const TONES = { pending: 'warning', posted: 'success', rejected: 'danger' } as const;

const AdjustmentChip = ({ status }: Pick<BalanceAdjustment, 'status'>) => (
  <StatusChip status={status} tone={TONES[status]} label={sectionMessages().adjustments.statuses[status]} />
);

function buildColumns(decision: Decision): readonly Column<BalanceAdjustment>[] {
  const t = sectionMessages().adjustments;
  return [
    { ...TIME, id: 'time', label: t.time, priority: 4, render: (row) => <Instant at={row.created_at} /> },
    { id: 'account', label: t.account, width_px: 150, render: formatAccount },
    { ...AMOUNT, id: 'amount', label: t.amount, render: (row) => <Amount value={row.amount} strong /> },
    { ...STATUS, id: 'status', label: t.status, width_px: 140, render: (row) => <AdjustmentChip {...row} /> },
    { id: 'reason', label: messages().actions.reason, width_px: 200, priority: 3, render: (row) => row.reason },
    { id: 'requested_by', label: t.requested_by, width_px: 140, priority: 2, render: (row) => row.requested_by },
    { id: 'decided_by', label: t.decided_by, width_px: 140, priority: 1, render: (row) => renderText(row.decided_by) },
    {
      id: 'actions',
      label: sectionMessages().lists.actions,
      head: '',
      width_px: 164,
      is_pinned: true,
      render: (row) => (row.approval_id === null ? null : decision(row.approval_id)),
    },
  ];
}
