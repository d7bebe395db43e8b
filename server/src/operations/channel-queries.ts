/** SQL of calls to banks: counted ones, the newest ones from the provider log, and what waits for a bank. */
import { type RawBuilder, sql } from 'kysely';
import * as duration from '@dasbor/contract/duration';
import { SNAP_PATHS } from '@dasbor/contract/snap';
import type { BankHealth } from '@dasbor/contract/channel-health';
import type { TransferRail } from '@dasbor/contract/transfer-rail';
import type { PlatformTx } from '../db/tx.ts';
import { toFirstRailLogId } from './recent-messages-queries.ts';

/** Calls are counted in steps of this length. */
export const STEP_MS = duration.minutes(5);
/** Steps of a latency bucket per doubling. */
export const BUCKETS_PER_DOUBLING = 8;
/** The bucket of calls that were not sent. */
export const NOT_SENT_BUCKET = -1;
/** Newest messages of one merchant that are read for one screen, so that the cost has a limit. */
const TAIL_PER_MERCHANT_MAX = 5_000;
/** Waiting objects of one merchant that are counted for one screen. */
const WAITING_PER_MERCHANT_MAX = 1_000;

/** Calls that are counted together. */
export interface CallCount {
  partner: string;
  endpoint: string;
  /** Rail of a transfer whose endpoint serves several; empty: the endpoint says it. */
  rail: string;
  direction: 'in' | 'out';
  /** 0: no response. */
  http_status: number;
  /** Empty: no valid response. */
  response_code: string;
  latency_bucket: number;
  count: number;
  last_at: string;
}

/** Calls of both windows. */
export interface WindowCount extends CallCount {
  recent_count: number;
}

const KEYS = sql.raw('c.partner, c.endpoint, c.rail, c.direction, c.http_status, c.response_code, c.latency_bucket');

/** The recorded calls of a range: `at` and the columns of a count. Ids are ordered by time, so the primary key bounds it. */
export function buildCalls({ from, to, limit }: { from: Date; to?: Date; limit?: number }): RawBuilder<unknown> {
  const end = to === undefined ? sql`` : sql`and l.id < ${toFirstRailLogId(to)}`;
  const newest = limit === undefined ? sql`` : sql`order by l.id desc limit ${limit}`;
  return sql`(
    select r.* from app.merchant m
    cross join lateral (
      select l.at, l.partner, l.endpoint, l.direction, coalesce(l.http_status, 0) as http_status,
        coalesce(l.response_code, '') as response_code,
        case when l.latency_ms is null then ${NOT_SENT_BUCKET}
          else ceil(${BUCKETS_PER_DOUBLING} * ln(greatest(l.latency_ms, 1)::float8) / ln(2::float8))::int
          end as latency_bucket,
        coalesce(case when l.endpoint = ${SNAP_PATHS.transfer_interbank} then (
          select b.rail from app.bank_transfer b
          where b.merchant_id = l.merchant_id and b.subject_type = l.object_type and b.subject_id = l.object_id
          order by b.attempt desc limit 1) end, '') as rail
      from app.rail_log l
      where l.merchant_id = m.merchant_id and l.id >= ${toFirstRailLogId(from)} ${end} ${newest}) r)`;
}

/** Counts the recorded calls of one step. */
export async function countCalls(tx: PlatformTx, from: Date): Promise<CallCount[]> {
  const to = new Date(from.getTime() + STEP_MS);
  const { rows } = await sql<CallCount>`
    select ${KEYS}, count(*)::int as count, max(c.at) as last_at
    from ${buildCalls({ from, to })} c group by ${KEYS}`.execute(tx.sql);
  return rows;
}

/** Replaces the counts of a step. Idempotent; concurrent runs write the same. */
export async function replaceCounts(tx: PlatformTx, started_at: Date, rows: readonly CallCount[]): Promise<void> {
  await tx.sql.deleteFrom('bank_call_count').where('started_at', '=', started_at.toISOString()).execute();
  if (rows.length > 0) {
    await tx.sql
      .insertInto('bank_call_count')
      .values(rows.map((row) => ({ started_at, ...row })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const counted_to = new Date(started_at.getTime() + STEP_MS);
  await sql`
    insert into app.bank_call_roll as x (id, counted_to) values (1, ${counted_to.toISOString()}::timestamptz)
    on conflict (id) do update set counted_to = greatest(x.counted_to, excluded.counted_to)`.execute(tx.sql);
}

export async function deleteOldCounts(tx: PlatformTx, started_before: Date): Promise<void> {
  await tx.sql.deleteFrom('bank_call_count').where('started_at', '<', started_before.toISOString()).execute();
}

/** Until when calls are counted; null: none are. */
export async function findCountedTo(tx: PlatformTx): Promise<Date | null> {
  const row = await tx.sql.selectFrom('bank_call_roll').select('counted_to').where('id', '=', 1).executeTakeFirst();
  return row === undefined ? null : new Date(row.counted_to);
}

interface Windows {
  day_from: Date;
  recent_from: Date;
  /** End of the counts, from which the provider log is read. */
  tail_from: Date;
}

/** Calls of both windows: the counted ones, and the newest ones from the provider log. */
export async function listCalls(tx: PlatformTx, { day_from, recent_from, tail_from }: Windows): Promise<WindowCount[]> {
  const recent = sql`${recent_from.toISOString()}::timestamptz`;
  const counted = await sql<WindowCount>`
    select ${KEYS}, sum(c.count)::int as count, max(c.last_at) as last_at,
      coalesce(sum(c.count) filter (where c.started_at >= ${recent}), 0)::int as recent_count
    from app.bank_call_count c
    where c.started_at >= ${day_from.toISOString()}::timestamptz and c.started_at < ${tail_from.toISOString()}::timestamptz
    group by ${KEYS}`.execute(tx.sql);
  const tail = await sql<WindowCount>`
    select ${KEYS}, count(*)::int as count, max(c.at) as last_at,
      (count(*) filter (where c.at >= ${recent}))::int as recent_count
    from ${buildCalls({ from: tail_from, limit: TAIL_PER_MERCHANT_MAX })} c group by ${KEYS}`.execute(tx.sql);
  return [...counted.rows, ...tail.rows];
}

export interface WaitingObjects {
  service: 'qris' | 'virtual_account' | TransferRail;
  count: number;
  since: string;
}

export interface CredentialName {
  id: string;
  credential: NonNullable<BankHealth['credential']>;
}

/** The merchants' own credentials among partners. */
export async function listCredentialNames(tx: PlatformTx, partners: readonly string[]): Promise<CredentialName[]> {
  const rows = await tx.sql
    .selectFrom('bank_credential as c')
    .innerJoin('merchant as m', 'm.merchant_id', 'c.merchant_id')
    .select(['c.id', 'c.merchant_id', 'm.brand_name as merchant_name', 'c.channel'])
    .where(sql<boolean>`c.id = any(${[...partners]})`)
    .execute();
  return rows.map(({ id, ...credential }) => ({ id, credential }));
}

/** Objects that wait for a response of a bank, by service. Each part reads a partial index of open objects. */
export async function listWaitingObjects(tx: PlatformTx, now: Date): Promise<WaitingObjects[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const limit = sql`limit ${WAITING_PER_MERCHANT_MAX}`;
  const waiting: WaitingObjects[] = [];
  const parts: readonly (readonly ['qris' | 'virtual_account', RawBuilder<unknown>])[] = [
    [
      'qris',
      sql`select t.created_at from app.transaction t
        where t.merchant_id = m.merchant_id and t.status = 'created' and t.method = 'qris' and t.expires_at > ${at} ${limit}`,
    ],
    [
      'qris',
      sql`select q.created_at from app.qris_payment q
        where q.merchant_id = m.merchant_id and q.type = 'static' and q.status = 'issuing' ${limit}`,
    ],
    [
      'qris',
      sql`select r.created_at from app.refund r
        where r.merchant_id = m.merchant_id and r.status = 'processing' and r.method = 'original' ${limit}`,
    ],
    [
      'virtual_account',
      sql`select v.created_at from app.virtual_account v
        where v.merchant_id = m.merchant_id and v.status = 'pending' and (v.expires_at is null or v.expires_at > ${at})
        ${limit}`,
    ],
  ];
  for (const [service, part] of parts) {
    const { rows } = await sql<{ count: number; since: string | null }>`
      select count(*)::int as count, min(w.created_at) as since
      from app.merchant m cross join lateral (${part}) w`.execute(tx.sql);
    const [row] = rows;
    if (row !== undefined && row.since !== null) waiting.push({ service, count: row.count, since: row.since });
  }
  const transfers = await sql<WaitingObjects>`
    select b.rail as service, count(*)::int as count, min(b.first_sent_at) as since
    from app.bank_transfer b where b.status in ('sent', 'unknown') group by b.rail`.execute(tx.sql);
  return [...waiting, ...transfers.rows];
}
