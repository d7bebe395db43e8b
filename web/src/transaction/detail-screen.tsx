import { getTransaction } from '@dasbor/contract/transaction';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { DetailHeader } from './detail-header.tsx';
import { TransactionNotFound } from './transaction-not-found.tsx';
import { FeePanel } from './fee-panel.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import { ProviderLogPanel } from './provider-log-panel.tsx';
import { MethodPanel } from './method-panel.tsx';
import { RelatedPanel } from './related-panel.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import { CustomerPanel, MetadataPanel, SummaryPanel } from './transaction-details.tsx';
import classes from './transaction.module.css';
import { messages } from './messages.ts';

/** Parts of other features on this page; the application composes them. */
export interface TransactionSlots {
  /** Buttons in the header, before those of the payment itself. */
  actions?: (transaction: TransactionDetail) => ReactNode;
  /** Panels of the right column, below the timeline. */
  panels?: (transaction: TransactionDetail) => ReactNode;
  /** Link to all prices, next to the fees. */
  pricing?: (transaction: TransactionDetail) => ReactNode;
}

/** Transaction details: summary, fees, timeline and provider log. */
export function TransactionDetailScreen(slots: TransactionSlots) {
  const { id } = useParams({ from: '/protected/transaction/$id' });
  const client = useQueryClient();
  const detail = useQuery({ ...buildQuery(getTransaction, { params: { id } }), meta: { quiet: true } });
  useBackOnEscape('/transaction');
  useLiveBatch('transaction', ({ ids, is_resync }) => {
    if (is_resync || ids.has(id))
      void client.invalidateQueries({ queryKey: buildQueryKey(getTransaction, { params: { id } }) });
  });
  if (detail.isPending) return <ScreenSkeleton />;
  if (detail.isError && detail.data === undefined) {
    const { status_code, detail: text, request_id } = detail.error;
    // A malformed id is handled like an unknown one.
    if (status_code === 404 || status_code === 400) return <TransactionNotFound id={id} />;
    return (
      <Panel>
        <BackToList path="/transaction" label={messages().title} />
        <FailedState detail={text} request_id={request_id} onRetry={() => void detail.refetch()} />
      </Panel>
    );
  }
  return <Detail transaction={detail.data.data} {...slots} />;
}

function Detail({ transaction, actions, panels, pricing }: TransactionSlots & { transaction: TransactionDetail }) {
  return (
    <>
      <DetailHeader transaction={transaction} actions={actions?.(transaction)} />
      <DetailTabs
        record={transaction}
        audit={{
          object_types: ['transaction', 'qris_payment'],
          object_id: transaction.id,
          // A sticker has many payments, a dynamic code one.
          part_id: transaction.source === 'static_qr' ? null : transaction.qris_payment_id,
        }}
      >
        <div className={classes.columns}>
          <div>
            <SummaryPanel transaction={transaction} />
            <FeePanel transaction={transaction} actions={pricing?.(transaction)} />
            <ProviderLogPanel entries={transaction.rail_log} />
          </div>
          <div>
            <TimelinePanel id={transaction.id} events={transaction.events} />
            {panels?.(transaction)}
            <MethodPanel transaction={transaction} />
            <RelatedPanel transaction={transaction} />
            <CustomerPanel transaction={transaction} />
            <MetadataPanel transaction={transaction} />
          </div>
        </div>
      </DetailTabs>
    </>
  );
}
