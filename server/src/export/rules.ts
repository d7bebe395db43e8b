/** Decisions about exports: who sees which, and what their files are called. */
import { EXPORT_RETENTION_DAYS, type ExportStatus } from '@dasbor/contract/export';
import { toBusinessDay } from '@dasbor/contract/time';
import type { Principal } from '../http/principal.ts';

/** Runs of one export at most: a worker that dies in it, or a fault that passes, is made up for so often. */
export const ATTEMPTS_MAX = 5;
/** A run without a sign of life for so long is dead; runs give one every second. */
export const STALLED_AFTER_MS = 120_000;

const DAY_MS = 24 * 3_600_000;

/** Superadmin and admin answer for what leaves the house, so they see the exports of all their people. */
export const canSeeAll = (principal: Principal): boolean =>
  principal.type === 'user' && (principal.role === 'superadmin' || principal.role === 'admin');

export const isUnfinished = (status: ExportStatus): boolean => status === 'waiting' || status === 'running';

/** As it stands now: the hour in which files are deleted after their time is up makes no difference. */
export const getStatus = (status: ExportStatus, expires_at: string | null, now: Date): ExportStatus =>
  status === 'ready' && expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'expired' : status;

export const getExpiry = (finished_at: Date): Date => new Date(finished_at.getTime() + EXPORT_RETENTION_DAYS * DAY_MS);

/** `transactions-2026-11-21.csv`; with several files each says its place. */
export function formatFileName(
  name: string,
  asked_at: Date,
  format: string,
  part: { no: number; is_one_of_many: boolean },
): string {
  const place = part.is_one_of_many ? `-part-${part.no}` : '';
  return `${name}-${toBusinessDay(asked_at)}${place}.${format}`;
}

/** Exports run at most so many at a time, whatever the number of workers: money does not wait for them. */
const QUEUES = 2;

/** The queue of a merchant's exports: they run one after another. */
export function getQueue(merchant_id: string): string {
  const sum = [...merchant_id].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return `exports-${sum % QUEUES}`;
}
