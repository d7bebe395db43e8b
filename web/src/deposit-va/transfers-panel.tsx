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
import { messages } from './messages.ts';

const NEWEST = { query: { limit: 5 } } as const;
type Decision = { transfer: BalanceTransfer; action: 'approve' | 'reject' };

/** The newest transfers to the payout balance, with their decisions; hidden when there are none. */
export function TransfersPanel() {
  const t = messages();
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
    <Panel title={t.transfers.title} flush>
      <div className={classes.scroller} tabIndex={0} role="region" aria-label={t.transfers.title}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t.transfers.requested}</th>
              <th data-amount>{t.amount}</th>
              <th>{t.transfers.requested_by}</th>
              <th>{t.status}</th>
              <th>{t.transfers.decided_by}</th>
              <th>
                <span className={classes.quiet}>{t.transfers.decision}</span>
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
                <td>{move.is_own ? t.you : move.requested_by}</td>
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
  const t = messages().transfers;
  const may_approve = useMay('Disbursements', 'approve');
  const reason = may_approve ? undefined : t.denied;
  return (
    <Group gap={6} wrap="nowrap">
      <ReasonedButton
        size="compact-sm"
        reason={reason ?? (move.is_own ? t.own : undefined)}
        onClick={() => onDecide({ transfer: move, action: 'approve' })}
      >
        {t.approve}
      </ReasonedButton>
      <ReasonedButton
        size="compact-sm"
        variant="default"
        reason={reason}
        onClick={() => onDecide({ transfer: move, action: 'reject' })}
      >
        {t.reject}
      </ReasonedButton>
    </Group>
  );
}

function DecisionModal(props: Decision & { onDone: () => void; onClose: () => void }) {
  const { transfer: move, action: verdict, onDone, onClose } = props;
  const t = messages().transfers;
  const [remark, setRemark] = useState('');
  const params = { id: move.id };
  const deciding = useMutation({
    mutationFn: () =>
      verdict === 'approve'
        ? call(approveBalanceTransfer, { params, body: { remark }, idempotency_key: createIdempotencyKey() })
        : call(rejectBalanceTransfer, { params, body: { remark } }),
    meta: { quiet: true },
    onSuccess: () => {
      void showSuccess(verdict === 'approve' ? t.approved : t.rejected);
      onClose();
    },
    onSettled: onDone,
  });
  const is_approval = verdict === 'approve';
  return (
    <ConfirmModal
      opened
      title={is_approval ? t.approve_title : t.reject_title}
      confirm={is_approval ? t.approve_amount(formatRupiah(move.amount)) : t.reject}
      is_dangerous={!is_approval}
      is_busy={deciding.isPending}
      onConfirm={() => {
        if (is_approval || remark.trim() !== '') deciding.mutate();
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          {is_approval ? t.approve_note(formatRupiah(move.amount)) : t.reject_note(formatRupiah(move.amount))}
        </Text>
        <TextField
          label={is_approval ? t.remark : t.reason}
          required={!is_approval}
          value={remark}
          onChange={setRemark}
          error={!is_approval && remark.trim() === '' ? t.reason_missing : undefined}
        />
        <FormError detail={deciding.isError ? toProblem(deciding.error).detail : null} />
      </Stack>
    </ConfirmModal>
  );
}
