import { getSettlement, listSettlementLines } from '@dasbor/contract/settlement';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { ExportButton } from '../list/export-button.tsx';
import { Amount } from '../ui/amount.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Headline } from '../ui/headline.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { ApproveButton } from './approve-button.tsx';
import type { BatchDetail } from './batch-detail.ts';
import { BatchStatus } from './batch-status.tsx';
import { BatchTimeline } from './batch-timeline.tsx';
import { formatBusinessDay } from '../ui/instant.tsx';
import { LinesPanel } from './lines-panel.tsx';
import { messages } from './messages.ts';
import { DownloadMenu, EmailReportButton } from './report-menu.tsx';
import classes from './settlement.module.css';
import { SummaryPanel } from './summary-panel.tsx';
import { TotalsPanel } from './totals-panel.tsx';

/** One settlement with its totals, timeline and lines. The id is in `?batch_id=`. */
export function SettlementDetailScreen() {
  const search = useSearch({ from: '/protected/settlement/report/detail' });
  const id = search['batch_id'] ?? '';
  const client = useQueryClient();
  const detail = useQuery({
    ...buildQuery(getSettlement, { params: { id } }),
    enabled: id !== '',
    meta: { quiet: true },
  });
  useBackOnEscape('/settlement');
  useLiveBatch('settlement', ({ ids, is_resync }) => {
    if (is_resync || ids.has(id))
      void client.invalidateQueries({ queryKey: buildQueryKey(getSettlement, { params: { id } }) });
  });
  if (id === '') return <Missing />;
  if (detail.isPending) return <ScreenSkeleton />;
  if (detail.data === undefined) {
    const { status_code, detail: message, request_id } = detail.error;
    if (status_code === 404 || status_code === 400) return <Missing />;
    return (
      <Panel>
        <BackToList path="/settlement" label={messages().title} />
        <FailedState detail={message} request_id={request_id} onRetry={() => void detail.refetch()} />
      </Panel>
    );
  }
  return <Detail batch={detail.data.data} />;
}

const Missing = () => (
  <Panel>
    <BackToList path="/settlement" label={messages().title} />
    <EmptyState title={messages().detail.not_found}>{messages().detail.not_found_line}</EmptyState>
  </Panel>
);

function Detail({ batch }: { batch: BatchDetail }) {
  const t = messages().detail;
  const { id } = batch;
  return (
    <>
      <PageHeader
        back={<BackToList path="/settlement" label={messages().title} />}
        document_title={batch.batch_no}
        title={
          <Headline>
            <Amount value={batch.net_amount} strong />
            <BatchStatus status={batch.status} />
          </Headline>
        }
        line={
          <>
            {formatBusinessDay(batch.settlement_date)} · <CopyableId value={batch.batch_no} label={t.batch_number} />
          </>
        }
        actions={
          <>
            <ExportButton list="settlement-lines" route={listSettlementLines} params={{ id }} query={{}} />
            <DownloadMenu batch={batch} />
            <EmailReportButton batch={batch} />
            {batch.status === 'closed' && <ApproveButton batch={batch} />}
          </>
        }
      />
      <div className={classes.columns}>
        <div>
          <TotalsPanel batch={batch} />
        </div>
        <div>
          <BatchTimeline events={batch.events} destination={batch.destination} />
        </div>
      </div>
      <DetailTabs
        record={batch}
        audit={{ object_types: ['settlement_batch'], object_id: id }}
        tabs={[
          { id: 'lines', label: t.lines, render: () => <LinesPanel batch={batch} /> },
          { id: 'summary', label: t.summary, render: () => <SummaryPanel batch={batch} /> },
        ]}
      />
    </>
  );
}
