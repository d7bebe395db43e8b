import { getDeposit, listDeposits, summariseDeposits } from '@dasbor/contract/deposit-va';
import { Group, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSignedIn } from '../api/signed-in.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ExportButton } from '../list/export-button.tsx';
import { toFileColumns } from '../list/file-columns.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { COLUMNS, DepositCard, FILE_COLUMNS } from './deposit-columns.tsx';
import { CHOICES, DEPOSIT_FILTER } from './filter.ts';
import { StatementButton } from './statement-button.tsx';

/** Frame, header and filters above the table while its rows are what is looked at, in pixels. */
const AROUND_PX = 320;
const DATES = [['received_at', 'Received']] as const;
const CHIPS = [
  ['status', 'Status', CHOICES.status],
  ['bank', 'Bank', CHOICES.bank],
] as const;

/** What came through the numbers, newest first. */
export function DepositsPanel() {
  const [filter, change] = useListFilter('/deposit-va', DEPOSIT_FILTER);
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'deposits'), COLUMNS);
  const query = useMemo(() => DEPOSIT_FILTER.toSummaryQuery<Record<string, unknown>>(filter), [filter]);
  const live = useLiveRows({
    route: listDeposits,
    query,
    topic: 'deposit-va',
    detail_route: getDeposit,
    totals: [summariseDeposits],
  });
  const readAhead = usePrefetchDetail(getDeposit);
  return (
    <section aria-label="Deposits">
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} fz={16}>
          Deposits
        </Title>
        <Group gap="xs">
          <ColumnChooser columns={COLUMNS} choice={columns} />
          <StatementButton query={query} />
          <ExportButton
            list="deposits"
            route={listDeposits}
            query={{ ...query, columns: toFileColumns(columns.visible, FILE_COLUMNS) }}
          />
        </Group>
      </Group>
      <FilterBar
        form={DEPOSIT_FILTER}
        filter={filter}
        onChange={change}
        label="Filter deposits"
        saved_views_key="deposits"
        search_label="Search id, number, sender, reference"
        dates={DATES}
        choices={CHIPS}
      />
      <SummaryStrip
        route={summariseDeposits}
        query={query}
        selected={filter.status}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label="Deposits"
        columns={columns.visible}
        onOpen={({ id }) => void navigate({ to: '/deposit-va/$id', params: { id } })}
        onPrefetch={readAhead}
        renderCard={(row) => <DepositCard deposit={row} />}
        reserved_px={AROUND_PX}
        scroll_key={`deposits?${new URLSearchParams(DEPOSIT_FILTER.toSearch(filter))}`}
        is_filtered={DEPOSIT_FILTER.isFiltered(filter)}
        onClear={() => change(DEPOSIT_FILTER.cleared(filter))}
        empty={<EmptyState title="No deposits yet">What is paid to your numbers appears here at once.</EmptyState>}
      />
    </section>
  );
}
