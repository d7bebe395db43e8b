import type { Analytics, AnalyticsRow } from '@dasbor/contract/analytics';
import { ChartLegend, ChartWithLegend, type LegendItem } from '../ui/chart-legend.tsx';
import { PERCENT_SCALE, buildScale } from '../ui/chart-scale.ts';
import type { TipLine } from '../ui/chart-tip.tsx';
import { formatStepTitle, formatTick } from '../ui/metric-format.ts';
import { type ChartPoint, TimeChart } from '../ui/time-chart.tsx';
import type { DrillDownLinks } from './drill-down.ts';
import type { OpenLists } from './list-link.tsx';
import { messages } from './messages.ts';
import { formatAxis, formatValue } from './value-format.ts';

/** Rates that stay far below 100% get an axis of their own size. */
const SMALL_RATES = ['fees', 'refund-rate'];

export interface PointChartProps {
  data: Analytics;
  title: string;
  is_compared: boolean;
  /** The lists behind a point. */
  getLinks: (at: string) => DrillDownLinks;
  onOpen: OpenLists;
}

/** A metric over time: amounts as bars, rates as a line. */
export function PointChart({ data, title, is_compared, getLinks, onOpen }: PointChartProps) {
  const unit = data.metrics[0]?.unit ?? 'count';
  const points = data.points.map(({ at, value, previous }) => ({
    key: at,
    tick: formatTick(at, data.interval),
    title: formatStepTitle(at, data.interval),
    value,
    ...(is_compared ? { previous } : {}),
  }));
  const values = points.flatMap(({ value, previous }) => [value, previous ?? null]);
  const is_rate = unit === 'percent';
  const has_links = data.points.some(({ at }) => getLinks(at).length > 0);
  const open = (point: ChartPoint) => onOpen(point.title, getLinks(point.key));
  return (
    <ChartWithLegend legend={is_compared && <ChartLegend items={listLegendItems()} />}>
      <TimeChart
        label={(has_links ? messages().chart.label : messages().chart.plain_label)(title, points.length)}
        shape={is_rate ? 'line' : 'bars'}
        points={points}
        scale={is_rate && !SMALL_RATES.includes(data.widget) ? PERCENT_SCALE : buildScale(values)}
        formatTick={formatAxis(unit)}
        formatTipLines={({ value, previous }) => listTipLines(formatValue(value, unit), previous, unit)}
        onOpen={has_links ? open : undefined}
      />
    </ChartWithLegend>
  );
}

export interface HourChartProps {
  rows: readonly AnalyticsRow[];
  title: string;
  is_compared: boolean;
  /** The lists behind an hour. */
  getLinks: (row: AnalyticsRow) => DrillDownLinks;
  onOpen: OpenLists;
}

/** Paid volume by hour of the day. */
export function HourChart({ rows, title, is_compared, getLinks, onOpen }: HourChartProps) {
  const by_hour = new Map(rows.map((row) => [row.key, row]));
  const points = Array.from({ length: 24 }, (_unused, hour) => {
    const key = String(hour).padStart(2, '0');
    const row = by_hour.get(key);
    return {
      key,
      tick: `${key}.00`,
      title: `${key}.00–${key}.59 WIB`,
      value: row?.amount ?? 0,
      ...(is_compared ? { previous: row?.previous_amount ?? 0 } : {}),
    };
  });
  const has_links = rows.some((row) => getLinks(row).length > 0);
  const open = (point: ChartPoint) => {
    const row = by_hour.get(point.key);
    if (row !== undefined) onOpen(point.title, getLinks(row));
  };
  return (
    <ChartWithLegend legend={is_compared && <ChartLegend items={listLegendItems()} />}>
      <TimeChart
        label={(has_links ? messages().chart.label : messages().chart.plain_label)(title, points.length)}
        shape="bars"
        points={points}
        scale={buildScale(points.flatMap(({ value, previous }) => [value, previous ?? null]))}
        formatTick={formatAxis('rupiah')}
        formatTipLines={({ value, previous }) => listTipLines(formatValue(value, 'rupiah'), previous, 'rupiah')}
        onOpen={has_links ? open : undefined}
      />
    </ChartWithLegend>
  );
}

const listTipLines = (
  value: string,
  previous: number | null | undefined,
  unit: Parameters<typeof formatValue>[1],
): TipLine[] => [
  { label: messages().chart.present, value, mark: 'present' },
  ...(previous === undefined
    ? []
    : [{ label: messages().chart.previous, value: formatValue(previous, unit), mark: 'previous' as const }]),
];

const listLegendItems = (): LegendItem[] => [
  { label: messages().chart.present, mark: 'present' },
  { label: messages().chart.previous, mark: 'previous' },
];
