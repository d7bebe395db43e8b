/** Busy hours: an hourly series summed by hour of the week, Monday first, in Jakarta time. */
import * as duration from '@dasbor/contract/duration';
import { messages } from './messages.ts';

const WIB_HOURS = 7;
const HOURS_OF_WEEK = 168;

/** Short names of the weekdays, Monday first. */
export function listWeekdays(): string[] {
  const { mon, tue, wed, thu, fri, sat, sun } = messages().heat.weekdays;
  return [mon, tue, wed, thu, fri, sat, sun];
}

export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** 168 sums, Monday 00:00 WIB first. */
export function sumByHourOfWeek(points: readonly { at: string; value: number | null }[]): number[] {
  const sums = Array.from({ length: HOURS_OF_WEEK }, () => 0);
  for (const { at, value } of points) {
    // The epoch started on a Thursday.
    const index = (Math.floor(Date.parse(at) / duration.hours(1)) + WIB_HOURS + 3 * 24) % HOURS_OF_WEEK;
    sums[index] = (sums[index] ?? 0) + (value ?? 0);
  }
  return sums;
}

/** `Wed, 14:00–15:00 WIB` of an hour of the week. */
export function formatHourOfWeek(index: number): string {
  const hour = index % 24;
  const next = String((hour + 1) % 24).padStart(2, '0');
  return `${listWeekdays()[Math.floor(index / 24)]}, ${HOURS[hour]}:00–${next}:00 WIB`;
}
