/**
 * Error reporting by the Sentry protocol, enabled by SENTRY_DSN. Reports include personal data as section 1 of the
 * specification requires, unless ERROR_REPORTING_PII is off. They never contain tokens, passwords, one-time codes or
 * account numbers: bodies, headers, cookies, queries and variables are not collected, and texts are scrubbed.
 */
import type { ErrorEvent } from '@sentry/core';
import type { FastifyRequest } from 'fastify';
import * as duration from '@dasbor/contract/duration';
import type { Env } from './env.ts';
import { createRateCounter } from './http/rate-counter.ts';
import type { SentryClient } from './sentry-client.ts';

/** Timeout for sending the report of an error that ends the process. */
const FATAL_TIMEOUT_MS = duration.seconds(2);

/** A bank that does not respond fails many runs of a job for the same reason: reports of a job in a minute. */
const JOB_REPORTS_MAX = 5;
const jobReports = createRateCounter({ max: JOB_REPORTS_MAX, window_ms: duration.minutes(1) });

interface Reporting {
  sentry: SentryClient;
  with_personal_data: boolean;
}

let reporting: Reporting | undefined;

/** Starts error reporting. Without a DSN it does nothing and does not load the library. */
export async function startErrorReporting(
  env: Pick<Env, 'SENTRY_DSN' | 'ERROR_REPORTING_PII' | 'NODE_ENV'>,
): Promise<void> {
  if (env.SENTRY_DSN === undefined) return;
  const { createSentryClient } = await import('./sentry-client.ts');
  const with_personal_data = env.ERROR_REPORTING_PII === 'on';
  const sentry = createSentryClient({
    dsn: env.SENTRY_DSN,
    environment: env.NODE_ENV,
    with_personal_data,
    beforeSend: scrubEvent,
  });
  reporting = { sentry, with_personal_data };
  process.on('uncaughtException', endWithReport);
}

/** Reports an unexpected error with the affected user. */
export function reportError(error: unknown, request: FastifyRequest): void {
  if (reporting === undefined) return;
  const { sentry, with_personal_data } = reporting;
  const { principal } = request;
  sentry.capture(error, (scope) => {
    scope.setTags({ route: request.routeOptions.config.route_name, request_id: request.id, method: request.method });
    if (with_personal_data && principal?.type === 'user') {
      const { id, email, role, merchant_id } = principal;
      scope.setUser({ id, email, role, merchant_id, ip_address: request.ip });
    } else if (with_personal_data && principal !== null) {
      scope.setUser({ id: principal.id, merchant_id: principal.merchant_id });
    }
  });
}

interface JobFailure {
  job: string;
  lane: string;
  attempt: number;
  merchant_id: string | undefined;
}

/** Reports an error of a background job with the affected merchant, at most five times a minute for each job. */
export function reportJobError(error: unknown, { merchant_id, job, ...run }: JobFailure): void {
  if (reporting === undefined || (error instanceof Error && reported.has(error))) return;
  if (error instanceof Error) reported.add(error);
  if (jobReports.count(job).is_exceeded) return;
  const { sentry, with_personal_data } = reporting;
  sentry.capture(error, (scope) => {
    scope.setTags({ job, ...run });
    if (with_personal_data && merchant_id !== undefined) scope.setUser({ merchant_id });
  });
}

/** Errors that a job logged before it failed with them. */
const reported = new WeakSet<Error>();

/**
 * Reports an error that nothing handled, and ends the process as it would have ended without reporting: its state is
 * unknown. Node.js raises unhandled rejections as uncaught exceptions.
 */
function endWithReport(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  reporting?.sentry.capture(error, (scope) => scope.setLevel('fatal'));
  void stopErrorReporting(FATAL_TIMEOUT_MS).finally(() => process.exit(1));
}

/** Sends pending reports. Call it before the process exits. */
export async function stopErrorReporting(timeout_ms: number): Promise<void> {
  process.off('uncaughtException', endWithReport);
  const stopped = reporting;
  reporting = undefined;
  await stopped?.sentry.close(timeout_ms);
}

/** Removes from an event everything that may hold a secret. */
export function scrubEvent(event: ErrorEvent): ErrorEvent {
  delete event.request;
  delete event.breadcrumbs;
  delete event.extra;
  delete event.server_name;
  if (event.message !== undefined) event.message = scrubText(event.message);
  for (const exception of event.exception?.values ?? []) {
    if (exception.value !== undefined) exception.value = scrubText(exception.value);
    for (const frame of exception.stacktrace?.frames ?? []) delete frame.vars;
  }
  return event;
}

const SECRETS: [RegExp, string][] = [
  // Signed tokens, API keys, and anything long and random enough to be a token, a key or a signature.
  [/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b[sr]k_(test|live)_[\w-]+/g, '[key]'],
  [/(?<![\w-])(?=[\w+/-]*\d)(?=[\w+/-]*[A-Za-z])[\w+/-]{40,}={0,2}/g, '[token]'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 [removed]'],
  [/("?\b\w*(?:password|secret|token|otp|authorization|cookie)\w*"?\s*[:=]\s*)("[^"]*"|'[^']*'|\S+)/gi, '$1[removed]'],
  // User names and passwords in URLs.
  [/(\w+:\/\/)[^\s/@]+@/g, '$1[removed]@'],
  // Account numbers, which keep their last four digits when they are long, and codes. Positions in source files remain.
  [/(?<![A-Za-z\d])\d{6,}(\d{4})(?![A-Za-z\d])/g, '•••$1'],
  [/(?<!\.[cm]?[jt]sx?:(?:\d+:)?)(?<![A-Za-z\d])\d{5,9}(?![A-Za-z\d])/g, '[number]'],
];

/** A text without anything that looks like a secret. */
export const scrubText = (text: string): string =>
  SECRETS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
