import { bankShortName } from '@dasbor/contract/bank';
import { getDisbursement, listDisbursements, summariseDisbursements } from '@dasbor/contract/disbursement';
import type { DisbursementStatus } from '@dasbor/contract/disbursement-fields';
import { IconClock, IconSend } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useSignedIn } from '../api/signed-in.ts';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { formatValues } from '../list/filter-labels.ts';
import { LinkFilterChip } from '../list/link-filter-chip.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { useListFilter } from '../list/use-list-filter.ts';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { toFileColumns } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { DisbursementCard, buildColumns } from './columns.tsx';
import { DisbursementStatusChip } from './disbursement-status.tsx';
import { CHOICES, DISBURSEMENT_FILTER } from './filter.ts';
import { formatFailureCode, formatRail, formatStatus } from './labels.ts';
import { LinkFilterChips } from './link-filter-chips.tsx';
import { messages } from './messages.ts';

/** Header, tabs, filters and totals above the table, in pixels. */
const RESERVED_PX = 360;
export const VALUE_LABELS = { status: formatStatus, bank_code: bankShortName, rail: formatRail };

export interface TabProps {
  tabs: ReactNode;
  /** The button that creates a disbursement. */
  create: ReactNode;
}

/** All disbursements, or those that are scheduled. */
export function DisbursementList({ tabs, create, is_scheduled = false }: TabProps & { is_scheduled?: boolean }) {
  const t = messages();
  const { profile } = useSignedIn();
  const [filter, change] = useListFilter('/disbursement', DISBURSEMENT_FILTER);
  const navigate = useNavigate();
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'disbursements'), buildColumns());
  const query = useMemo(() => {
    const { include, ...own } = DISBURSEMENT_FILTER.toSummaryQuery<Record<string, unknown>>(filter);
    // A link from a batch shows its disbursements here.
    const is_single = include === undefined && filter.batch_id === '';
    return { ...own, ...(is_scheduled ? { view: 'scheduled' } : is_single ? { view: 'single' } : {}) };
  }, [filter, is_scheduled]);
  const live = useLiveRows({
    route: listDisbursements,
    query,
    topic: 'disbursement',
    detail_route: getDisbursement,
    totals: [summariseDisbursements],
  });
  const readAhead = usePrefetchDetail(getDisbursement);
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line}
        tabs={tabs}
        actions={
          <>
            <ColumnChooser choice={columns} />
            <ExportButton
              list="disbursements"
              route={listDisbursements}
              query={{ ...query, columns: toFileColumns(columns.visible) } as never}
            />
            {create}
          </>
        }
      />
      <FilterBar
        form={DISBURSEMENT_FILTER}
        filter={filter}
        onChange={change}
        label={t.filter}
        search_label={t.search}
        dates={[['created_at', t.columns.time]]}
        choices={[
          ['status', t.columns.status, CHOICES.status],
          ['bank_code', t.columns.bank, CHOICES.bank_code],
          ['rail', t.columns.rail, CHOICES.rail],
          ...(is_scheduled ? [] : [['include', t.include, CHOICES.include] as const]),
        ]}
        value_labels={{ ...VALUE_LABELS, include: () => t.of_batches }}
        saved_views_key={is_scheduled ? 'disbursements-scheduled' : 'disbursements'}
      >
        <LinkFilterChips filter={filter} onChange={change} />
        <LinkFilterChip
          label={t.columns.failure_code}
          value={filter.failure_code === '' ? undefined : formatValues(filter.failure_code, formatFailureCode)}
          onClear={() => change({ failure_code: '' })}
        />
      </FilterBar>
      <SummaryStrip
        route={summariseDisbursements}
        query={query}
        selected={filter.status}
        renderStatus={(status) => <DisbursementStatusChip status={status as DisbursementStatus} />}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label={t.title}
        columns={columns.visible}
        onOpen={({ id }) => void navigate({ to: '/disbursement/$id', params: { id } })}
        onPrefetch={readAhead}
        renderCard={(row) => <DisbursementCard row={row} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`disbursements?${String(is_scheduled)}&${new URLSearchParams(DISBURSEMENT_FILTER.toSearch(filter))}`}
        is_filtered={DISBURSEMENT_FILTER.isFiltered(filter)}
        onClear={() => change(DISBURSEMENT_FILTER.cleared(filter))}
        empty={
          is_scheduled ? (
            <EmptyState title={t.empty.scheduled} icon={<IconClock size={22} stroke={1.6} />}>
              {t.empty.scheduled_line}
            </EmptyState>
          ) : (
            <EmptyState title={t.empty.single} icon={<IconSend size={22} stroke={1.6} />} action={create}>
              {t.empty.single_line}
            </EmptyState>
          )
        }
      />
    </>
  );
}
