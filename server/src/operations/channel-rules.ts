/** Health of the channels to banks from counted calls. Pure. */
import { BANK_PARTNER_ID } from '@dasbor/contract/bank';
import {
  type BankHealth,
  CHANNEL_SERVICES,
  type ChannelMetrics,
  type ChannelHealth,
  type ChannelService,
} from '@dasbor/contract/channel-health';
import * as duration from '@dasbor/contract/duration';
import { prorate } from '@dasbor/contract/money';
import { SNAP_PATHS, type SnapCall } from '@dasbor/contract/snap';
import { TRANSFER_RAILS } from '@dasbor/contract/transfer-rail';
import type { CurrentOutageRow } from '../outage/queries.ts';
import { isDefinite } from '../rails/response-rules.ts';
import {
  BUCKETS_PER_DOUBLING,
  NOT_SENT_BUCKET,
  STEP_MS,
  type WaitingObjects,
  type WindowCount,
} from './channel-queries.ts';

const RECENT_MS = duration.minutes(15);
const DAY_MS = duration.days(1);
/** Maximum age of provider log rows that are read directly when the job that counts calls is late. */
const TAIL_MAX_MS = duration.minutes(30);

export const floorToStep = (ms: number): number => Math.floor(ms / STEP_MS) * STEP_MS;

/** Starts of both windows, on a multiple of a step. */
export const buildWindows = (now: Date) => ({
  recent_from: new Date(floorToStep(now.getTime() - RECENT_MS)),
  day_from: new Date(floorToStep(now.getTime() - DAY_MS)),
});

/** End of the counts, from which the provider log is read; `missing_from`: start of the time that neither of them covers. */
export function calculateTail(counted_to: Date | null, now: Date): { tail_from: Date; missing_from: Date | null } {
  const earliest = new Date(floorToStep(now.getTime() - TAIL_MAX_MS));
  if (counted_to !== null && counted_to >= earliest) return { tail_from: counted_to, missing_from: null };
  const { day_from } = buildWindows(now);
  return { tail_from: earliest, missing_from: counted_to === null || counted_to < day_from ? day_from : counted_to };
}

/**
 * Calls of a service that are always recorded. Routine checks without a result are not, so that status inquiries of codes
 * and numbers and lists of payments say nothing about the channel.
 */
const CALLS: Partial<Record<SnapCall, ChannelService>> = {
  qr_mpm_generate: 'qris',
  qr_mpm_query: 'qris',
  qr_mpm_cancel: 'qris',
  qr_mpm_refund: 'qris',
  va_create: 'virtual_account',
  va_update: 'virtual_account',
  va_update_status: 'virtual_account',
  va_delete: 'virtual_account',
  transfer_intrabank: 'intrabank',
  transfer_skn: 'skn',
  transfer_rtgs: 'rtgs',
  account_inquiry_external: 'account_inquiry',
  transfer_status: 'transfer_status',
};
const CALLBACKS: Partial<Record<SnapCall, ChannelService>> = {
  qr_mpm_notify: 'qris',
  va_inquiry: 'virtual_account',
  va_payment: 'virtual_account',
};
const byPath = (calls: Partial<Record<SnapCall, ChannelService>>): Map<string, ChannelService> =>
  new Map(Object.entries(calls).map(([call, service]) => [SNAP_PATHS[call as SnapCall], service]));
const SERVICE_OF_CALL = byPath(CALLS);
const SERVICE_OF_CALLBACK = byPath(CALLBACKS);

/** The service that a call belongs to; undefined: none. BI-FAST and online transfers have the same path. */
function findService({ direction, endpoint, rail }: WindowCount): ChannelService | undefined {
  if (direction === 'in') return SERVICE_OF_CALLBACK.get(endpoint);
  return TRANSFER_RAILS.find((each) => each === rail) ?? SERVICE_OF_CALL.get(endpoint);
}

export interface CircuitRow {
  partner: string;
  state: 'half_open' | 'open';
  since: string;
  changed_at: string;
  reopens_at: string | null;
}

interface HealthInput {
  calls: readonly WindowCount[];
  circuits: readonly CircuitRow[];
  waiting: readonly WaitingObjects[];
  outages: readonly CurrentOutageRow[];
  /** Own credentials of merchants by their id. */
  credentials: ReadonlyMap<string, NonNullable<BankHealth['credential']>>;
  now: Date;
}

/** The credentials that calls or circuit breakers name; that of the provider always and first. */
export function listPartners({ calls, circuits }: Pick<HealthInput, 'calls' | 'circuits'>): string[] {
  const named = new Set([...calls, ...circuits].map(({ partner }) => partner));
  named.delete(BANK_PARTNER_ID);
  return [BANK_PARTNER_ID, ...[...named].toSorted()];
}

/** Every bank with every service; a service without calls has empty metrics. */
export function buildBanks({ calls, circuits, waiting, outages, credentials, now }: HealthInput): BankHealth[] {
  return listPartners({ calls, circuits }).map((bank) => {
    const of_bank = calls.filter(({ partner }) => partner === bank);
    const answered_at = findLastAt(of_bank.filter((row) => row.direction === 'out' && row.http_status > 0));
    const of_service = Map.groupBy(of_bank, findService);
    return {
      bank,
      credential: credentials.get(bank) ?? null,
      circuit: buildCircuit(
        circuits.filter(({ partner }) => partner === bank),
        answered_at,
        now,
      ),
      services: CHANNEL_SERVICES.map((service) => ({
        ...buildService(service, of_service.get(service) ?? []),
        // They are counted over all credentials, and shown with that of the provider.
        waiting: bank === BANK_PARTNER_ID ? sumWaiting(waiting, service) : { count: 0, since: null },
        outages: outages.filter((outage) => concernsService(outage, service)),
      })),
    };
  });
}

/**
 * The circuit breaker over all processes. One that may send again has waited only for a call; when the bank answered
 * another process meanwhile, it says nothing any more.
 */
function buildCircuit(rows: readonly CircuitRow[], answered_at: string | null, now: Date): BankHealth['circuit'] {
  const isWaiting = ({ state, reopens_at }: CircuitRow): boolean =>
    state === 'open' && reopens_at !== null && Date.parse(reopens_at) > now.getTime();
  const relevant = rows.filter(
    (row) => isWaiting(row) || answered_at === null || Date.parse(answered_at) <= Date.parse(row.changed_at),
  );
  const waiting = relevant.filter(isWaiting);
  return {
    state: waiting.length > 0 ? 'open' : relevant.length > 0 ? 'half_open' : 'closed',
    processes: relevant.length,
    since: findEarliest(relevant.map(({ since }) => since)),
    retry_at:
      waiting.length === relevant.length ? findEarliest(waiting.flatMap(({ reopens_at }) => reopens_at ?? [])) : null,
  };
}

const findEarliest = (instants: readonly string[]): string | null => instants.toSorted()[0] ?? null;

const isFailure = ({ http_status, response_code, latency_bucket }: WindowCount): boolean =>
  latency_bucket !== NOT_SENT_BUCKET && !isDefinite(http_status, response_code);
const isSuccess = (row: WindowCount): boolean => isDefinite(row.http_status, row.response_code);

const findLastAt = (rows: readonly WindowCount[]): string | null =>
  rows.reduce<string | null>((last, { last_at }) => (last === null || last_at > last ? last_at : last), null);

function buildService(
  service: ChannelService,
  rows: readonly WindowCount[],
): Omit<ChannelHealth, 'waiting' | 'outages'> {
  const calls = rows.filter(({ direction }) => direction === 'out');
  const failures = calls.filter(isFailure);
  const failed_at = findLastAt(failures);
  const failure = failures.find(({ last_at }) => last_at === failed_at);
  return {
    service,
    recent: calculateMetrics(calls, 'recent_count'),
    day: calculateMetrics(calls, 'count'),
    last_success_at: findLastAt(calls.filter(isSuccess)),
    last_failure:
      failure === undefined
        ? null
        : {
            at: failure.last_at,
            response_code: failure.response_code === '' ? null : failure.response_code,
            http_status: failure.http_status === 0 ? null : failure.http_status,
          },
    last_callback_at: findLastAt(rows.filter(({ direction }) => direction === 'in')),
  };
}

type Counted = 'count' | 'recent_count';

function calculateMetrics(calls: readonly WindowCount[], counted: Counted): ChannelMetrics {
  const sum = (rows: readonly WindowCount[]): number => rows.reduce((total, row) => total + row[counted], 0);
  const sent = calls.filter(({ latency_bucket }) => latency_bucket !== NOT_SENT_BUCKET);
  const count = sum(sent);
  return {
    count,
    not_sent_count: sum(calls) - count,
    success_rate: count === 0 ? null : prorate(sum(sent.filter(isSuccess)), 10_000, count),
    p50_ms: calculatePercentile(sent, counted, 0.5),
    p95_ms: calculatePercentile(sent, counted, 0.95),
  };
}

/** The upper end of the bucket that holds the percentile. */
function calculatePercentile(sent: readonly WindowCount[], counted: Counted, share: number): number | null {
  const rows = sent.toSorted((a, b) => a.latency_bucket - b.latency_bucket);
  const total = rows.reduce((sum, row) => sum + row[counted], 0);
  let passed = 0;
  for (const row of rows) {
    passed += row[counted];
    if (row[counted] > 0 && passed >= total * share)
      return Math.round(2 ** (row.latency_bucket / BUCKETS_PER_DOUBLING));
  }
  return null;
}

function sumWaiting(waiting: readonly WaitingObjects[], service: ChannelService): ChannelHealth['waiting'] {
  const rows = waiting.filter((row) => row.service === service);
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    since: findEarliest(rows.map(({ since }) => since)),
  };
}

/** Whether a declared outage concerns a service. One without a rail concerns transfers to a bank by every rail. */
function concernsService({ methods, rail }: CurrentOutageRow, service: ChannelService): boolean {
  if (service === 'qris' || service === 'virtual_account') return methods.includes(service);
  const of_rail = TRANSFER_RAILS.some((each) => each === service);
  return of_rail && methods.includes('disbursement') && (rail === null || rail === service);
}
