/** Rules of webhook deliveries: addresses, headers, the retry schedule, the circuit breaker and alerts. */
import * as duration from '@dasbor/contract/duration';
import type { SnapNotification } from '@dasbor/contract/snap-credential';
import { type WebhookEventType, isSubscribed } from '@dasbor/contract/webhook-events';

/** Waits before each attempt of a delivery: 20 attempts in about 31 days. */
export const RETRY_DELAYS_MS: readonly number[] = [
  0,
  duration.seconds(5),
  duration.seconds(30),
  duration.minutes(2),
  duration.minutes(10),
  duration.minutes(30),
  ...[1, 2, 4, 8, 16, 24, 48, 72, 96, 96, 96, 96, 96, 96].map((hours) => duration.hours(hours)),
];
const JITTER = 0.2;
const RETRY_AFTER_MAX_MS = duration.hours(24);

/** Undelivered events are given up at this age, whatever became of their attempts. */
export const DELIVERY_MAX_AGE_MS = duration.days(31);

/**
 * When the next attempt after `tries` failed ones is due, with jitter from `random` in [0, 1). Null: no attempts are left.
 * A Retry-After of the endpoint delays the attempt, up to 24 hours.
 */
export function calculateNextAttempt(
  tries: number,
  now: Date,
  { random, retry_after_ms }: { random: number; retry_after_ms: number | null },
): Date | null {
  const delay = RETRY_DELAYS_MS[tries];
  if (delay === undefined) return null;
  const jittered = delay * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min(retry_after_ms ?? 0, RETRY_AFTER_MAX_MS);
  return new Date(now.getTime() + Math.max(jittered, asked));
}

/** Milliseconds of a Retry-After header: seconds or an HTTP date. Null for anything else. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** Attempts that the circuit breaker looks at. */
const WINDOW = 20;
const MIN_ATTEMPTS = 10;
const FAILING_SHARE = 0.7;
const PROBE_FIRST_MS = duration.minutes(1);
/** Below one hour, so that everything is delivered within an hour of the recovery. */
const PROBE_MAX_MS = duration.minutes(30);

export const addOutcome = (recent: string, is_delivered: boolean): string =>
  `${recent}${is_delivered ? '1' : '0'}`.slice(-WINDOW);

/** Time without a success after which an endpoint counts as down, however few events it has. */
const DOWN_AFTER_MS = duration.minutes(30);

export const isDown = (failing_since: Date, now: Date): boolean =>
  now.getTime() - failing_since.getTime() >= DOWN_AFTER_MS;

/** Whether the breaker opens by the outcomes: at least 10 attempts, and at least 70 % of the last ones failed. */
export function isBreakerTripped(recent: string): boolean {
  const failed = [...recent].filter((outcome) => outcome === '0').length;
  return recent.length >= MIN_ATTEMPTS && failed / recent.length >= FAILING_SHARE;
}

/** When an open breaker tries the endpoint again: after a minute, then twice as long each time. */
export const calculateNextProbe = (probe_count: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(PROBE_FIRST_MS * 2 ** Math.min(probe_count, 10), PROBE_MAX_MS));

/** After which time of failures only each email is sent; with the last one the endpoint is disabled. */
const ALERT_AFTER_MS = [duration.hours(1), duration.hours(24), duration.days(5)] as const;

/** Alerts due since the start of the failures, and whether they disable the endpoint. */
export function calculateDueAlerts(failing_since: Date, now: Date): { count: number; is_disabled: boolean } {
  const failing_ms = now.getTime() - failing_since.getTime();
  const count = ALERT_AFTER_MS.filter((after) => failing_ms >= after).length;
  return { count, is_disabled: count === ALERT_AFTER_MS.length };
}

/** The only events of endpoints of SNAP credentials. */
export const SNAP_EVENTS = ['payment.success'] as const satisfies WebhookEventType[];
/** The payment method that each notification over SNAP BI is about. */
const SNAP_METHODS: Record<SnapNotification, string> = { qr_mpm_notify: 'qris', va_payment: 'virtual_account' };

interface Receiver {
  events: readonly string[];
  snap_service: SnapNotification | null;
}
interface ReceivedEvent {
  type: WebhookEventType;
  /** Of a payment. */
  method: string | null;
}

/** Whether an event goes to an endpoint. */
export const isReceiver = ({ events, snap_service }: Receiver, { type, method }: ReceivedEvent): boolean =>
  isSubscribed(events, type) && (snap_service === null || SNAP_METHODS[snap_service] === method);

export interface WebhookTarget {
  is_tls: boolean;
  host: string;
  port: number;
  path: string;
}

/** In the sandbox, receivers on the same computer. */
const LOCAL_HOST = '127.0.0.1';

/** The target of an endpoint URL, or null where the URL is not one that may be saved. The egress client checks its host. */
export function parseWebhookUrl(url: string, { is_sandbox }: { is_sandbox: boolean }): WebhookTarget | null {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return null;
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.hash !== '' || /[\s\\]/.test(url)) return null;
  const path = `${parsed.pathname}${parsed.search}`;
  if (parsed.protocol === 'https:') {
    if (parsed.hostname === LOCAL_HOST) return null;
    return { is_tls: true, host: parsed.hostname, port: parsed.port === '' ? 443 : Number(parsed.port), path };
  }
  // In exactly this spelling: other names of this machine are refused.
  const is_local = is_sandbox && /^http:\/\/127\.0\.0\.1:\d{2,5}(\/|\?|$)/.test(url) && parsed.port !== '';
  return is_local ? { is_tls: false, host: LOCAL_HOST, port: Number(parsed.port), path } : null;
}

const RESERVED_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'date',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
]);

/** Whether a merchant may set a header: not one that changes the request itself, its signature or its origin. */
export const isHeaderAllowed = (name: string): boolean =>
  !RESERVED_HEADERS.has(name.toLowerCase()) && !/^(webhook|proxy|sec|x-forwarded|svix)-/i.test(name);
