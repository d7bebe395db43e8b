import { listRefunds } from '@dasbor/contract/refund';
import type { ReadRefund } from '@dasbor/contract/refund-fields';
import type { Transaction } from '@dasbor/contract/transaction';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { Amount } from '../ui/amount.tsx';
import { CopyableId, shortenId } from '../ui/copyable-id.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import classes from './refund.module.css';
import { formatDestination, formatFailure, formatReason } from './refund-labels.ts';
import { messages } from './messages.ts';

/** Refunds of one payment. Renders nothing without access to refunds and for unpaid payments. */
export function RefundPanel({ transaction }: { transaction: Pick<Transaction, 'id' | 'paid_at'> }) {
  const may_see = useHasAccess('Refunds', 'view');
  if (!may_see || transaction.paid_at === null) return null;
  return <Refunds transaction_id={transaction.id} />;
}

function Refunds({ transaction_id }: { transaction_id: string }) {
  const client = useQueryClient();
  const query = { transaction_id, limit: 100 };
  const refunds = useQuery({ ...buildQuery(listRefunds, { query }), meta: { quiet: true } });
  useLiveBatch('refund', () => void client.invalidateQueries({ queryKey: buildQueryKey(listRefunds, { query }) }));
  return (
    <Panel title={messages().list.title}>
      {refunds.isPending ? (
        <Skeleton h={64} radius={8} />
      ) : refunds.isError ? (
        <FailedState
          detail={refunds.error.message}
          request_id={refunds.error.request_id}
          onRetry={() => void refunds.refetch()}
        />
      ) : refunds.data.data.length === 0 ? (
        <Text c="dimmed">{messages().panel.none}</Text>
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

function RefundLine({ refund }: { refund: ReadRefund }) {
  const t = messages().panel;
  const failure = formatFailure(refund);
  return (
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
          ` · ${refund.status === 'rejected' ? t.rejected_by(refund.decided_by) : t.approved_by(refund.decided_by)}`}
      </Text>
      {refund.status === 'rejected' && <Text fz="sm">{t.rejected(failure ?? refund.rejected_reason ?? '')}</Text>}
      {refund.status === 'failed' && (
        <Text fz="sm" className={classes.failed}>
          {t.failed(failure ?? '')}
        </Text>
      )}
      <CopyableId value={refund.id} label={messages().columns.id}>
        <Link
          to="/transaction/$id"
          params={{ id: refund.transaction_id }}
          search={{ refund: refund.id }}
          title={refund.id}
          className={links.link}
          resetScroll={false}
        >
          {shortenId(refund.id)}
        </Link>
      </CopyableId>
      <DecisionButtons refund={refund} />
    </li>
  );
}
