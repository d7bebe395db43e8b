import { type DashboardInterval, getDashboardTimeseries } from '@dasbor/contract/dashboard';
import { Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { formatCompact } from '../ui/amount.tsx';
import type { TipLine } from '../ui/chart-tip.tsx';
import { PERCENT_SCALE, buildScale } from '../ui/chart-scale.ts';
import { ChartLegend, ChartWithLegend, type LegendItem } from '../ui/chart-legend.tsx';
import { type ChartPoint, TimeChart } from '../ui/time-chart.tsx';
import { Card, EmptyCard } from '../ui/metric-card.tsx';
import { type MetricUnit, formatMetric, formatPercent, formatTick, formatStepTitle } from '../ui/metric-format.ts';
import classes from './dashboard.module.css';
import { METRICS } from './metrics.ts';
import { type MethodSeries, type Timeseries, listMethodSeries } from './method-series.ts';
import type { PeriodQuery } from './period-query.ts';
import { messages } from './messages.ts';

export interface TimeCardProps {
  title: string;
  metric: 'gross_volume' | 'success_rate';
  shape: 'bars' | 'line';
  period: PeriodQuery;
  interval: DashboardInterval;
  is_compared: boolean;
}

const HEIGHT_PX = 240;

/** One metric over the period by payment method, with the previous period of all methods. */
export function TimeCard({ title, metric, shape, period, interval, is_compared }: TimeCardProps) {
  const series = useQuery({
    ...buildQuery(getDashboardTimeseries, { query: { ...period, metric, interval, group_by: 'method' } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const t = messages();
  const { unit } = METRICS.find(({ key }) => key === metric) ?? { unit: 'count' };
  return (
    <Card
      title={title}
      query={series}
      height_px={HEIGHT_PX}
      table={({ data }) => <SeriesTable data={data} unit={unit} is_compared={is_compared} />}
    >
      {({ data }) => {
        const methods = listMethodSeries(data);
        const points = toChartPoints(data, methods, is_compared);
        const values = points.flatMap(({ value, previous }) => [value, previous ?? null]);
        if (values.every((value) => value === null || (value === 0 && metric !== 'success_rate'))) {
          return <EmptyCard>{t.chart.none}</EmptyCard>;
        }
        return (
          <ChartWithLegend legend={<ChartLegend items={listLegendItems(methods, is_compared)} />}>
            <TimeChart
              label={t.chart.label(title, points.length)}
              shape={shape}
              points={points}
              series={methods.map(({ mark }) => mark)}
              scale={unit === 'percent' ? PERCENT_SCALE : buildScale(values)}
              formatTick={unit === 'percent' ? formatPercent : formatCompact}
              formatTipLines={(point) => listTipLines(point, methods, unit)}
            />
          </ChartWithLegend>
        );
      }}
    </Card>
  );
}

/** Exact values of an interval: each method, all of them where there are several, and those of the previous period. */
const listTipLines = (
  { value, previous, parts = [] }: ChartPoint,
  methods: readonly MethodSeries[],
  unit: MetricUnit,
): TipLine[] => [
  ...methods.map(({ label, mark }, index) => ({ label, value: formatMetric(parts[index] ?? null, unit), mark })),
  ...(methods.length === 1 ? [] : [{ label: messages().chart.all_methods, value: formatMetric(value, unit) }]),
  ...(previous === undefined
    ? []
    : [{ label: messages().chart.previous, value: formatMetric(previous, unit), mark: 'previous' as const }]),
];

const listLegendItems = (methods: readonly MethodSeries[], is_compared: boolean): LegendItem[] => [
  ...methods.map(({ label, mark }) => ({ label, mark })),
  ...(is_compared ? [{ label: messages().chart.previous, mark: 'previous' as const }] : []),
];

const toChartPoints = (
  { points, interval }: Timeseries,
  methods: readonly MethodSeries[],
  is_compared: boolean,
): ChartPoint[] =>
  points.map(({ at, value, previous }, index) => ({
    key: at,
    tick: formatTick(at, interval),
    title: formatStepTitle(at, interval),
    value,
    parts: methods.map(({ values }) => values[index] ?? null),
    ...(is_compared ? { previous } : {}),
  }));

function SeriesTable({ data, unit, is_compared }: { data: Timeseries; unit: MetricUnit; is_compared: boolean }) {
  const t = messages().chart;
  const methods = listMethodSeries(data);
  const columns = [...methods.map(({ label }) => label), ...(methods.length === 1 ? [] : [t.all_methods])];
  return (
    <Table stickyHeader className={classes.series}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t[data.interval]}</Table.Th>
          {[...columns, ...(is_compared ? [t.previous] : [])].map((name) => (
            <Table.Th key={name} ta="right">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.points.map(({ at, value, previous }, index) => (
          <Table.Tr key={at}>
            <Table.Td>{formatStepTitle(at, data.interval)}</Table.Td>
            {methods.map(({ label, values }) => (
              <Table.Td key={label} ta="right">
                {formatMetric(values[index] ?? null, unit)}
              </Table.Td>
            ))}
            {methods.length !== 1 && <Table.Td ta="right">{formatMetric(value, unit)}</Table.Td>}
            {is_compared && <Table.Td ta="right">{formatMetric(previous, unit)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
