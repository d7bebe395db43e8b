/** Instants in the current language and in the user's time zone; business days, which are in WIB. */
import * as format from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import { TIME_ZONE, TIME_ZONE_NAMES, type TimeZone } from '@dasbor/contract/time';
import { currentLanguage } from './define-messages.ts';
import classes from './metrics.module.css';
import { messages } from './messages.ts';
import { currentTimeZone } from './time-zone.ts';

const RELATIVE: Record<Language, Intl.RelativeTimeFormat> = {
  en: new Intl.RelativeTimeFormat('en', { numeric: 'auto' }),
  id: new Intl.RelativeTimeFormat('id', { numeric: 'auto' }),
};
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `21 Nov 2026, 14:05 WIB` of an ISO-8601 instant, in the user's zone unless another one is given. */
export const formatInstant = (
  at: string,
  { seconds = false, time_zone = currentTimeZone() }: { seconds?: boolean; time_zone?: TimeZone } = {},
): string => format.formatInstant(at, currentLanguage(), { seconds, time_zone });

/** `21 Nov, 14:05 WIB`, where the year is clear. */
export const formatShortInstant = (at: string): string => formatInstant(at).replace(/ \d{4},/, ',');

/** `21 Nov 2026`: a business day, or the one (WIB) of an ISO-8601 instant. */
export const formatDay = (at: string): string => format.formatDay(at, currentLanguage());

/** A business day next to times: users of another zone see `21 Nov 2026 (WIB)`. */
export const formatBusinessDay = (day: string): string =>
  currentTimeZone() === TIME_ZONE ? formatDay(day) : `${formatDay(day)} (${TIME_ZONE_NAMES[TIME_ZONE]})`;

/** `5 minutes ago`, `in 2 hours`, `just now`. */
export function formatRelative(at: string, now = new Date()): string {
  const seconds = (Date.parse(at) - now.getTime()) / 1000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? RELATIVE[currentLanguage()].format(Math.round(seconds / unit[1]), unit[0]) : messages().just_now;
}

/** An instant in the user's zone; the relative time under the pointer. `seconds`: where the order of events matters. */
export const Instant = ({ at, seconds = false }: { at: string; seconds?: boolean }) => (
  <time className={classes.instant} dateTime={at} title={formatRelative(at)}>
    {formatInstant(at, { seconds })}
  </time>
);
