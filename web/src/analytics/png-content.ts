/** What the PNG of a widget says: its period, metrics and rows as text, with the comparison that the screen shows. */
import { type Analytics, type AnalyticsRow, toDateRange } from '@dasbor/contract/analytics';
import { formatCompact, formatCount } from '../ui/amount.tsx';
import { formatPercent } from '../ui/metric-format.ts';
import { formatDay } from '../ui/instant.tsx';
import { messages } from './messages.ts';
import { compareValues, formatSeconds, formatValue } from './value-format.ts';

interface PngRow {
  label: string;
  text: string;
  size: number;
  /** Absent without a comparison. */
  previous?: number;
}

export interface PngContent {
  period: string;
  /** null without a comparison. */
  previous_period: string | null;
  metrics: { label: string; value: string; versus: string | null }[];
  rows: PngRow[];
}

const formatDays = (range: { from: string; to: string }): string => {
  const { first, last } = toDateRange(range);
  return first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
};

export function buildPngContent(data: Analytics, is_compared: boolean): PngContent {
  const t = messages();
  const previous = { from: data.previous_from, to: data.previous_to };
  return {
    period: `${formatDays(data)} · ${t.line}`,
    previous_period: is_compared ? `${t.chart.previous}: ${formatDays(previous)}` : null,
    metrics: data.metrics.map(({ key, unit, value, previous: before }) => ({
      label: t.metrics[key],
      value: formatValue(value, unit),
      versus: is_compared ? t.metrics.versus(formatValue(before, unit)) : null,
    })),
    rows: data.rows.map((row) => buildRow(data, row, is_compared)),
  };
}

/** Widgets whose rows are counts; the others are amounts or times. */
const COUNT_WIDGETS: readonly Analytics['widget'][] = ['funnel', 'failure-reasons'];

function buildRow({ widget }: Analytics, row: AnalyticsRow, is_compared: boolean): PngRow {
  const { label } = row;
  const share = row.share === null ? [] : [formatPercent(row.share)];
  const withChange = (parts: string[], change: ReturnType<typeof compareValues>) =>
    [...parts, ...(is_compared && change !== null ? [change.text] : [])].join(' · ');
  const before = (previous: number | null) => (is_compared ? { previous: previous ?? 0 } : {});
  if (widget === 'completion-time') {
    const times = `${formatSeconds(row.p50)} / ${formatSeconds(row.p90)}`;
    const text = withChange([times], compareValues(row.p50, row.previous_p50, 'seconds'));
    return { label, text, size: row.p90 ?? 0, ...before(row.previous_p90) };
  }
  if (COUNT_WIDGETS.includes(widget)) {
    const change = compareValues(row.count, row.previous_count, 'count');
    const text = withChange([formatCount(row.count), ...share], change);
    return { label, text, size: row.count, ...before(row.previous_count) };
  }
  const change = compareValues(row.amount, row.previous_amount, 'rupiah');
  const text = withChange([formatCompact(row.amount), formatCount(row.count), ...share], change);
  return { label, text, size: row.amount, ...before(row.previous_amount) };
}
