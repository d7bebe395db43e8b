import { type CashFlow, getCashFlow, getCashFlowForecast } from '@dasbor/contract/cash-flow';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowsExchange, IconFilterOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { buildQuery } from '../api/query.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant, formatDay } from '../ui/instant.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import classes from './cash-flow.module.css';
import { ChartPanel } from './chart-panel.tsx';
import { BalanceCheck } from './balance-check.tsx';
import { DayEntries, type LedgerLabels } from './day-entries.tsx';
import { DayTable } from './day-table.tsx';
import { ExportMenu } from './export-menu.tsx';
import {
  type FlowFilter,
  NO_FILTER,
  toCategoryQuery,
  parseFilter,
  chooseForecastAccount,
  isFiltered,
  toQuery,
  toSearch,
} from './filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { useLiveRefresh } from './live-refresh.ts';
import { formatAccountType } from './labels.ts';
import { messages } from './messages.ts';

/** Opening balance, movements and closing balance, day by day (domain 1.3). */
export function CashFlowScreen({ labels }: { labels: LedgerLabels }) {
  const t = messages();
  const search = useSearch({ from: '/protected/cash-flow' });
  const navigate = useNavigate();
  const filter = useMemo(() => parseFilter(search), [search]);
  const query = toQuery(filter);
  const forecast_of = chooseForecastAccount(filter);
  const flow = useQuery({
    ...buildQuery(getCashFlow, { query }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const forecast = useQuery({
    ...buildQuery(getCashFlowForecast, { query: { account: forecast_of ?? 'settled' } }),
    enabled: forecast_of !== null,
    meta: { quiet: true },
  });
  useLiveRefresh();
  const change = (part: Partial<FlowFilter>) =>
    void navigate({ to: '/cash-flow', search: toSearch({ ...filter, ...part }), resetScroll: false });
  const data = flow.data?.data;
  return (
    <>
      <PageHeader
        title={t.title}
        line={
          data === undefined ? (
            t.line
          ) : (
            <>
              {formatAccountType(data.account)} · {formatDay(data.from)} – {formatDay(data.to)} · {t.as_of}{' '}
              <Instant at={data.as_of} />
            </>
          )
        }
        actions={<ExportMenu query={{ ...query, ...toCategoryQuery(filter) }} />}
      />
      <FilterBar filter={filter} onChange={change} />
      {data !== undefined ? (
        <div className={classes.content} data-waiting={flow.isPlaceholderData || undefined}>
          <Stack gap="md">
            <BalanceCheck flow={data} />
            <ChartPanel flow={data} forecast={(forecast_of !== null && forecast.data?.data) || null} />
            {forecast_of !== null && forecast.isError && (
              <Text c="dimmed" fz="sm" role="status">
                {t.forecast.failed(forecast.error.message)}{' '}
                <Button variant="subtle" size="compact-sm" onClick={() => void forecast.refetch()}>
                  {t.forecast.retry}
                </Button>
              </Text>
            )}
            <Days data={data} filter={filter} labels={labels} onClear={() => change(NO_FILTER)} />
          </Stack>
        </div>
      ) : flow.isError ? (
        <Panel>
          <FailedState
            detail={flow.error.detail}
            request_id={flow.error.request_id}
            onRetry={() => void flow.refetch()}
          />
        </Panel>
      ) : (
        <Loading />
      )}
    </>
  );
}

interface DaysProps {
  data: CashFlow;
  filter: FlowFilter;
  labels: LedgerLabels;
  onClear: () => void;
}

function Days({ data, filter, labels, onClear }: DaysProps) {
  const is_empty = data.days.every(({ entry_count }) => entry_count === 0);
  if (is_empty) {
    return (
      <Panel>
        <NoMovements is_filtered={isFiltered(filter)} onClear={onClear} />
      </Panel>
    );
  }
  const query = { account: filter.account, ...toCategoryQuery(filter) };
  return (
    <Panel title={messages().days.by_day} flush>
      <DayTable
        // Resets the expanded days when the account changes.
        key={filter.account}
        flow={data}
        categories={filter.categories}
        renderEntries={({ day }) => <DayEntries day={day} query={query} labels={labels} />}
      />
    </Panel>
  );
}

const NoMovements = ({ is_filtered, onClear }: { is_filtered: boolean; onClear: () => void }) => (
  <EmptyState
    title={is_filtered ? messages().empty.filtered : messages().empty.none}
    icon={is_filtered ? <IconFilterOff size={22} stroke={1.6} /> : <IconArrowsExchange size={22} stroke={1.6} />}
    action={
      is_filtered ? (
        <Button variant="default" onClick={onClear}>
          {messages().clear_filters}
        </Button>
      ) : (
        <Link to="/settlement">{messages().empty.link}</Link>
      )
    }
  >
    {is_filtered ? messages().empty.filtered_line : messages().empty.none_line}
  </EmptyState>
);

const Loading = () => (
  <Stack gap="md">
    <Skeleton h={72} radius={10} />
    <Skeleton h={360} radius={10} />
    <Panel flush>
      <ListSkeleton rows={8} />
    </Panel>
  </Stack>
);
