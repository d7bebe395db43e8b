/**
 * Times are ISO 8601 in UTC with `Z`. Asia/Jakarta (WIB, UTC+7, no daylight saving time) is used only in texts for people
 * and to determine business days.
 */
import * as duration from './duration.ts';
import { z } from 'zod';
import { validationMessage } from './language.ts';

/** Times outside these years are mistakes, and some of them exceed what databases and languages can represent. */
const YEAR_MIN = '1900';
const YEAR_MAX = '2999';
const isUsualYear = (text: string): boolean => text.slice(0, 4) >= YEAR_MIN && text.slice(0, 4) <= YEAR_MAX;
const UNUSUAL_YEAR = validationMessage(
  `Use a year between ${YEAR_MIN} and ${YEAR_MAX}.`,
  `Gunakan tahun antara ${YEAR_MIN} dan ${YEAR_MAX}.`,
);

/** An instant, e.g. `2026-11-21T07:05:00.000Z`. */
export const instant = z.iso.datetime().refine(isUsualYear, UNUSUAL_YEAR);
/** A calendar day in Asia/Jakarta, e.g. `2026-11-21`. */
export const business_day = z.iso.date().refine(isUsualYear, UNUSUAL_YEAR);

export const TIME_ZONE = 'Asia/Jakarta';
const WIB_OFFSET_MS = duration.hours(7);

/** The business day (WIB) of an instant. */
export const toBusinessDay = (at: Date): string => new Date(at.getTime() + WIB_OFFSET_MS).toISOString().slice(0, 10);

/** First instant of a business day. */
export const startOfBusinessDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - WIB_OFFSET_MS);

const isDay = (text: string): boolean => text.length === 10;

/** Start of a range: an instant, or a day that begins at 00:00 WIB. Becomes an instant. */
export const rangeStart = z
  .union([instant, business_day])
  .transform((given) => (isDay(given) ? startOfBusinessDay(given).toISOString() : given));
/** End of a range, exclusive: an instant, or a day that is included until 24:00 WIB. Becomes an instant. */
export const rangeEnd = z
  .union([instant, business_day])
  .transform((given) =>
    isDay(given) ? new Date(startOfBusinessDay(given).getTime() + duration.days(1)).toISOString() : given,
  );

/** `2026-11-21T14:05:00+07:00`: the format of X-TIMESTAMP in SNAP BI. */
export const toSnapTime = (at: Date): string =>
  new Date(at.getTime() + WIB_OFFSET_MS).toISOString().replace(/\.\d{3}Z$/, '+07:00');
