/**
 * Times are ISO 8601 in UTC with `Z`. Asia/Jakarta (WIB, UTC+7) determines business days and is the zone of emails,
 * documents and programs. Screens and files of a person are in the zone that the person chose (decision 0088).
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

/** Decimals of a second: more than any clock has, and fewer than what databases read. */
const DECIMALS_MAX = 9;
const LENGTH_MAX = '2026-11-21T14:05:00.+07:00'.length + DECIMALS_MAX;
const TOO_MANY_DECIMALS = validationMessage(
  `Use at most ${DECIMALS_MAX} decimals of a second.`,
  `Gunakan paling banyak ${DECIMALS_MAX} desimal detik.`,
);

/** The rules of every instant, in addition to its format. */
export const refineInstant = (format: z.ZodISODateTime): z.ZodISODateTime =>
  format.refine(isUsualYear, UNUSUAL_YEAR).refine((text) => text.length <= LENGTH_MAX, TOO_MANY_DECIMALS);

/** An instant, e.g. `2026-11-21T07:05:00.000Z`. */
export const instant = refineInstant(z.iso.datetime());
/** A calendar day in Asia/Jakarta, e.g. `2026-11-21`. */
export const business_day = z.iso.date().refine(isUsualYear, UNUSUAL_YEAR);

/** The time zones of Indonesia, from west to east. None has daylight saving time. */
export const TIME_ZONES = ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura'] as const;
export type TimeZone = (typeof TIME_ZONES)[number];
/** Their names as shown next to times. */
export const TIME_ZONE_NAMES = { 'Asia/Jakarta': 'WIB', 'Asia/Makassar': 'WITA', 'Asia/Jayapura': 'WIT' } as const;
/** The zone of business days, emails, documents and programs. */
export const TIME_ZONE = 'Asia/Jakarta';

const UTC_OFFSETS_MS: Readonly<Record<TimeZone, number>> = {
  'Asia/Jakarta': duration.hours(7),
  'Asia/Makassar': duration.hours(8),
  'Asia/Jayapura': duration.hours(9),
};

/** `2026-11-21T14:05:00.000`: the local time of an instant in a zone. */
export const toLocalTime = (at: Date, zone: TimeZone): string =>
  new Date(at.getTime() + UTC_OFFSETS_MS[zone]).toISOString().slice(0, -1);
/** The instant of a local time in a zone, e.g. of `2026-11-21T14:05`; an invalid date for a text that is none. */
export const fromLocalTime = (local: string, zone: TimeZone): Date =>
  new Date(Date.parse(`${local}Z`) - UTC_OFFSETS_MS[zone]);

/** The calendar day of an instant in a zone. */
export const toZonedDay = (at: Date, zone: TimeZone): string => toLocalTime(at, zone).slice(0, 10);
/** First instant of a calendar day in a zone. */
export const startOfDay = (day: string, zone: TimeZone): Date => fromLocalTime(`${day}T00:00`, zone);

/** The business day (WIB) of an instant. */
export const toBusinessDay = (at: Date): string => toZonedDay(at, TIME_ZONE);

/** First instant of a business day. */
export const startOfBusinessDay = (day: string): Date => startOfDay(day, TIME_ZONE);

/** The calendar day `count` days after a day, or before it when negative. */
export const addDays = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + duration.days(count)).toISOString().slice(0, 10);

/** First day of the month of a day. */
export const startOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

/** First day of the month after that of a day. */
export const startOfNextMonth = (day: string): string => startOfMonth(addDays(startOfMonth(day), 31));

/** First days of the months that a range of days touches; both ends are included. */
export function listMonthStarts(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = startOfMonth(first); month <= last; month = startOfNextMonth(month)) months.push(month);
  return months;
}

/** Days from the first to the last day, both included. */
export const countDays = (first: string, last: string): number =>
  (Date.parse(last) - Date.parse(first)) / duration.days(1) + 1;

const isDay = (text: string): boolean => text.length === 10;

/** Start of a range: an instant, or a day that begins at 00:00 WIB. Becomes an instant. */
export const rangeStart = z
  .union([instant, business_day])
  .meta({ examples: ['2026-11-20T17:00:00.000Z'] })
  .transform((given) => (isDay(given) ? startOfBusinessDay(given).toISOString() : given));
/** End of a range, exclusive: an instant, or a day that is included until 24:00 WIB. Becomes an instant. */
export const rangeEnd = z
  .union([instant, business_day])
  .meta({ examples: ['2026-11-21T17:00:00.000Z'] })
  .transform((given) =>
    isDay(given) ? new Date(startOfBusinessDay(given).getTime() + duration.days(1)).toISOString() : given,
  );

/** `2026-11-21T14:05:00+07:00`: the format of X-TIMESTAMP in SNAP BI. */
export const toSnapTime = (at: Date): string => toLocalTime(at, TIME_ZONE).replace(/\.\d{3}$/, '+07:00');
