/** Formats of metrics and of the intervals of charts, in the current language. Intervals start in WIB, like the metrics. */
import type { Language } from '@dasbor/contract/language';
import { TIME_ZONE } from '@dasbor/contract/time';
import { formatCount, formatRupiah } from './amount.tsx';
import { currentLanguage } from './define-messages.ts';
import { messages } from './messages.ts';

/** `percent` is in hundredths. */
export type MetricUnit = 'rupiah' | 'count' | 'percent';
export type ChartInterval = 'hour' | 'day' | 'week' | 'month';

const LOCALES: Record<Language, string> = { en: 'en-GB', id: 'id-ID' };
const byLanguage = <Format>(build: (locale: string) => Format): Record<Language, Format> => ({
  en: build(LOCALES.en),
  id: build(LOCALES.id),
});
const PERCENT = byLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
/** `1.2`, at most one decimal. */
export const formatDecimal = (value: number): string => PERCENT[currentLanguage()].format(value);

/** `9250` (basis points) → `92.5%`. */
export const formatPercent = (hundredths: number): string => `${formatDecimal(hundredths / 100)}%`;

/** `Rp 1.234.567`, `1.234`, `92.5%`; a dash without data. */
export function formatMetric(value: number | null, unit: MetricUnit): string {
  if (value === null) return '–';
  if (unit === 'percent') return formatPercent(value);
  return unit === 'rupiah' ? formatRupiah(value) : formatCount(value);
}

/** A metric within a sentence: no line ends between `Rp` and the number. */
export const formatMetricInline = (value: number | null, unit: MetricUnit): string =>
  formatMetric(value, unit).replace(' ', '\u00A0');

export interface Change {
  text: string;
  direction: 'up' | 'down' | 'same';
}

/** Change in percent of the previous value, or in percentage points for rates; null without a previous value. */
export function formatChange(value: number | null, previous: number | null, unit: MetricUnit): Change | null {
  if (value === null || previous === null) return null;
  if (unit !== 'percent' && previous === 0) return value === 0 ? { text: '0%', direction: 'same' } : null;
  const difference = unit === 'percent' ? (value - previous) / 100 : (100 * (value - previous)) / previous;
  const rounded = Math.round(difference * 10) / 10;
  const value_text = `${rounded > 0 ? '+' : ''}${formatDecimal(rounded).replace(/^-0$/, '0')}`;
  return {
    text: unit === 'percent' ? messages().metrics.points(value_text) : `${value_text}%`,
    direction: rounded > 0 ? 'up' : rounded < 0 ? 'down' : 'same',
  };
}

const buildFormatter = (options: Intl.DateTimeFormatOptions) => {
  const formats = byLanguage((locale) => new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, ...options }));
  // Some versions of en-GB abbreviate September with four letters.
  return (at: string): string => formats[currentLanguage()].format(new Date(at)).replace('Sept', 'Sep');
};
const formatDayAndMonth = buildFormatter({ day: 'numeric', month: 'short' });
const formatWeekday = buildFormatter({ weekday: 'short', day: 'numeric', month: 'short' });
const formatMonth = buildFormatter({ month: 'short', year: 'numeric' });
const formatTime = buildFormatter({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Axis label of an interval: `18 Nov`, `14:00`. */
export function formatTick(at: string, interval: ChartInterval): string {
  if (interval === 'month') return formatMonth(at);
  return interval === 'hour' ? formatTime(at) : formatDayAndMonth(at);
}

/** Tooltip title of an interval: `Wed, 18 Nov`, `Wed, 18 Nov, 14:00 WIB`, `Week of Mon, 16 Nov`. */
export function formatStepTitle(at: string, interval: ChartInterval): string {
  if (interval === 'month') return formatMonth(at);
  const day = formatWeekday(at).replace(/^(\w+),? /, '$1, ');
  if (interval === 'hour') return `${day}, ${formatTime(at)} WIB`;
  return interval === 'week' ? messages().metrics.week_of(day) : day;
}
