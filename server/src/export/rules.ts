/** Rules of exports: visibility, retention, file names and queues. */
import * as duration from '@dasbor/contract/duration';
import { EXPORT_RETENTION_DAYS, type ExportStatus } from '@dasbor/contract/export';
import { toBusinessDay } from '@dasbor/contract/time';
import type { Principal } from '../http/principal.ts';

/** Maximum attempts of an export, after a worker crash or a transient error. */
export const ATTEMPTS_MAX = 5;
/** A run without a heartbeat for this long counts as crashed; runs send one every second. */
export const STALLED_AFTER_MS = duration.minutes(2);

/** Superadmin and admin see the exports of all users of the merchant. */
export const canSeeAll = (principal: Principal): boolean =>
  principal.type === 'user' && (principal.role === 'superadmin' || principal.role === 'admin');

export const isUnfinished = (status: ExportStatus): boolean => status === 'waiting' || status === 'running';

/** The current status: an export expires on time, also if its files have not been deleted yet. */
export const toExportStatus = (status: ExportStatus, expires_at: string | null, now: Date): ExportStatus =>
  status === 'ready' && expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'expired' : status;

export const calculateExpiry = (finished_at: Date): Date =>
  new Date(finished_at.getTime() + duration.days(EXPORT_RETENTION_DAYS));

/** `transactions-2026-11-21.csv`; several files have their part number. */
export function formatFileName(
  name: string,
  requested_at: Date,
  format: string,
  part: { no: number; is_one_of_many: boolean },
): string {
  const suffix = part.is_one_of_many ? `-part-${part.no}` : '';
  return `${name}-${toBusinessDay(requested_at)}${suffix}.${format}`;
}

/** Concurrent exports, independent of the number of workers, so that payments are never delayed. */
const QUEUES = 2;

/** The queue of a merchant. Exports in a queue run one after another. */
export function getQueue(merchant_id: string): string {
  const sum = [...merchant_id].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return `exports-${sum % QUEUES}`;
}
