/** The expiry of a new key, as it is chosen. */
import * as duration from '@dasbor/contract/duration';
import { startOfBusinessDay } from '@dasbor/contract/time';

export const EXPIRIES = ['never', 'days_30', 'days_90', 'days_365', 'date'] as const;
export type Expiry = (typeof EXPIRIES)[number];

const DAYS = { days_30: 30, days_90: 90, days_365: 365 } as const;

/** The instant of the expiry; undefined for none, null when the chosen day is missing or has begun. */
export function toExpiry(expiry: Expiry, day: string, now: Date): string | undefined | null {
  if (expiry === 'never') return undefined;
  if (expiry !== 'date') return new Date(now.getTime() + duration.days(DAYS[expiry])).toISOString();
  if (day === '') return null;
  const end = new Date(startOfBusinessDay(day).getTime() + duration.days(1));
  return end.getTime() - duration.days(1) > now.getTime() ? end.toISOString() : null;
}

/** The addresses and networks of a text field. */
export const parseLines = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
