import { getProviderAnalytics } from '@dasbor/contract/analytics';
import { methodLabel } from '@dasbor/contract/labels';
import { getMerchantsOverview } from '@dasbor/contract/merchant-lists';
import { OVERVIEW_PERIODS, type OverviewPeriod } from '@dasbor/contract/operations';
import type { Output } from '@dasbor/contract/route';
import { Group, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { MerchantFilter } from '../list/merchant-filter.tsx';
import { Amount, formatCompact, formatCount } from '../ui/amount.tsx';
import { ChartLegend, ChartWithLegend } from '../ui/chart-legend.tsx';
import { buildScale } from '../ui/chart-scale.ts';
import { AMOUNT, COUNT } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Card } from '../ui/metric-card.tsx';
import { type MetricUnit, formatMetric, formatMetricInline, formatStepTitle, formatTick } from '../ui/metric-format.ts';
import { MetricTile, MetricTiles } from '../ui/metric-tiles.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { TimeChart } from '../ui/time-chart.tsx';
import { messages } from './messages.ts';

type Overview = Output<typeof getMerchantsOverview>['data'];

const METRICS = [
  ['volume', 'rupiah'],
  ['payments', 'count'],
  ['success_rate', 'percent'],
  ['fees', 'rupiah'],
  ['active_merchants', 'count'],
] as const satisfies readonly (readonly [keyof Overview, MetricUnit])[];

/** The metrics of the merchants that the reader sees, against the previous period. */
export function GroupOverview() {
  const t = messages().group;
  const navigate = useNavigate();
  const { group_id: given }: Record<string, unknown> = useSearch({ strict: false });
  const group_id = typeof given === 'string' ? given : '';
  const [period, setPeriod] = useState<OverviewPeriod>('7d');
  const scope = group_id === '' ? {} : { group_id };
  const overview = useQuery({
    ...buildQuery(getMerchantsOverview, { query: { period, ...scope } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <>
      <Group mb="md" gap="sm">
        <SegmentedControl
          aria-label={t.period}
          value={period}
          onChange={(next) => setPeriod(OVERVIEW_PERIODS.find((each) => each === next) ?? '7d')}
          data={OVERVIEW_PERIODS.map((value) => ({ value, label: t.periods[value] }))}
        />
        <MerchantFilter
          kind="group"
          value={group_id}
          onChange={(next) => void navigate({ to: '/dashboard', search: next === '' ? {} : { group_id: next } })}
        />
      </Group>
      {overview.isPending && <ListSkeleton rows={6} />}
      {overview.isError && overview.data === undefined && (
        <FailedState
          detail={overview.error.detail}
          request_id={overview.error.request_id}
          onRetry={() => void overview.refetch()}
        />
      )}
      {overview.data !== undefined && <Metrics overview={overview.data.data} scope={scope} />}
    </>
  );
}

function Metrics({ overview, scope }: { overview: Overview; scope: { group_id?: string } }) {
  const t = messages().group;
  return (
    <>
      <section aria-label={t.metrics}>
        <MetricTiles>
          {METRICS.map(([name, unit]) => (
            <MetricTile key={name} label={t[name]}>
              {formatMetric(overview[name].value, unit)}
              <Text c="dimmed" fz="xs" fw={400}>
                {t.before(formatMetricInline(overview[name].previous, unit))}
              </Text>
            </MetricTile>
          ))}
          <MetricTile label={t.members}>{formatCount(overview.member_count)}</MetricTile>
        </MetricTiles>
      </section>
      <VolumeChart query={{ from: overview.from, to: overview.to, ...scope }} />
      <SimpleGrid cols={{ base: 1, md: 2 }} mt="md">
        <Ranking
          title={t.by_merchant}
          head={messages().columns.merchant}
          rows={overview.merchants.map(({ merchant_id, ...row }) => ({ id: merchant_id, ...row }))}
        />
        <Ranking
          title={t.by_method}
          head={t.method}
          rows={overview.methods.map(({ method, ...row }) => ({
            id: method,
            name: methodLabel(method, currentLanguage()),
            ...row,
          }))}
        />
      </SimpleGrid>
    </>
  );
}

/** Paid volume over the period, alongside the previous one. */
function VolumeChart({ query }: { query: { from: string; to: string; group_id?: string } }) {
  const t = messages().group;
  const volume = useQuery({
    ...buildQuery(getProviderAnalytics, { params: { widget: 'volume' }, query: { ...query, tab: 'payments' } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return (
    <Card title={t.over_time} query={volume} height_px={240}>
      {({ data }) => {
        const points = data.points.map(({ at, value, previous }) => ({
          key: at,
          tick: formatTick(at, data.interval),
          title: formatStepTitle(at, data.interval),
          value,
          previous,
        }));
        const format = (value: number | null) => formatMetric(value, 'rupiah');
        return (
          <ChartWithLegend
            legend={
              <ChartLegend
                items={[
                  { label: t.present, mark: 'present' },
                  { label: t.previous, mark: 'previous' },
                ]}
              />
            }
          >
            <TimeChart
              label={t.over_time}
              shape="bars"
              points={points}
              scale={buildScale(points.flatMap(({ value, previous }) => [value, previous]))}
              formatTick={formatCompact}
              formatTipLines={({ value, previous }) => [
                { label: t.present, value: format(value), mark: 'present' },
                { label: t.previous, value: format(previous ?? null), mark: 'previous' },
              ]}
            />
          </ChartWithLegend>
        );
      }}
    </Card>
  );
}

interface RankedRow {
  id: string;
  name: string;
  count: number;
  amount: number;
}

function Ranking({ title, head, rows }: { title: string; head: string; rows: readonly RankedRow[] }) {
  const t = messages();
  return (
    <Panel title={title} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <Text c="dimmed">{t.group.empty}</Text>
      ) : (
        <PanelTable
          label={title}
          keyOf={({ id }) => id}
          rows={rows}
          columns={[
            { id: 'name', label: head, width_px: 160, render: (row) => row.name },
            { ...COUNT, id: 'count', label: t.columns.payments, render: (row) => formatCount(row.count) },
            { ...AMOUNT, id: 'amount', label: t.group.volume, render: (row) => <Amount value={row.amount} strong /> },
          ]}
          renderCard={(row) => (
            <RowCard>
              <strong>{row.name}</strong>
              <Amount value={row.amount} strong />
              <SecondaryText>{formatCount(row.count)}</SecondaryText>
            </RowCard>
          )}
        />
      )}
    </Panel>
  );
}
