/** Formats of the values of widgets. */
import type { AnalyticsUnit } from '@dasbor/contract/analytics';
import { formatRate } from '@dasbor/contract/format';
import { formatCompact, formatCount } from '../ui/amount.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { type Change, formatChange, formatMetric, formatPercent } from '../ui/metric-format.ts';
import { messages } from './messages.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `45 s`, `3 min 20 s`, `2 h 5 min`, `1 d 4 h`. */
export function formatSeconds(value: number | null): string {
  if (value === null) return '–';
  const t = messages().duration;
  const join = (whole: string, rest: string | null) => (rest === null ? whole : `${whole} ${rest}`);
  const count = (part: number, unit: (text: string) => string) => (part === 0 ? null : unit(formatCount(part)));
  if (value < MINUTE) return t.seconds(formatCount(value));
  if (value < HOUR) return join(t.minutes(formatCount(Math.floor(value / MINUTE))), count(value % MINUTE, t.seconds));
  if (value < DAY) {
    return join(t.hours(formatCount(Math.floor(value / HOUR))), count(Math.floor((value % HOUR) / MINUTE), t.minutes));
  }
  return join(t.days(formatCount(Math.floor(value / DAY))), count(Math.floor((value % DAY) / HOUR), t.hours));
}

/** An exact value; rates with two decimals, as fees are agreed. */
export function formatValue(value: number | null, unit: AnalyticsUnit): string {
  if (unit === 'seconds') return formatSeconds(value);
  return unit === 'percent' && value !== null ? formatRate(value, currentLanguage()) : formatMetric(value, unit);
}

/** Short, for an axis. */
export function formatAxis(unit: AnalyticsUnit): (value: number) => string {
  if (unit === 'percent') return formatPercent;
  return unit === 'seconds' ? formatSeconds : formatCompact;
}

export const compareValues = (value: number | null, previous: number | null, unit: AnalyticsUnit): Change | null =>
  formatChange(value, previous, unit === 'seconds' ? 'count' : unit);
