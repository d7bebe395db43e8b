import {
  getVirtualAccount,
  getVirtualAccountMetrics,
  listVirtualAccounts,
  summariseVirtualAccounts,
} from '@dasbor/contract/virtual-account';
import type { VaAmountType, VaType } from '@dasbor/contract/virtual-account-fields';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useInactiveReason } from '../api/merchant-activity.ts';
import { useHasAccess, useSignedIn } from '../api/signed-in.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ExpiryFilter } from '../list/expiry-filter.tsx';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { withSorting } from '../list/sorted-columns.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { toFileColumns } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { currentZoneName } from '../ui/time-zone.ts';
import { VaCard, buildColumns } from './columns.tsx';
import { CreateSheet } from './create-sheet.tsx';
import { Metrics } from './metrics.tsx';
import { CHOICES, VA_FILTER } from './filter.ts';
import { messages } from './messages.ts';

/** Height of everything above the table, in pixels. */
const RESERVED_PX = 400;

/** The list of virtual accounts, and the form that creates them. */
export function VirtualAccountListScreen() {
  const t = messages();
  const [filter, change] = useListFilter('/virtual-account', VA_FILTER);
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const may_create = useHasAccess('Virtual Accounts', 'manage');
  const inactive_reason = useInactiveReason('payments');
  const is_creating =
    useSearch({ from: '/protected/virtual-account' })['create'] !== undefined &&
    may_create &&
    inactive_reason === undefined;
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'virtual-accounts'), buildColumns());
  const query = useMemo(() => VA_FILTER.toListQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({
    route: listVirtualAccounts,
    query,
    topic: 'virtual-account',
    detail_route: getVirtualAccount,
    totals: [summariseVirtualAccounts, getVirtualAccountMetrics],
  });
  const prefetch = usePrefetchDetail(getVirtualAccount);
  const setCreating = (next: boolean) =>
    void navigate({
      to: '/virtual-account',
      search: { ...VA_FILTER.toSearch(filter), create: next ? '1' : undefined },
      resetScroll: false,
    });
  const create = (
    <ActionButton
      disabled_reason={may_create ? inactive_reason : t.read_only}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      {t.new}
    </ActionButton>
  );
  return (
    <>
      <PageHeader
        title={t.title}
        line={t.line(currentZoneName())}
        actions={
          <>
            <ColumnChooser choice={columns} />
            <ExportButton
              list="virtual-accounts"
              route={listVirtualAccounts}
              query={{ ...query, columns: toFileColumns(columns.visible) }}
            />
            {create}
          </>
        }
      />
      <Metrics />
      <FilterBar
        form={VA_FILTER}
        filter={filter}
        onChange={change}
        label={t.list.filter}
        search_label={t.list.search}
        dates={[['created_at', t.fields.created]]}
        choices={[
          ['status', t.fields.status, CHOICES.status],
          ['bank', t.fields.bank, CHOICES.bank],
          ['type', t.fields.type, CHOICES.type],
          ['amount_type', t.fields.amount_type, CHOICES.amount_type],
          ['mismatch', t.fields.mismatch, CHOICES.mismatch],
        ]}
        value_labels={{
          type: (type) => t.types[type as VaType],
          amount_type: (amount_type) => t.amount_types[amount_type as VaAmountType],
          mismatch: (value) => t.mismatch_values[value as 'yes' | 'no'],
        }}
        has_amount={false}
        saved_views_key="virtual-accounts"
      >
        <ExpiryFilter label={t.fields.expires} filter={filter} onChange={change} />
      </FilterBar>
      <SummaryStrip
        route={summariseVirtualAccounts}
        query={VA_FILTER.toSummaryQuery(filter)}
        selected={filter.status}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label={t.list.label}
        columns={withSorting(columns.visible, filter.sort, (sort) => change({ sort }))}
        onOpen={({ id }) => void navigate({ to: '/virtual-account/$id', params: { id } })}
        onPrefetch={prefetch}
        renderCard={(va) => <VaCard va={va} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`virtual-accounts?${new URLSearchParams(VA_FILTER.toSearch(filter))}`}
        is_filtered={VA_FILTER.isFiltered(filter)}
        onClear={() => change(VA_FILTER.cleared(filter))}
        empty={
          <EmptyState title={t.list.empty} icon={<IconBuildingBank size={22} stroke={1.6} />} action={create}>
            {t.list.empty_line}
          </EmptyState>
        }
      />
      <CreateSheet opened={is_creating} onCreated={() => void live.showNewRows()} onClose={() => setCreating(false)} />
    </>
  );
}
