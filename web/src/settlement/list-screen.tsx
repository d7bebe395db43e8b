import {
  getSettlement,
  listSettlements,
  listUpcomingSettlements,
  summariseSettlements,
} from '@dasbor/contract/settlement';
import { SETTLEMENT_TYPES, type SettlementBatch, type SettlementBatchStatus } from '@dasbor/contract/settlement-fields';
import { Button, Tabs } from '@mantine/core';
import { IconCash, IconSettings } from '@tabler/icons-react';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSignedIn } from '../api/signed-in.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { type Column, toFileColumns } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { AccountFilter } from './account-filter.tsx';
import { BatchStatus } from './batch-status.tsx';
import { BatchCard, buildColumns } from './columns.tsx';
import { SummaryCards } from './summary-cards.tsx';
import { CHOICES, SETTLEMENT_FILTER, toSettlementQuery, parseType } from './filter.ts';
import { messages } from './messages.ts';
import { DownloadMenu } from './report-menu.tsx';
import { formatBatchStatus, formatSettlementType } from './settlement-labels.ts';
import { TermsSummary } from './term-labels.tsx';

/** The report of a batch, at the end of its row. */
const buildReportColumn = (): Column<SettlementBatch> => ({
  id: 'report',
  label: messages().columns.report,
  head: '',
  width_px: 48,
  is_pinned: true,
  render: (batch) => <DownloadMenu batch={batch} is_icon />,
});

/** Header, metrics, tabs, filters and totals above the table, in pixels. */
const RESERVED_PX = 460;
const VALUE_LABELS = { status: (status: string) => formatBatchStatus(status as SettlementBatchStatus) };

/** Settlements of the merchant with their payout status. Links to the settings that were here lead to their new place. */
export function SettlementListScreen() {
  const { settings } = useSearch({ strict: false });
  return settings === '1' ? <Navigate to="/settings" search={{ tab: 'payouts' }} replace /> : <SettlementList />;
}

function SettlementList() {
  const { type: segment } = useParams({ strict: false }) as { type?: string };
  const type = parseType(segment);
  const t = messages();
  const [filter, change] = useListFilter(
    segment === undefined ? '/settlement' : '/settlement/$type',
    SETTLEMENT_FILTER,
    {
      type: segment,
    },
  );
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'settlements'), buildColumns());
  const query = useMemo(() => toSettlementQuery(filter, type), [filter, type]);
  const live = useLiveRows({
    route: listSettlements,
    query,
    topic: 'settlement',
    detail_route: getSettlement,
    totals: [summariseSettlements, listUpcomingSettlements],
  });
  const readAhead = usePrefetchDetail(getSettlement);
  const choose = (next: string | null) =>
    void (next === 'all' || next === null
      ? navigate({ to: '/settlement', search: SETTLEMENT_FILTER.toSearch(filter) })
      : navigate({ to: '/settlement/$type', params: { type: next }, search: SETTLEMENT_FILTER.toSearch(filter) }));
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.list.line}
        tabs={
          <Tabs value={type} onChange={choose}>
            <Tabs.List>
              {SETTLEMENT_TYPES.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {formatSettlementType(one)}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
        }
        actions={
          <>
            <ColumnChooser choice={columns} />
            <ExportButton
              list="settlements"
              route={listSettlements}
              query={{ ...query, columns: toFileColumns(columns.visible) }}
            />
            <Button
              variant="default"
              leftSection={<IconSettings size={16} aria-hidden />}
              onClick={() => void navigate({ to: '/settings', search: { tab: 'payouts' } })}
            >
              {t.list.settings}
            </Button>
          </>
        }
      />
      <SummaryCards />
      <FilterBar
        form={SETTLEMENT_FILTER}
        filter={filter}
        onChange={change}
        label={t.list.filter}
        search_label={t.list.search}
        dates={[['settlement_date', t.columns.settlement_date]]}
        choices={[
          ['status', t.columns.status, CHOICES.status],
          ['destination', t.settings.destination, CHOICES.destination],
        ]}
        value_labels={{
          ...VALUE_LABELS,
          destination: (value) => t.settings.destinations[value as keyof typeof t.settings.destinations],
        }}
        saved_views_key="settlements"
      >
        <AccountFilter filter={filter} onChange={change} />
      </FilterBar>
      <SummaryStrip
        route={summariseSettlements}
        query={query}
        selected={filter.status}
        renderStatus={(status) => <BatchStatus status={status as SettlementBatchStatus} />}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label={t.list.label}
        columns={[...columns.visible, buildReportColumn()]}
        onOpen={({ id }) => void navigate({ to: '/settlement/report/detail', search: { batch_id: id } })}
        onPrefetch={readAhead}
        renderCard={(batch) => <BatchCard batch={batch} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`settlements?${type}&${new URLSearchParams(SETTLEMENT_FILTER.toSearch(filter))}`}
        is_filtered={SETTLEMENT_FILTER.isFiltered(filter) || type !== 'all'}
        onClear={() =>
          type === 'all' ? change(SETTLEMENT_FILTER.cleared(filter)) : void navigate({ to: '/settlement', search: {} })
        }
        empty={
          <EmptyState title={t.list.empty} icon={<IconCash size={22} stroke={1.6} />}>
            {t.list.empty_line} <TermsSummary />
          </EmptyState>
        }
      />
    </>
  );
}
