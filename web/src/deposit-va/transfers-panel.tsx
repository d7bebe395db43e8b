import {
  type BalanceTransfer,
  approveBalanceTransfer,
  getPayoutAlert,
  listBalanceTransfers,
  rejectBalanceTransfer,
} from '@dasbor/contract/payout-balance';
import { Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { useLive } from '../api/live.ts';
import { toProblem } from '../api/problem.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { Amount, formatRupiah } from '../ui/amount.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showSuccess } from '../ui/toast.ts';
import classes from './deposit-va.module.css';
import { FormError } from './form-error.tsx';

const NEWEST = { query: { limit: 5 } } as const;
type Decision = { transfer: BalanceTransfer; action: 'approve' | 'reject' };

/** The newest moves, with what waits for a decision; nothing at all before the first one. */
export function TransfersPanel() {
  const client = useQueryClient();
  const [decision, setDecision] = useState<Decision | null>(null);
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
    <Panel title="Moves from the settled balance" flush>
      <div className={classes.scroller} tabIndex={0} role="region" aria-label="Moves from the settled balance">
        <table className={classes.table}>
          <thead>
            <tr>
              <th>Asked for</th>
              <th data-amount>Amount</th>
              <th>By</th>
              <th>Status</th>
              <th>Decided by</th>
              <th>
                <span className={classes.quiet}>Decision</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((move) => (
              <tr key={move.id}>
                <td>
                  <Instant at={move.created_at} />
                </td>
                <td data-amount>
                  <Amount value={move.amount} strong />
                </td>
                <td>{move.is_own ? 'You' : move.requested_by}</td>
                <td>
                  <StatusChip status={move.status} meaning={move.status === 'posted' ? 'done' : undefined} />
                </td>
                <td title={move.remark ?? undefined}>
                  {move.decided_by ?? '–'}
                  {move.remark !== null && <span className={classes.quiet}> · {move.remark}</span>}
                </td>
                <td>{move.status === 'pending' && <Buttons move={move} onDecide={setDecision} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {decision !== null && (
        <DecisionModal
          key={decision.transfer.id + decision.action}
          {...decision}
          onDone={renew}
          onClose={() => setDecision(null)}
        />
      )}
    </Panel>
  );
}

function Buttons({ move, onDecide }: { move: BalanceTransfer; onDecide: (decision: Decision) => void }) {
  const may_approve = useMay('Disbursements', 'approve');
  const reason = may_approve ? undefined : 'An approver decides.';
  return (
    <Group gap={6} wrap="nowrap">
      <ReasonedButton
        size="compact-sm"
        reason={reason ?? (move.is_own ? 'Somebody else must approve what you asked for.' : undefined)}
        onClick={() => onDecide({ transfer: move, action: 'approve' })}
      >
        Approve
      </ReasonedButton>
      <ReasonedButton
        size="compact-sm"
        variant="default"
        reason={reason}
        onClick={() => onDecide({ transfer: move, action: 'reject' })}
      >
        Reject
      </ReasonedButton>
    </Group>
  );
}

function DecisionModal(props: Decision & { onDone: () => void; onClose: () => void }) {
  const { transfer: move, action: verdict, onDone, onClose } = props;
  const [remark, setRemark] = useState('');
  const params = { id: move.id };
  const deciding = useMutation({
    mutationFn: () =>
      verdict === 'approve'
        ? call(approveBalanceTransfer, { params, body: { remark }, idempotency_key: createIdempotencyKey() })
        : call(rejectBalanceTransfer, { params, body: { remark } }),
    meta: { quiet: true },
    onSuccess: () => {
      void showSuccess(verdict === 'approve' ? 'Moved to the payout balance' : 'Move rejected');
      onClose();
    },
    onSettled: onDone,
  });
  const is_approval = verdict === 'approve';
  return (
    <ConfirmModal
      opened
      title={is_approval ? 'Approve this move' : 'Reject this move'}
      confirm={is_approval ? `Move ${formatRupiah(move.amount)}` : 'Reject'}
      is_dangerous={!is_approval}
      is_busy={deciding.isPending}
      onConfirm={() => {
        if (is_approval || remark.trim() !== '') deciding.mutate();
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          {is_approval
            ? `${formatRupiah(move.amount)} leaves the settled balance and becomes payout balance at once.`
            : `${formatRupiah(move.amount)} stays in the settled balance.`}
        </Text>
        <TextField
          label={is_approval ? 'Remark' : 'Reason'}
          required={!is_approval}
          value={remark}
          onChange={setRemark}
          error={!is_approval && remark.trim() === '' ? 'Say why.' : undefined}
        />
        <FormError detail={deciding.isError ? toProblem(deciding.error).detail : null} />
      </Stack>
    </ConfirmModal>
  );
}
