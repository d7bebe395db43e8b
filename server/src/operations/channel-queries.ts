/** SQL of the health of bank channels, from the provider log. */
import { type RawBuilder, sql } from 'kysely';
import { ulid } from 'ulid';
import { ID_PREFIXES } from '@dasbor/contract/id';
import type { PlatformTx } from '../db/tx.ts';

/** Newest messages of one merchant that are read, so that the cost has a limit. */
export const MESSAGES_PER_MERCHANT_MAX = 5_000;

/**
 * Table expression with the messages of all merchants since an instant. Ids are time-ordered, so the primary key bounds
 * the scan of each merchant.
 */
export function buildRecentMessages(since: Date): RawBuilder<unknown> {
  const first_id = `${ID_PREFIXES.rail_log}_${ulid(since.getTime()).slice(0, 10).toLowerCase()}`;
  return sql`(
    select r.* from app.merchant m
    cross join lateral (
      select l.partner, l.endpoint, l.direction, l.at, l.http_status, l.response_code, l.latency_ms
      from app.rail_log l where l.merchant_id = m.merchant_id and l.id >= ${first_id}
      order by l.id desc limit ${MESSAGES_PER_MERCHANT_MAX}) r)`;
}

export interface ChannelRow {
  partner: string;
  endpoint: string;
  direction: 'out' | 'in';
  count: number;
  succeeded: number;
  rejected: number;
  failed: number;
  unanswered: number;
  not_sent: number;
  latency_p50_ms: number | null;
  latency_p95_ms: number | null;
  last_at: string;
  last_failure: { at: string; http_status: number | null; response_code: string | null } | null;
}

/** Messages by bank, service and direction since an instant. */
export async function listChannelRows(tx: PlatformTx, since: Date): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select r.partner, r.endpoint, r.direction, count(*)::int as count,
      (count(*) filter (where r.http_status < 300))::int as succeeded,
      (count(*) filter (where r.http_status between 300 and 499))::int as rejected,
      (count(*) filter (where r.http_status >= 500))::int as failed,
      (count(*) filter (where r.http_status is null and r.latency_ms is not null))::int as unanswered,
      (count(*) filter (where r.http_status is null and r.latency_ms is null))::int as not_sent,
      round(percentile_cont(0.5) within group (order by r.latency_ms))::int as latency_p50_ms,
      round(percentile_cont(0.95) within group (order by r.latency_ms))::int as latency_p95_ms,
      max(r.at) as last_at,
      (array_agg(json_build_object('at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'http_status', r.http_status, 'response_code', r.response_code) order by r.at desc)
        filter (where r.http_status is null or r.http_status >= 500))[1] as last_failure
    from ${buildRecentMessages(since)} r
    group by r.partner, r.endpoint, r.direction
    order by r.partner, r.direction desc, r.endpoint`.execute(tx.sql);
  return rows;
}

export interface CircuitRow {
  partner: string;
  /** Whether the newest request was not sent, because the circuit breaker was open. */
  is_open: boolean;
}

export async function listCircuits(tx: PlatformTx, since: Date): Promise<CircuitRow[]> {
  const { rows } = await sql<CircuitRow>`
    select r.partner, (array_agg(r.http_status is null and r.latency_ms is null order by r.at desc))[1] as is_open
    from ${buildRecentMessages(since)} r where r.direction = 'out' group by r.partner`.execute(tx.sql);
  return rows;
}
