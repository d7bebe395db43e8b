/** How a report's delivery goes on after each attempt: retries, and the state of the whole run. Pure. */
import type { ReportRun } from '@dasbor/contract/report';

export type RunStatus = ReportRun['status'];
export type ChannelStatus = ReportRun['email_status'];

export const CHANNELS = ['email', 'sftp'] as const;
export type ChannelName = (typeof CHANNELS)[number];

export interface Channel {
  status: ChannelStatus;
  attempts: number;
  error: string | null;
  /** Not to be tried before; null: at once. */
  retry_at: string | null;
  /** When it was served; null: not yet. */
  delivered_at: string | null;
}

/** `off`: delivery was switched off meanwhile. */
export type Outcome =
  | { result: 'delivered' }
  | { result: 'off' }
  /**
   * `needs_person`: only somebody's change can help, such as another password; tried again hourly. `is_login_refused`:
   * by the server, so that no other report may try the same login either.
   */
  | { result: 'failed'; error: string; needs_person: boolean; is_login_refused?: boolean }
  /** Nothing was tried, because another report's attempt has just shown that it cannot work. */
  | { result: 'held_back'; error: string; until: Date };

const MINUTE_MS = 60_000;
const FIRST_RETRIES_MIN = [1, 5, 15, 30];
const LATER_RETRIES_MIN = 60;
/** A login that was refused is tried once an hour, whatever waits: more would lock the account at the server. */
const REFUSED_LOGIN_WAIT_MS = 60 * MINUTE_MS;
/** How soon a person who asks for it may have it tried again all the same. */
const REFUSED_LOGIN_MIN_WAIT_MS = 5 * MINUTE_MS;
/** Hourly for seven days, then somebody has to look. */
const GIVE_UP_AFTER_MS = 7 * 24 * 60 * MINUTE_MS;

/** Time until the next attempt, after `attempts` failed ones, in milliseconds. */
export function retryDelayMs(attempts: number, needs_person: boolean): number {
  const minutes = needs_person ? LATER_RETRIES_MIN : (FIRST_RETRIES_MIN[attempts - 1] ?? LATER_RETRIES_MIN);
  return minutes * MINUTE_MS;
}

export const isDue = (channel: Channel, now: Date): boolean =>
  channel.status === 'waiting' && (channel.retry_at === null || Date.parse(channel.retry_at) <= now.getTime());

/** A channel after an attempt. `begun_at`, when the run or its resending was asked for, decides when to give up. */
export function afterAttempt(channel: Channel, outcome: Outcome, begun_at: Date, now: Date): Channel {
  if (outcome.result === 'off') return { ...channel, status: 'off', error: null, retry_at: null };
  const attempts = channel.attempts + (outcome.result === 'held_back' ? 0 : 1);
  if (outcome.result === 'delivered') {
    return { status: 'delivered', attempts, error: null, retry_at: null, delivered_at: now.toISOString() };
  }
  const retry_at =
    outcome.result === 'held_back'
      ? outcome.until
      : new Date(now.getTime() + retryDelayMs(attempts, outcome.needs_person));
  const is_over = retry_at.getTime() > begun_at.getTime() + GIVE_UP_AFTER_MS;
  const common = { attempts, error: outcome.error, delivered_at: null };
  return is_over
    ? { ...common, status: 'failed', retry_at: null }
    : { ...common, status: 'waiting', retry_at: retry_at.toISOString() };
}

/** Until when a refused login is left alone; null when it may be tried. */
export function getLoginHoldEnd(refused_at: string | null, now: Date): Date | null {
  if (refused_at === null) return null;
  const until = new Date(Date.parse(refused_at) + REFUSED_LOGIN_WAIT_MS);
  return until > now ? until : null;
}

/** Refusals from before this instant are forgotten when a person asks for another try. */
export const getRefusalCutoff = (now: Date): Date => new Date(now.getTime() - REFUSED_LOGIN_MIN_WAIT_MS);

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
