import {
  getVirtualAccount,
  getVirtualAccountFigures,
  listVirtualAccounts,
  summariseVirtualAccounts,
} from '@dasbor/contract/virtual-account';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useMay, useSignedIn } from '../api/signed-in.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { withSorting } from '../list/sorted-columns.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { COLUMNS, VaCard, toFileColumns } from './columns.tsx';
import { CreateSheet } from './create-sheet.tsx';
import { Figures } from './figures.tsx';
import { CHOICES, VA_FILTER } from './filter.ts';
import { MAY_NOT } from './va-labels.tsx';

/** Header, figures, filters and totals above the table, in pixels. */
const AROUND_PX = 400;

const DATES = [
  ['created_at', 'Created'],
  ['expires_at', 'Expires'],
] as const;
const CHIPS = [
  ['status', 'Status', CHOICES.status],
  ['bank', 'Bank', CHOICES.bank],
  ['type', 'Type', CHOICES.type],
  ['amount_type', 'Amount type', CHOICES.amount_type],
  ['mismatch', 'Mismatch', CHOICES.mismatch],
] as const;

/** Every number of the merchant, and the way to a new one. */
export function VirtualAccountListScreen() {
  const [filter, change] = useListFilter('/virtual-account', VA_FILTER);
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const may_create = useMay('Virtual Accounts', 'manage');
  const is_creating = useSearch({ from: '/protected/virtual-account' })['create'] !== undefined && may_create;
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'virtual-accounts'), COLUMNS);
  const query = useMemo(() => VA_FILTER.toListQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({
    route: listVirtualAccounts,
    query,
    topic: 'virtual-account',
    detail_route: getVirtualAccount,
    totals: [summariseVirtualAccounts, getVirtualAccountFigures],
  });
  const readAhead = usePrefetchDetail(getVirtualAccount);
  const setCreating = (next: boolean) =>
    void navigate({
      to: '/virtual-account',
      search: { ...VA_FILTER.toSearch(filter), create: next ? '1' : undefined },
      resetScroll: false,
    });
  const create = (
    <ReasonedButton
      reason={may_create ? undefined : MAY_NOT}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setCreating(true)}
    >
      New virtual account
    </ReasonedButton>
  );
  return (
    <>
      <PageHeader
        title="Virtual accounts"
        line="Numbers at a bank that your customers transfer to. Times are in WIB."
        actions={
          <>
            <ColumnChooser columns={COLUMNS} choice={columns} />
            <ExportButton
              list="virtual-accounts"
              route={listVirtualAccounts}
              query={{ ...query, columns: toFileColumns(columns.visible) }}
            />
            {create}
          </>
        }
      />
      <Figures />
      <FilterBar
        form={VA_FILTER}
        filter={filter}
        onChange={change}
        label="Filter virtual accounts"
        search_label="Search number, reference, name"
        dates={DATES}
        choices={CHIPS}
        has_amount={false}
        saved_views_key="virtual-accounts"
      />
      <SummaryStrip
        route={summariseVirtualAccounts}
        query={VA_FILTER.toSummaryQuery(filter)}
        selected={filter.status}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label="Virtual accounts"
        columns={withSorting(columns.visible, filter.sort, (sort) => change({ sort }))}
        onOpen={({ id }) => void navigate({ to: '/virtual-account/$id', params: { id } })}
        onPrefetch={readAhead}
        renderCard={(va) => <VaCard va={va} />}
        reserved_px={AROUND_PX}
        scroll_key={`virtual-accounts?${new URLSearchParams(VA_FILTER.toSearch(filter))}`}
        is_filtered={VA_FILTER.isFiltered(filter)}
        onClear={() => change(VA_FILTER.cleared(filter))}
        empty={
          <EmptyState
            title="No virtual accounts yet"
            icon={<IconBuildingBank size={22} stroke={1.6} />}
            action={create}
          >
            Give a customer a number at a bank, for one payment or for many, and watch it being paid here.
          </EmptyState>
        }
      />
      <CreateSheet opened={is_creating} onCreated={() => void live.showNewRows()} onClose={() => setCreating(false)} />
    </>
  );
}
