/** Instants and days in the current language, in Jakarta time. */
import * as format from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import { Tooltip } from '@mantine/core';
import { currentLanguage } from './define-messages.ts';
import classes from './figures.module.css';
import { messages } from './messages.ts';

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

/** `21 Nov 2026, 14:05 WIB` of an ISO-8601 instant. */
export const formatInstant = (at: string, options?: { seconds?: boolean }): string =>
  format.formatInstant(at, currentLanguage(), options);

/** `21 Nov 2026`: the Jakarta day of an ISO-8601 instant, or a business day. */
export const formatDay = (at: string): string => format.formatDay(at, currentLanguage());

/** `5 minutes ago`, `in 2 hours`, `just now`. */
export function formatRelative(at: string, now = new Date()): string {
  const seconds = (Date.parse(at) - now.getTime()) / 1000;
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? RELATIVE[currentLanguage()].format(Math.round(seconds / unit[1]), unit[0]) : messages().just_now;
}

/** An instant in Jakarta time; the relative time in a tooltip. `seconds`: where the order of events matters. */
export const Instant = ({ at, seconds = false }: { at: string; seconds?: boolean }) => (
  <Tooltip label={formatRelative(at)} openDelay={300}>
    <time className={classes.instant} dateTime={at}>
      {formatInstant(at, { seconds })}
    </time>
  </Tooltip>
);
