import { getDisbursementBatch } from '@dasbor/contract/disbursement-batch';
import type { Output } from '@dasbor/contract/route';
import { Progress, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLiveBatch } from '../api/live-batch.ts';
import { buildQuery } from '../api/query.ts';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { Amount, formatCount } from '../ui/amount.tsx';
import { Callout } from '../ui/callout.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { ApprovalPanel } from './approval-panel.tsx';
import { BatchActions } from './batch-actions.tsx';
import { batchMessages } from './batch-messages.ts';
import { refetchBatch } from './batch-mutations.ts';
import { BatchRows } from './batch-rows.tsx';
import type { ExcludedRows } from './batch-row-columns.tsx';
import { BatchStatusChip } from './batch-status.tsx';
import { BatchTimeline } from './batch-timeline.tsx';
import classes from './disbursement.module.css';
import { messages } from './messages.ts';

export type BatchDetail = Output<typeof getDisbursementBatch>['data'];

const Back = () => <BackToList path="/disbursement" label={messages().title} />;

/** One batch: the progress of its validation or payment, its rows, and what can be done with it. */
export function BatchDetailScreen({ id }: { id: string }) {
  const client = useQueryClient();
  const detail = useQuery({ ...buildQuery(getDisbursementBatch, { params: { id } }), meta: { quiet: true } });
  useBackOnEscape('/disbursement');
  useLiveBatch('disbursement-batch', ({ ids, is_resync }) => {
    if (is_resync || ids.has(id)) void refetchBatch(client, id);
  });
  if (detail.isPending) return <ScreenSkeleton />;
  if (detail.data !== undefined) return <Detail batch={detail.data.data} />;
  const { status_code, detail: message, request_id } = detail.error;
  if (status_code === 404 || status_code === 400) {
    return (
      <Panel>
        <Back />
        <EmptyState title={batchMessages().detail.not_found}>{batchMessages().detail.not_found_line}</EmptyState>
      </Panel>
    );
  }
  return (
    <Panel>
      <Back />
      <FailedState detail={message} request_id={request_id} onRetry={() => void detail.refetch()} />
    </Panel>
  );
}

function Detail({ batch }: { batch: BatchDetail }) {
  const [excluded, setExcluded] = useState<ExcludedRows>(new Map());
  return (
    <>
      <PageHeader
        back={<Back />}
        document_title={batch.batch_reference}
        title={
          <span className={classes.headline}>
            {batch.batch_reference} <BatchStatusChip status={batch.status} />
          </span>
        }
        line={<CopyableId value={batch.id} label={messages().columns.id} />}
        actions={<BatchActions batch={batch} excluded={excluded} />}
      />
      <Stack gap="md">
        <BatchProgress batch={batch} />
        <BatchAlerts batch={batch} />
        <DetailTabs record={batch} audit={{ object_types: ['disbursement_batch'], object_id: batch.id }}>
          <Stack gap="md">
            <div className={batch.submitted_at === null ? undefined : classes.columns}>
              <div>
                <Panel>
                  <DetailList rows={buildDetails(batch)} />
                </Panel>
              </div>
              {batch.submitted_at !== null && (
                <div>
                  <ApprovalPanel row={batch} />
                </div>
              )}
            </div>
            <BatchRows batch={batch} excluded={excluded} onExclude={setExcluded} />
            {/* After the rows: it grows with each correction. */}
            <BatchTimeline events={batch.events} />
          </Stack>
        </DetailTabs>
      </Stack>
    </>
  );
}

/** Progress of the validation or the payment. */
function BatchProgress({ batch }: { batch: BatchDetail }) {
  const t = batchMessages().detail;
  const is_validating = batch.status === 'uploaded' || batch.status === 'validating';
  if (!is_validating && batch.status !== 'processing') return null;
  const total = is_validating ? batch.total_rows : batch.total_rows - batch.excluded_rows;
  const done = is_validating ? batch.checked_rows : batch.paid_rows + batch.failed_rows;
  const label = (is_validating ? t.validating : t.processing)(formatCount(done), formatCount(total));
  return (
    <Panel>
      <Stack gap={6}>
        <Text fw={600} role="status">
          {label}
        </Text>
        <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={label} animated />
        {is_validating && (
          <Text c="dimmed" fz="sm">
            {t.validating_line}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** Notice before the next step. */
function BatchAlerts({ batch }: { batch: BatchDetail }) {
  const t = batchMessages().detail;
  const is_open = batch.status === 'ready' || batch.status === 'needs_fix' || batch.status === 'pending_approval';
  const is_short = is_open && batch.total_amount + batch.total_fee > batch.balance;
  return (
    <>
      {batch.status === 'needs_fix' && <Callout kind="warning">{t.needs_fix}</Callout>}
      {is_short && <Callout kind="warning">{t.short}</Callout>}
      {batch.rejected_reason !== null && <Callout kind="error">{t.rejected(batch.rejected_reason)}</Callout>}
    </>
  );
}

function buildDetails(batch: BatchDetail) {
  const t = batchMessages().detail;
  const has_run = batch.status === 'processing' || batch.completed_at !== null;
  return [
    [t.rows, formatCount(batch.total_rows)],
    [t.valid, formatCount(batch.valid_rows)],
    [t.warnings, formatCount(batch.warning_rows)],
    [t.errors, formatCount(batch.invalid_rows)],
    [t.total, <Amount key="total" value={batch.total_amount} strong />],
    [t.fees, <Amount key="fees" value={batch.total_fee} />],
    [t.balance, <Amount key="balance" value={batch.balance} />],
    ...(has_run
      ? ([
          [t.paid, t.paid_of(formatCount(batch.paid_rows), formatCount(batch.total_rows - batch.excluded_rows))],
          [t.failed, formatCount(batch.failed_rows)],
        ] as const)
      : []),
    [t.file, batch.file_name],
    [t.note, batch.note],
    [t.submitted_by, batch.submitted_by],
    [t.decided_by, batch.decided_by],
  ] as const;
}
