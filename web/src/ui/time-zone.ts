/** The time zone in which the interface shows and reads instants: that of the signed-in user (decision 0088). */
import { TIME_ZONE, TIME_ZONE_NAMES, type TimeZone } from '@dasbor/contract/time';

const listeners = new Set<() => void>();
let zone: TimeZone = TIME_ZONE;

export const currentTimeZone = (): TimeZone => zone;

/** `WIB`, `WITA` or `WIT`. */
export const currentZoneName = (): string => TIME_ZONE_NAMES[zone];

/** Shows the interface in another zone; WIB for a user who has none. */
export function changeTimeZone(next: TimeZone = TIME_ZONE): void {
  if (zone === next) return;
  zone = next;
  for (const listener of listeners) listener();
}

/** Calls back when the zone has changed; returns how to stop it. */
export function subscribeTimeZone(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
