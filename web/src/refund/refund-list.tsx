import { getRefund, listRefunds, summariseRefunds } from '@dasbor/contract/refund';
import { useNavigate } from '@tanstack/react-router';
import { IconArrowBackUp, IconChecks } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useHasAccess } from '../api/signed-in.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { formatValues } from '../list/filter-labels.ts';
import { LinkFilterChip } from '../list/link-filter-chip.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { toFileColumns } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { currentZoneName } from '../ui/time-zone.ts';
import { DECISION_COLUMN, RefundCard, buildColumns, buildPendingColumns } from './columns.tsx';
import { CHOICES, REFUND_FILTER } from './filter.ts';
import type { ReadRefund, RefundMethod, RefundReason } from '@dasbor/contract/refund-fields';
import { type Messages, messages } from './messages.ts';
import { formatFailureCode, formatMethod, formatReason } from './refund-labels.ts';

/** Tabs, header, filters and totals above the table, in pixels. */
const RESERVED_PX = 360;
const VALUE_LABELS = {
  reason: (value: string) => formatReason({ reason: value as RefundReason, reason_text: null }),
  method: (value: string) => formatMethod(value as RefundMethod),
};
const listChips = ({ columns }: Messages) =>
  [
    ['status', columns.status, CHOICES.status],
    ['reason', columns.reason, CHOICES.reason],
    ['method', columns.method, CHOICES.method],
  ] as const;

/** All refunds of the merchant. */
export function RefundList({ tabs }: { tabs: ReactNode }) {
  const t = messages();
  const columns = buildColumns();
  const [filter, change] = useListFilter('/transaction', REFUND_FILTER);
  const navigate = useNavigate();
  const query = useMemo(() => REFUND_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const may_approve = useHasAccess('Refunds', 'approve');
  const live = useLiveRows({
    route: listRefunds,
    query,
    topic: 'refund',
    detail_route: getRefund,
    totals: [summariseRefunds],
  });
  return (
    <>
      <PageHeader
        title={t.list.title}
        line={t.list.line(currentZoneName())}
        tabs={tabs}
        actions={
          <ExportButton list="refunds" route={listRefunds} query={{ ...query, columns: toFileColumns(columns) }} />
        }
      />
      <FilterBar
        form={REFUND_FILTER}
        filter={filter}
        onChange={change}
        label={t.list.filter}
        saved_views_key="refunds"
        search_label={t.list.search}
        dates={[['created_at', t.columns.time]]}
        choices={listChips(t)}
        value_labels={VALUE_LABELS}
      >
        <LinkFilterChip
          label={t.columns.failure_code}
          value={filter.failure_code === '' ? undefined : formatValues(filter.failure_code, formatFailureCode)}
          onClear={() => change({ failure_code: '' })}
        />
      </FilterBar>
      <SummaryStrip
        route={summariseRefunds}
        query={query}
        selected={filter.status}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label={t.list.title}
        columns={
          may_approve && live.rows.some(({ status }) => status === 'pending') ? [...columns, DECISION_COLUMN] : columns
        }
        onOpen={({ id: refund, transaction_id: id }) =>
          void navigate({ to: '/transaction/$id', params: { id }, search: { refund } })
        }
        renderCard={(row) => <RefundCard refund={row} />}
        reserved_px={RESERVED_PX}
        scroll_key={`refunds?${new URLSearchParams(REFUND_FILTER.toSearch(filter))}`}
        is_filtered={REFUND_FILTER.isFiltered(filter)}
        onClear={() => change(REFUND_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.list.empty} icon={<IconArrowBackUp size={22} stroke={1.6} />}>
            {t.list.empty_line}
          </EmptyState>
        }
      />
    </>
  );
}

const PENDING = { status: ['pending'] };
const isPending = ({ status }: ReadRefund): boolean => status === 'pending';

/** Refunds that await approval. */
export function AwaitingList({ tabs }: { tabs: ReactNode }) {
  const t = messages().list;
  const navigate = useNavigate();
  const may_approve = useHasAccess('Refunds', 'approve');
  const live = useLiveRows({
    route: listRefunds,
    query: PENDING,
    topic: 'refund',
    detail_route: getRefund,
    isListed: isPending,
  });
  return (
    <>
      <PageHeader title={t.approval} line={t.approval_line} tabs={tabs} />
      <ListFrame
        live={live}
        label={t.approval_label}
        columns={[...buildPendingColumns(), ...(may_approve ? [DECISION_COLUMN] : [])]}
        onOpen={({ id: refund, transaction_id: id }) =>
          void navigate({ to: '/transaction/$id', params: { id }, search: { refund } })
        }
        renderCard={(row) => <RefundCard refund={row} />}
        reserved_px={250}
        is_filtered={false}
        onClear={() => undefined}
        empty={
          <EmptyState title={t.approval_empty} icon={<IconChecks size={22} stroke={1.6} />}>
            {t.approval_empty_line}
          </EmptyState>
        }
      />
    </>
  );
}
