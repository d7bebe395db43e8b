/** Named time ranges; days are those of the user's time zone, or business days (WIB) where the list filters by them. */
import * as duration from '@dasbor/contract/duration';
import { addDays, startOfDay, toZonedDay } from '@dasbor/contract/time';
import { DAY_PERIODS, namedPeriod, resolveDayPeriod } from '../ui/day-periods.ts';
import { messages as sharedMessages } from '../ui/messages.ts';
import { currentTimeZone } from '../ui/time-zone.ts';
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
const ROLLING_MINUTES = { '30m': 30, '1h': 60, '6h': 360 } as const;
const isRolling = (preset: RangePreset): preset is keyof typeof ROLLING_MINUTES => preset in ROLLING_MINUTES;

/** The instants that a preset means at `now`. The last 7 days are today and the six days before it. */
export function resolvePreset(preset: RangePreset, now = new Date(), zone = currentTimeZone()): Range {
  if (isRolling(preset)) {
    const this_minute = Math.floor(now.getTime() / duration.minutes(1)) * duration.minutes(1);
    return { from: new Date(this_minute - duration.minutes(ROLLING_MINUTES[preset])).toISOString() };
  }
  const today = toZonedDay(now, zone);
  const formatStart = (day: string): string => startOfDay(day, zone).toISOString();
  const { first, last } = resolveDayPeriod(preset, today);
  return { from: formatStart(first), ...(last < today ? { to: formatStart(addDays(last, 1)) } : {}) };
}

/** Time for which a rolling range keeps its start, so that returning to a list shows the same rows. */
const STABLE_MS = duration.minutes(10);
const starts = new Map<RangePreset, Date>();

/** The range of a preset, stable for some minutes: a list must not change because the clock moved. */
export function calculateStableRange(preset: RangePreset, now: Date, zone = currentTimeZone()): Range {
  if (!isRolling(preset)) return resolvePreset(preset, now, zone);
  const since = starts.get(preset);
  const at = since !== undefined && now.getTime() - since.getTime() < STABLE_MS ? since : now;
  starts.set(preset, at);
  return resolvePreset(preset, at);
}

/** The user selected the range again: it starts from now. */
export const resetStableRange = (preset: RangePreset): void => void starts.delete(preset);

/** The validation error of a custom range; null when it is valid. */
export function validateRange({ from, to }: Range): string | null {
  const t = sharedMessages().period;
  if (from === undefined && to === undefined) return t.missing;
  if (from === undefined || to === undefined) return null;
  const length_ms = Date.parse(to) - Date.parse(from);
  if (length_ms <= 0) return t.reversed_times;
  if (length_ms > duration.days(RANGE_MAX_DAYS)) return t.too_long(RANGE_MAX_DAYS);
  return null;
}
