/** Named time ranges; days are business days in Jakarta. */
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';
import { DAY_PERIODS, namedPeriod } from '../ui/day-periods.ts';
import { messages } from './messages.ts';

export const RANGE_PRESETS = [
  namedPeriod('30m', () => messages().range.last_30_minutes),
  namedPeriod('1h', () => messages().range.last_hour),
  namedPeriod('6h', () => messages().range.last_6_hours),
  ...DAY_PERIODS,
] as const;
export type RangePreset = (typeof RANGE_PRESETS)[number]['id'];

/** A range of instants; `to` is exclusive, and absent when the range ends now. */
export interface Range {
  from?: string;
  to?: string;
}

/** Longest range of a list (domain: 180 days). */
export const RANGE_MAX_DAYS = 180;
const ROLLING_MINUTES: Partial<Record<RangePreset, number>> = { '30m': 30, '1h': 60, '6h': 360 };

const formatStart = (day: string): string => startOfBusinessDay(day).toISOString();
const daysBefore = (now: Date, days: number): string => toBusinessDay(new Date(now.getTime() - duration.days(days)));

function firstOfMonth(now: Date, months_back: number): string {
  const [year, month] = toBusinessDay(now).split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 - months_back, 1)).toISOString().slice(0, 10);
}

/** The instants that a preset means at `now`. The last 7 days are today and the six days before it. */
export function resolvePreset(preset: RangePreset, now = new Date()): Range {
  const minutes = ROLLING_MINUTES[preset];
  if (minutes !== undefined) {
    const this_minute = Math.floor(now.getTime() / duration.minutes(1)) * duration.minutes(1);
    return { from: new Date(this_minute - duration.minutes(minutes)).toISOString() };
  }
  if (preset === 'yesterday') return { from: formatStart(daysBefore(now, 1)), to: formatStart(toBusinessDay(now)) };
  if (preset === '7d') return { from: formatStart(daysBefore(now, 6)) };
  if (preset === '30d') return { from: formatStart(daysBefore(now, 29)) };
  if (preset === 'this-month') return { from: formatStart(firstOfMonth(now, 0)) };
  if (preset === 'last-month')
    return { from: formatStart(firstOfMonth(now, 1)), to: formatStart(firstOfMonth(now, 0)) };
  return { from: formatStart(toBusinessDay(now)) };
}

/** How long a rolling range keeps its start, so that returning to a list shows the same rows. */
const STABLE_MS = duration.minutes(10);
const starts = new Map<RangePreset, Date>();

/** The range of a preset, stable for some minutes: a list must not change because the clock moved. */
export function getStableRange(preset: RangePreset, now: Date): Range {
  if (ROLLING_MINUTES[preset] === undefined) return resolvePreset(preset, now);
  const since = starts.get(preset);
  const at = since !== undefined && now.getTime() - since.getTime() < STABLE_MS ? since : now;
  starts.set(preset, at);
  return resolvePreset(preset, at);
}

/** The user selected the range again: it starts from now. */
export const resetStableRange = (preset: RangePreset): void => void starts.delete(preset);

/** The validation error of a custom range; null when it is valid. */
export function validateRange({ from, to }: Range): string | null {
  const t = messages().range;
  if (from === undefined && to === undefined) return t.missing;
  if (from === undefined || to === undefined) return null;
  const length_ms = Date.parse(to) - Date.parse(from);
  if (length_ms <= 0) return t.backwards;
  if (length_ms > duration.days(RANGE_MAX_DAYS)) return t.too_long(RANGE_MAX_DAYS);
  return null;
}
