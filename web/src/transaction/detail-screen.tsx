import { getTransaction } from '@dasbor/contract/transaction';
import { Tabs } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { DetailHeader } from './detail-header.tsx';
import { DetailMissing } from './detail-missing.tsx';
import { FeePanel } from './fee-panel.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import { ProviderLogPanel } from './provider-log-panel.tsx';
import { MethodPanel } from './method-panel.tsx';
import { RelatedPanel } from './related-panel.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import { CustomerPanel, MetadataPanel, SummaryPanel } from './transaction-facts.tsx';
import classes from './transaction.module.css';

/** What other nouns add to a payment's page: the application composes it. */
export interface TransactionSlots {
  /** Buttons in the header, before those of the payment itself. */
  actions?: (transaction: TransactionDetail) => ReactNode;
  /** Panels of the right column, below the timeline. */
  panels?: (transaction: TransactionDetail) => ReactNode;
  /** Where all prices can be seen, beside the fee. */
  pricing?: (transaction: TransactionDetail) => ReactNode;
}

/** One payment: what it is, what it costs, what happened to it and what was said to the bank. */
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
    const { status_code, detail: words, request_id } = detail.error;
    // A malformed id is as absent as an unknown one.
    if (status_code === 404 || status_code === 400) return <DetailMissing id={id} />;
    return (
      <Panel>
        <BackToList path="/transaction" label="Transactions" />
        <FailedState detail={words} request_id={request_id} onRetry={() => void detail.refetch()} />
      </Panel>
    );
  }
  return <Detail transaction={detail.data.data} {...slots} />;
}

function Detail({ transaction, actions, panels, pricing }: TransactionSlots & { transaction: TransactionDetail }) {
  const search = useSearch({ from: '/protected/transaction/$id' });
  const tab = search['tab'] === 'json' ? 'json' : 'overview';
  const navigate = useNavigate();
  const choose = (next: string | null) =>
    void navigate({
      to: '.',
      search: { tab: next === 'json' ? 'json' : undefined },
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <DetailHeader transaction={transaction} actions={actions?.(transaction)} />
      <Tabs value={tab} onChange={choose} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="json">JSON</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <div className={classes.columns}>
            <div>
              <SummaryPanel transaction={transaction} />
              <FeePanel transaction={transaction} actions={pricing?.(transaction)} />
              <ProviderLogPanel messages={transaction.rail_log} />
            </div>
            <div>
              <TimelinePanel events={transaction.events} />
              {panels?.(transaction)}
              <MethodPanel transaction={transaction} />
              <RelatedPanel transaction={transaction} />
              <CustomerPanel transaction={transaction} />
              <MetadataPanel transaction={transaction} />
            </div>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="json">
          <JsonBlock value={transaction} label="transaction as JSON" />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
