/** Which hours of the week are busy: an hourly series folded onto one week, Monday first, in Jakarta. */
const HOUR_MS = 3_600_000;
const WIB_HOURS = 7;
const HOURS_OF_WEEK = 168;

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** 168 sums, Monday 00:00 WIB first. */
export function sumByHourOfWeek(points: readonly { at: string; value: number | null }[]): number[] {
  const sums = Array.from({ length: HOURS_OF_WEEK }, () => 0);
  for (const { at, value } of points) {
    // The epoch began on a Thursday.
    const place = (Math.floor(Date.parse(at) / HOUR_MS) + WIB_HOURS + 3 * 24) % HOURS_OF_WEEK;
    sums[place] = (sums[place] ?? 0) + (value ?? 0);
  }
  return sums;
}

/** `Wed, 14:00–15:00 WIB` of a place in the week. */
export function formatHourOfWeek(place: number): string {
  const hour = place % 24;
  const next = String((hour + 1) % 24).padStart(2, '0');
  return `${WEEKDAYS[Math.floor(place / 24)]}, ${HOURS[hour]}:00–${next}:00 WIB`;
}
