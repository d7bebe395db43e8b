import { Tooltip } from '@mantine/core';
import classes from './figures.module.css';

const TIME_ZONE = 'Asia/Jakarta';
const PARTS = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

function partsOf(at: string): Record<string, string> {
  const parts = PARTS.formatToParts(new Date(at)).map(({ type, value }) => [type, value]);
  const named: Record<string, string> = Object.fromEntries(parts);
  // Some editions of English write Sept where all other months have three letters.
  return { ...named, month: (named['month'] ?? '').slice(0, 3) };
}

/** `21 Nov 2026, 14:05 WIB` of an ISO-8601 instant. */
export function formatInstant(at: string): string {
  const { day, month, year, hour, minute } = partsOf(at);
  return `${day} ${month} ${year}, ${hour}:${minute} WIB`;
}

/** `21 Nov 2026` of an ISO-8601 instant, as a day in Jakarta. */
export function formatDay(at: string): string {
  const { day, month, year } = partsOf(at);
  return `${day} ${month} ${year}`;
}

/** `5 minutes ago`, `in 2 hours`, `just now`. */
export function formatRelative(at: string, now = new Date()): string {
  const seconds = (Date.parse(at) - now.getTime()) / 1000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? RELATIVE.format(Math.round(seconds / unit[1]), unit[0]) : 'just now';
}

/** A moment as people read it in Jakarta; the distance from now in a tooltip. */
export const Instant = ({ at }: { at: string }) => (
  <Tooltip label={formatRelative(at)} openDelay={300}>
    <time className={classes.instant} dateTime={at}>
      {formatInstant(at)}
    </time>
  </Tooltip>
);
