import { type BalanceTransfer, getPayoutAlert, listBalanceTransfers } from '@dasbor/contract/payout-balance';
import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { Amount } from '../ui/amount.tsx';
import { AMOUNT, type Column, STATUS, TIME, renderText } from '../ui/column.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import classes from './deposit-va.module.css';
import { messages } from './messages.ts';
import { type TransferDecision, TransferDecisionModal } from './transfer-decision-modal.tsx';

const NEWEST = { query: { limit: 5 } } as const;

/** The newest transfers to the payout balance, with their decisions; hidden when there are none. */
export function TransfersPanel() {
  const t = messages();
  const client = useQueryClient();
  const [decision, setDecision] = useState<TransferDecision | null>(null);
  const moves = useQuery({ ...buildQuery(listBalanceTransfers, NEWEST), meta: { quiet: true } });
  const renew = () => {
    void client.invalidateQueries({ queryKey: buildQueryKey(listBalanceTransfers) });
    void client.invalidateQueries({ queryKey: buildQueryKey(getPayoutAlert) });
  };
  useLive(({ topic }) => {
    if (topic === 'balance' || topic === 'resync') renew();
  });
  const rows = moves.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={t.transfers.title} flush>
      <PanelTable
        label={t.transfers.title}
        columns={listColumns(setDecision)}
        rows={rows}
        keyOf={({ id }) => id}
        renderCard={(move) => <TransferCard move={move} onDecide={setDecision} />}
      />
      {decision !== null && (
        <TransferDecisionModal
          key={decision.transfer.id + decision.action}
          {...decision}
          onDone={renew}
          onClose={() => setDecision(null)}
        />
      )}
    </Panel>
  );
}

function listColumns(onDecide: (decision: TransferDecision) => void): readonly Column<BalanceTransfer>[] {
  const { transfers: t, amount, status } = messages();
  return [
    { ...TIME, id: 'requested', label: t.requested, priority: 3, render: (move) => <Instant at={move.created_at} /> },
    { ...AMOUNT, id: 'amount', label: amount, render: (move) => <Amount value={move.amount} strong /> },
    { id: 'requested_by', label: t.requested_by, width_px: 150, priority: 2, render: formatRequester },
    { ...STATUS, id: 'status', label: status, render: (move) => <TransferStatus move={move} /> },
    {
      id: 'decided_by',
      label: t.decided_by,
      width_px: 170,
      priority: 1,
      render: (move) => (
        <span title={move.remark ?? undefined}>
          {renderText(move.decided_by)}
          {move.remark !== null && <span className={classes.quiet}> · {move.remark}</span>}
        </span>
      ),
    },
    {
      id: 'decision',
      label: t.decision,
      width_px: 170,
      is_whole: true,
      render: (move) => move.status === 'pending' && <Buttons move={move} onDecide={onDecide} />,
    },
  ];
}

const formatRequester = ({ is_own, requested_by }: BalanceTransfer): string => (is_own ? messages().you : requested_by);

const TransferStatus = ({ move: { status } }: { move: BalanceTransfer }) => (
  <StatusChip status={status} tone={status === 'posted' ? 'success' : undefined} />
);

const TransferCard = ({
  move,
  onDecide,
}: {
  move: BalanceTransfer;
  onDecide: (decision: TransferDecision) => void;
}) => (
  <RowCard>
    <Amount value={move.amount} strong />
    <TransferStatus move={move} />
    <SecondaryText>
      <Instant at={move.created_at} />
    </SecondaryText>
    <SecondaryText>{formatRequester(move)}</SecondaryText>
    {move.status === 'pending' ? (
      <Buttons move={move} onDecide={onDecide} />
    ) : (
      <SecondaryText>{[move.decided_by, move.remark].filter(Boolean).join(' · ')}</SecondaryText>
    )}
  </RowCard>
);

function Buttons({ move, onDecide }: { move: BalanceTransfer; onDecide: (decision: TransferDecision) => void }) {
  const t = messages().transfers;
  const may_approve = useHasAccess('Disbursements', 'approve');
  const inactive = useInactiveReason('payouts');
  const reason = may_approve ? undefined : t.denied;
  return (
    <Group gap={6} wrap="nowrap">
      <ActionButton
        size="compact-sm"
        disabled_reason={reason ?? (move.is_own ? t.own : move.may_decide ? inactive : t.not_yours)}
        onClick={() => onDecide({ transfer: move, action: 'approve' })}
      >
        {t.approve}
      </ActionButton>
      <ActionButton
        size="compact-sm"
        variant="default"
        disabled_reason={reason ?? (move.is_own || move.may_decide ? undefined : t.not_yours)}
        onClick={() => onDecide({ transfer: move, action: 'reject' })}
      >
        {t.reject}
      </ActionButton>
    </Group>
  );
}
