/** How a report's delivery goes on after each attempt: retries, and the state of the whole run. Pure. */
import type { ReportRun } from '@dasbor/contract/report';

export type RunStatus = ReportRun['status'];
export type ChannelStatus = ReportRun['email_status'];

export interface Channel {
  status: ChannelStatus;
  attempts: number;
  error: string | null;
  /** Not to be tried before; null: at once. */
  retry_at: string | null;
}

/** `not_due`: nothing was tried. `off`: delivery was switched off meanwhile. */
export type Outcome =
  | { result: 'delivered' | 'off' | 'not_due' }
  /** `needs_person`: only somebody's change can help, such as another password; tried again hourly. */
  | { result: 'failed'; error: string; needs_person: boolean };

const MINUTE_MS = 60_000;
const FIRST_RETRIES_MIN = [1, 5, 15, 30];
const LATER_RETRIES_MIN = 60;
/** Hourly for seven days, then somebody has to look. */
const GIVE_UP_AFTER_MS = 7 * 24 * 60 * MINUTE_MS;

/** Time until the next attempt, after `attempts` failed ones, in milliseconds. */
export function retryDelayMs(attempts: number, needs_person: boolean): number {
  const minutes = needs_person ? LATER_RETRIES_MIN : (FIRST_RETRIES_MIN[attempts - 1] ?? LATER_RETRIES_MIN);
  return minutes * MINUTE_MS;
}

export const isDue = (channel: Channel, now: Date): boolean =>
  channel.status === 'waiting' && (channel.retry_at === null || Date.parse(channel.retry_at) <= now.getTime());

/** A channel after an attempt. `created_at` of the run decides when to give up. */
export function afterAttempt(channel: Channel, outcome: Outcome, created_at: Date, now: Date): Channel {
  if (outcome.result === 'not_due') return channel;
  if (outcome.result === 'off') return { ...channel, status: 'off', error: null, retry_at: null };
  const attempts = channel.attempts + 1;
  if (outcome.result !== 'failed') return { status: 'delivered', attempts, error: null, retry_at: null };
  const retry_at = new Date(now.getTime() + retryDelayMs(attempts, outcome.needs_person));
  const is_over = retry_at.getTime() > created_at.getTime() + GIVE_UP_AFTER_MS;
  return is_over
    ? { status: 'failed', attempts, error: outcome.error, retry_at: null }
    : { status: 'waiting', attempts, error: outcome.error, retry_at: retry_at.toISOString() };
}

/** The run's state from its channels, once its file exists. `retrying` while any channel still waits. */
export function runStatus(channels: ChannelStatus[]): RunStatus {
  const used = channels.filter((status) => status !== 'off');
  if (used.includes('waiting')) return 'retrying';
  if (used.length === 0) return 'failed';
  if (used.every((status) => status === 'delivered')) return 'delivered';
  return used.includes('delivered') ? 'partially_delivered' : 'failed';
}

/** When to come back: the earliest retry of a waiting channel; null when none waits. */
export function nextAttemptAt(channels: Channel[], now: Date): Date | null {
  const times = channels
    .filter((channel) => channel.status === 'waiting')
    .map((channel) => (channel.retry_at === null ? now.getTime() : Date.parse(channel.retry_at)));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
