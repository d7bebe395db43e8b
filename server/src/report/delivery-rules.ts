/** Delivery of a report after each attempt: retries, and the status of the run. Pure. */
import * as duration from '@dasbor/contract/duration';
import type { ReportRun } from '@dasbor/contract/report';

export type RunStatus = ReportRun['status'];
export type ChannelStatus = ReportRun['email_status'];

export const CHANNELS = ['email', 'sftp'] as const;
export type ChannelName = (typeof CHANNELS)[number];

export interface Channel {
  status: ChannelStatus;
  attempts: number;
  error: string | null;
  /** Earliest time of the next attempt; null: at once. */
  retry_at: string | null;
  /** When the report was delivered; null: not yet. */
  delivered_at: string | null;
}

/** `off`: the channel was switched off meanwhile. */
export type Outcome =
  | { result: 'delivered' }
  | { result: 'off' }
  /**
   * `needs_person`: only a change by the merchant can help, such as another password; retried hourly. `is_login_refused`: the
   * server refused the login, so no other report may try the same one.
   */
  | { result: 'failed'; error: string; needs_person: boolean; is_login_refused?: boolean }
  /** No attempt was made, because the same login has just failed for another report. */
  | { result: 'held_back'; error: string; until: Date };

const FIRST_RETRIES_MIN = [1, 5, 15, 30];
const LATER_RETRIES_MIN = 60;
/** A refused login is retried once an hour for all reports together; more could lock the account on the server. */
const REFUSED_LOGIN_WAIT_MS = duration.minutes(60);
/** Wait after a refused login when a user requests another attempt. */
const REFUSED_LOGIN_MIN_WAIT_MS = duration.minutes(5);
/** Retried for seven days, then given up. */
const GIVE_UP_AFTER_MS = duration.days(7);

/** Wait before the next attempt after `attempts` failed ones, in milliseconds. */
export function calculateRetryDelay(attempts: number, needs_person: boolean): number {
  const minutes = needs_person ? LATER_RETRIES_MIN : (FIRST_RETRIES_MIN[attempts - 1] ?? LATER_RETRIES_MIN);
  return duration.minutes(minutes);
}

export const isDue = (channel: Channel, now: Date): boolean =>
  channel.status === 'waiting' && (channel.retry_at === null || Date.parse(channel.retry_at) <= now.getTime());

/** A channel after an attempt. `started_at` is when the run or its redelivery was requested; retries end seven days later. */
export function applyOutcome(channel: Channel, outcome: Outcome, started_at: Date, now: Date): Channel {
  if (outcome.result === 'off') return { ...channel, status: 'off', error: null, retry_at: null };
  const attempts = channel.attempts + (outcome.result === 'held_back' ? 0 : 1);
  if (outcome.result === 'delivered') {
    return { status: 'delivered', attempts, error: null, retry_at: null, delivered_at: now.toISOString() };
  }
  const retry_at =
    outcome.result === 'held_back'
      ? outcome.until
      : new Date(now.getTime() + calculateRetryDelay(attempts, outcome.needs_person));
  const is_over = retry_at.getTime() > started_at.getTime() + GIVE_UP_AFTER_MS;
  const common = { attempts, error: outcome.error, delivered_at: null };
  return is_over
    ? { ...common, status: 'failed', retry_at: null }
    : { ...common, status: 'waiting', retry_at: retry_at.toISOString() };
}

/** When a refused login may be tried again; null when it may be tried now. */
export function calculateLoginHoldEnd(refused_at: string | null, now: Date): Date | null {
  if (refused_at === null) return null;
  const until = new Date(Date.parse(refused_at) + REFUSED_LOGIN_WAIT_MS);
  return until > now ? until : null;
}

/** Refusals from before this instant are cleared when a user requests another attempt. */
export const calculateRefusalCutoff = (now: Date): Date => new Date(now.getTime() - REFUSED_LOGIN_MIN_WAIT_MS);

/** Status of a run with a file, from its channels: `retrying` while any channel waits. */
export function toRunStatus(channels: ChannelStatus[]): RunStatus {
  const used = channels.filter((status) => status !== 'off');
  if (used.includes('waiting')) return 'retrying';
  if (used.length === 0) return 'failed';
  if (used.every((status) => status === 'delivered')) return 'delivered';
  return used.includes('delivered') ? 'partially_delivered' : 'failed';
}

/** The earliest retry of a waiting channel; null when none waits. */
export function calculateNextAttempt(channels: Channel[], now: Date): Date | null {
  const times = channels
    .filter((channel) => channel.status === 'waiting')
    .map((channel) => (channel.retry_at === null ? now.getTime() : Date.parse(channel.retry_at)));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
