import { type DashboardInterval, getDashboardTimeseries } from '@dasbor/contract/dashboard';
import type { Output } from '@dasbor/contract/route';
import { Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { formatCompact } from '../ui/amount.tsx';
import type { TipLine } from '../ui/chart-tip.tsx';
import { PERCENT_SCALE, buildScale } from '../ui/chart-scale.ts';
import { ChartLegend, ChartWithLegend, type LegendItem } from '../ui/chart-legend.tsx';
import { type ChartPoint, TimeChart } from '../ui/time-chart.tsx';
import { Card, EmptyCard } from '../ui/figure-card.tsx';
import { formatFigure, formatPercent, formatTick, formatStepTitle } from '../ui/figure-format.ts';
import { FIGURES } from './figures.ts';
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

type Series = Output<typeof getDashboardTimeseries>['data'];
const HEIGHT_PX = 240;

/** One metric over the period, with the previous period. */
export function TimeCard({ title, metric, shape, period, interval, is_compared }: TimeCardProps) {
  const series = useQuery({
    ...buildQuery(getDashboardTimeseries, { query: { ...period, metric, interval } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const t = messages();
  const { label } = t.figures[metric];
  const { unit } = FIGURES.find((figure) => figure.metric === metric) ?? { unit: 'count' };
  const formatTipLines = ({ value, previous }: ChartPoint): TipLine[] => [
    { label, value: formatFigure(value, unit), mark: 'present' },
    ...(previous === undefined
      ? []
      : [{ label: t.chart.previous, value: formatFigure(previous, unit), mark: 'previous' as const }]),
  ];
  return (
    <Card
      title={title}
      query={series}
      height_px={HEIGHT_PX}
      table={({ data }) => <SeriesTable data={data} label={label} unit={unit} is_compared={is_compared} />}
    >
      {({ data }) => {
        const points = toChartPoints(data, is_compared);
        const values = points.flatMap(({ value, previous }) => [value, previous ?? null]);
        if (values.every((value) => value === null || (value === 0 && metric !== 'success_rate'))) {
          return <EmptyCard>{t.chart.none}</EmptyCard>;
        }
        return (
          <ChartWithLegend legend={is_compared && <ChartLegend items={listLegendItems()} />}>
            <TimeChart
              label={t.chart.label(title, points.length)}
              shape={shape}
              points={points}
              scale={unit === 'percent' ? PERCENT_SCALE : buildScale(values)}
              formatTick={unit === 'percent' ? formatPercent : formatCompact}
              formatTipLines={formatTipLines}
            />
          </ChartWithLegend>
        );
      }}
    </Card>
  );
}

const listLegendItems = (): LegendItem[] => [
  { label: messages().chart.present, mark: 'present' },
  { label: messages().chart.previous, mark: 'previous' },
];

const toChartPoints = ({ points, interval }: Series, is_compared: boolean): ChartPoint[] =>
  points.map(({ at, value, previous }) => ({
    key: at,
    tick: formatTick(at, interval),
    title: formatStepTitle(at, interval),
    value,
    ...(is_compared ? { previous } : {}),
  }));

function SeriesTable(props: {
  data: Series;
  label: string;
  unit: 'rupiah' | 'count' | 'percent';
  is_compared: boolean;
}) {
  const { data, label, unit, is_compared } = props;
  return (
    <Table stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{messages().chart[data.interval]}</Table.Th>
          <Table.Th ta="right">{label}</Table.Th>
          {is_compared && <Table.Th ta="right">{messages().chart.previous}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.points.map(({ at, value, previous }) => (
          <Table.Tr key={at}>
            <Table.Td>{formatStepTitle(at, data.interval)}</Table.Td>
            <Table.Td ta="right">{formatFigure(value, unit)}</Table.Td>
            {is_compared && <Table.Td ta="right">{formatFigure(previous, unit)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
