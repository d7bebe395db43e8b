import {
  getDisbursementBatch,
  listDisbursementBatches,
  summariseDisbursementBatches,
} from '@dasbor/contract/disbursement-batch';
import {
  BATCH_STATUSES,
  type BatchStatus,
  type ReadDisbursementBatch,
} from '@dasbor/contract/disbursement-batch-fields';
import { IconFileUpload, IconStack2 } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { filterForm } from '../list/filter.ts';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import { Amount, formatCount } from '../ui/amount.tsx';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { AMOUNT, COUNT, type Column, STATUS, TIME } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { batchMessages } from './batch-messages.ts';
import { BatchStatusChip, formatBatchStatus } from './batch-status.tsx';
import type { TabProps } from './disbursement-list.tsx';
import { messages } from './messages.ts';
import { UploadModal } from './upload-modal.tsx';

const BATCH_FILTER = filterForm({
  choices: { status: BATCH_STATUSES },
  date_fields: ['created_at'],
  sorts: ['-created_at'],
});
const VALUE_LABELS = { status: formatBatchStatus };

/** Batches of the merchant; `?upload=1` opens the upload. */
export function BatchList({ tabs }: TabProps) {
  const t = batchMessages();
  const common = messages();
  const search = useSearch({ from: '/protected/disbursement' });
  const navigate = useNavigate();
  const may_manage = useHasAccess('Disbursements', 'manage');
  const [filter, change] = useListFilter('/disbursement', BATCH_FILTER);
  const query = useMemo(() => BATCH_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({
    route: listDisbursementBatches,
    query,
    topic: 'disbursement-batch',
    detail_route: getDisbursementBatch,
    totals: [summariseDisbursementBatches],
  });
  const readAhead = usePrefetchDetail(getDisbursementBatch);
  const { profile } = useSignedIn();
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'disbursement-batches'), buildColumns());
  const setUploading = (is_open: boolean) =>
    void navigate({
      to: '/disbursement',
      search: { ...search, upload: is_open ? '1' : undefined },
      resetScroll: false,
    });
  const upload = (
    <ActionButton
      disabled_reason={may_manage ? undefined : t.actions.denied}
      leftSection={<IconFileUpload size={16} aria-hidden />}
      onClick={() => setUploading(true)}
    >
      {t.upload}
    </ActionButton>
  );
  return (
    <>
      <PageHeader
        title={common.title}
        line={common.line}
        tabs={tabs}
        actions={
          <>
            <ColumnChooser choice={columns} />
            <ExportButton list="disbursement-batches" route={listDisbursementBatches} query={query as never} />
            {upload}
          </>
        }
      />
      <FilterBar
        form={BATCH_FILTER}
        filter={filter}
        onChange={change}
        label={t.filter}
        search_label={t.search}
        dates={[['created_at', t.columns.created]]}
        choices={[['status', t.columns.status, BATCH_STATUSES]]}
        value_labels={VALUE_LABELS}
        has_amount={false}
        saved_views_key="disbursement-batches"
      />
      <SummaryStrip
        route={summariseDisbursementBatches}
        query={query}
        selected={filter.status}
        renderStatus={(status) => <BatchStatusChip status={status as BatchStatus} />}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label={t.label}
        columns={columns.visible}
        onOpen={({ id }) => void navigate({ to: '/disbursement/$id', params: { id } })}
        onPrefetch={readAhead}
        renderCard={(row) => <BatchCard row={row} />}
        onFit={columns.onFit}
        reserved_px={372}
        is_filtered={BATCH_FILTER.isFiltered(filter)}
        onClear={() => change(BATCH_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.empty} icon={<IconStack2 size={22} stroke={1.6} />} action={upload}>
            {t.empty_line}
          </EmptyState>
        }
      />
      {may_manage && <UploadModal opened={search['upload'] === '1'} onClose={() => setUploading(false)} />}
    </>
  );
}

const BatchLink = ({ row }: { row: ReadDisbursementBatch }) => (
  <Link to="/disbursement/$id" params={{ id: row.id }} className={links.link} title={row.file_name}>
    {row.batch_reference}
  </Link>
);

function buildColumns(): readonly Column<ReadDisbursementBatch>[] {
  const t = batchMessages().columns;
  return [
    { ...TIME, id: 'created_at', label: t.created, priority: 5, render: (row) => <Instant at={row.created_at} /> },
    { id: 'batch', label: t.batch, width_px: 200, is_fixed: true, render: (row) => <BatchLink row={row} /> },
    {
      ...STATUS,
      id: 'status',
      label: t.status,
      width_px: 160,
      render: (row) => <BatchStatusChip status={row.status} />,
    },
    { ...COUNT, id: 'rows', label: t.rows, render: (row) => formatCount(row.total_rows) },
    { ...COUNT, id: 'errors', label: t.errors, priority: 4, render: (row) => formatCount(row.invalid_rows) },
    { ...AMOUNT, id: 'amount', label: t.amount, render: (row) => <Amount value={row.total_amount} strong /> },
    { ...AMOUNT, id: 'fee', label: t.fee, priority: 2, render: (row) => <Amount value={row.total_fee} /> },
    { ...AMOUNT, id: 'paid', label: t.paid, priority: 3, render: (row) => <Amount value={row.paid_amount} /> },
    { id: 'created_by', label: t.created_by, width_px: 140, priority: 1, render: (row) => row.created_by },
  ];
}

const BatchCard = ({ row }: { row: ReadDisbursementBatch }) => (
  <RowCard>
    <BatchLink row={row} />
    <BatchStatusChip status={row.status} />
    <Amount value={row.total_amount} strong />
    <SecondaryText>
      {batchMessages().columns.rows} {formatCount(row.total_rows)}
    </SecondaryText>
    <SecondaryText>
      <Instant at={row.created_at} />
    </SecondaryText>
  </RowCard>
);
