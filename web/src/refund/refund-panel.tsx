import { listRefunds } from '@dasbor/contract/refund';
import type { ReadRefund } from '@dasbor/contract/refund-fields';
import type { Transaction } from '@dasbor/contract/transaction';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortId } from '../ui/copyable-id.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import classes from './refund.module.css';
import { formatDestination, formatReason } from './refund-labels.ts';

/** Refunds of one payment; nothing for people who may not see refunds, and for payments that were never paid. */
export function RefundPanel({ transaction }: { transaction: Pick<Transaction, 'id' | 'paid_at'> }) {
  const may_see = useMay('Refunds', 'view');
  if (!may_see || transaction.paid_at === null) return null;
  return <Refunds transaction_id={transaction.id} />;
}

function Refunds({ transaction_id }: { transaction_id: string }) {
  const client = useQueryClient();
  const query = { transaction_id, limit: 100 };
  const refunds = useQuery({ ...buildQuery(listRefunds, { query }), meta: { quiet: true } });
  useLiveBatch('refund', () => void client.invalidateQueries({ queryKey: buildQueryKey(listRefunds, { query }) }));
  return (
    <Panel title="Refunds">
      {refunds.isPending ? (
        <Skeleton h={64} radius={8} />
      ) : refunds.isError ? (
        <FailedState
          detail={refunds.error.message}
          request_id={refunds.error.request_id}
          onRetry={() => void refunds.refetch()}
        />
      ) : refunds.data.data.length === 0 ? (
        <Text c="dimmed">Nothing of this payment was given back.</Text>
      ) : (
        <Stack gap={0} component="ul" className={classes.list}>
          {refunds.data.data.map((refund) => (
            <RefundLine key={refund.id} refund={refund} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

const RefundLine = ({ refund }: { refund: ReadRefund }) => (
  <li className={classes.line}>
    <div className={classes.head}>
      <Amount value={refund.amount} strong />
      <StatusChip status={refund.status} />
    </div>
    <Text fz="sm">
      {formatReason(refund)} · {formatDestination(refund)}
    </Text>
    <Text fz="sm" c="dimmed" component="div">
      <Instant at={refund.created_at} /> · {refund.requested_by}
      {refund.decided_by !== null &&
        ` · ${refund.status === 'rejected' ? 'rejected' : 'approved'} by ${refund.decided_by}`}
    </Text>
    {refund.rejected_reason !== null && <Text fz="sm">Rejected: {refund.rejected_reason}</Text>}
    {refund.error_message !== null && (
      <Text fz="sm" className={classes.failed}>
        Failed: {refund.error_message} The money is free again, and a refund can be asked for again.
      </Text>
    )}
    <CopyableId value={refund.id} label="refund id">
      <span title={refund.id}>{shortId(refund.id)}</span>
    </CopyableId>
    <DecisionButtons refund={refund} />
  </li>
);
