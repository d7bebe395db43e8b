import { type DepositStatus, getDeposit, listDeposits, summariseDeposits } from '@dasbor/contract/deposit-va';
import { Group, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSignedIn } from '../api/signed-in.ts';
import { useListFilter } from '../list/use-list-filter.ts';
import { ExportButton } from '../list/export-button.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import { ListFrame } from '../list/list-frame.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { usePrefetchDetail } from '../list/prefetch-detail.ts';
import { SummaryStrip } from '../list/summary-strip.tsx';
import { toFileColumns } from '../ui/column.tsx';
import { ColumnChooser } from '../ui/column-chooser.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { buildColumnsKey, useStoredColumns } from '../ui/stored-columns.ts';
import { DepositCard, DepositChip, buildColumns } from './deposit-columns.tsx';
import { CHOICES, DEPOSIT_FILTER } from './filter.ts';
import { formatDepositStatus } from './labels.ts';
import { StatementButton } from './statement-button.tsx';
import { messages } from './messages.ts';

/** Height of the frame, header and filters above the table, in pixels. */
const RESERVED_PX = 320;

/** Deposits, newest first. */
export function DepositsPanel() {
  const t = messages();
  const [filter, change] = useListFilter('/deposit-va', DEPOSIT_FILTER);
  const navigate = useNavigate();
  const { profile } = useSignedIn();
  const columns = useStoredColumns(buildColumnsKey(profile?.id ?? '', 'deposits'), buildColumns());
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
    <section>
      <Group justify="space-between" gap="xs" mb="xs">
        <Title order={2} fz={16}>
          {t.deposits.title}
        </Title>
        <Group gap="xs">
          <ColumnChooser choice={columns} />
          <StatementButton query={query} />
          <ExportButton
            list="deposits"
            route={listDeposits}
            query={{ ...query, columns: toFileColumns(columns.visible) }}
          />
        </Group>
      </Group>
      <FilterBar
        form={DEPOSIT_FILTER}
        filter={filter}
        onChange={change}
        label={t.deposits.filter}
        saved_views_key="deposits"
        search_label={t.deposits.search}
        dates={[['received_at', t.deposit.received]]}
        choices={[
          ['status', t.status, CHOICES.status],
          ['bank', t.bank, CHOICES.bank],
        ]}
        value_labels={{ status: formatDepositStatus }}
      />
      <SummaryStrip
        route={summariseDeposits}
        query={query}
        selected={filter.status}
        renderStatus={(status) => <DepositChip status={status as DepositStatus} />}
        onSelect={(status) => change({ status })}
      />
      <ListFrame
        live={live}
        label={t.deposits.title}
        columns={columns.visible}
        onOpen={({ id }) => void navigate({ to: '/deposit-va/$id', params: { id } })}
        onPrefetch={readAhead}
        renderCard={(row) => <DepositCard deposit={row} />}
        onFit={columns.onFit}
        reserved_px={RESERVED_PX}
        scroll_key={`deposits?${new URLSearchParams(DEPOSIT_FILTER.toSearch(filter))}`}
        is_filtered={DEPOSIT_FILTER.isFiltered(filter)}
        onClear={() => change(DEPOSIT_FILTER.cleared(filter))}
        empty={<EmptyState title={t.deposits.empty}>{t.deposits.empty_text}</EmptyState>}
      />
    </section>
  );
}
