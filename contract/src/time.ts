/**
 * Times are ISO 8601 in UTC with `Z`. Asia/Jakarta (WIB, UTC+7, no daylight saving time) is used only in texts for people
 * and to determine business days.
 */
import { z } from 'zod';

/** An instant, e.g. `2026-11-21T07:05:00.000Z`. */
export const instant = z.iso.datetime();
/** A calendar day in Asia/Jakarta, e.g. `2026-11-21`. */
export const business_day = z.iso.date();

export const TIME_ZONE = 'Asia/Jakarta';
const WIB_OFFSET_MS = 7 * 3_600_000;

/** The business day (WIB) of an instant. */
export const toBusinessDay = (at: Date): string => new Date(at.getTime() + WIB_OFFSET_MS).toISOString().slice(0, 10);

/** First instant of a business day. */
export const startOfBusinessDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - WIB_OFFSET_MS);

/** `2026-11-21T14:05:00+07:00`: the format of X-TIMESTAMP in SNAP BI. */
export const toSnapTime = (at: Date): string =>
  new Date(at.getTime() + WIB_OFFSET_MS).toISOString().replace(/\.\d{3}Z$/, '+07:00');
