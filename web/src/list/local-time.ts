/** Between instants and the `datetime-local` inputs of a browser, which here always mean Jakarta. */
import * as duration from '@dasbor/contract/duration';

const WIB = '+07:00';
const WIB_OFFSET_MS = duration.hours(7);

/** `2026-11-21T14:05` in Jakarta of an instant; empty for none. */
export const toLocalTime = (at: string | undefined): string =>
  at === undefined ? '' : new Date(Date.parse(at) + WIB_OFFSET_MS).toISOString().slice(0, 16);

/** The instant of `2026-11-21T14:05` in Jakarta; undefined for an empty or broken text. */
export function fromLocalTime(local: string): string | undefined {
  const at = Date.parse(`${local}:00${WIB}`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
