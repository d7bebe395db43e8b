/** Between instants and the date fields of minutes, which are in the user's time zone. */
import * as time from '@dasbor/contract/time';
import { currentTimeZone } from '../ui/time-zone.ts';

/** `2026-11-21T14:05` in the zone of an instant; empty for none. */
export const toLocalTime = (at: string | undefined, zone = currentTimeZone()): string =>
  at === undefined ? '' : time.toLocalTime(new Date(at), zone).slice(0, 16);

/** The instant of `2026-11-21T14:05` in the zone; undefined for an empty or broken text. */
export function fromLocalTime(local: string, zone = currentTimeZone()): string | undefined {
  const at = time.fromLocalTime(local, zone);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
