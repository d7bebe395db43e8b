/**
 * SQL of exceptions: each kind is read from the table that it is about, for all merchants. What is fixed is no
 * longer found, so nothing has to close it.
 */
import { type RawBuilder, sql } from 'kysely';
import * as duration from '@dasbor/contract/duration';
import { type ExceptionKind, RE_REVIEW_DEADLINE_DAYS } from '@dasbor/contract/operations';
import type { Rupiah } from '@dasbor/contract/money';
import type { PlatformTx } from '../db/tx.ts';
import { ACCOUNTS_EMPTY_ON_CLOSE } from '../merchant/rules.ts';
import { buildRecentMessages } from './recent-messages-queries.ts';
import { buildExpiringDocuments, buildUndecidedVerifications } from './verification-exception-queries.ts';

/** An exception as its table shows it. */
export interface FoundException {
  object_id: string;
  /** Which occurrence of the object it is: a decision about an earlier one does not count. */
  occurrence: string;
  merchant_id: string | null;
  since: string;
  reference: string | null;
  amount: Rupiah | null;
  state: string;
  detail: string | null;
  count: number;
  awaits_second_person: boolean;
  /** Exceptions of the kind, those that are not listed included. */
  total: number;
}

/** Time after which an unknown outcome of a transfer is an exception. */
const UNRESOLVED_MS = duration.minutes(30);
/** Delay of a due job, and number of its failures, from which it is an exception. */
const JOB_WAITING_MINUTES = 15;
const JOB_ATTEMPTS = 5;
/** Requests without an answer, after the last one with an answer, that make a bank unavailable. */
const UNANSWERED_MIN = 3;
const BANK_WINDOW_MS = duration.minutes(15);

/** Rows of `object_id, occurrence, merchant_id, since, reference, amount, state, detail, count, awaits_second_person`. */
type Source = (now: Date) => RawBuilder<unknown>;

const before = (now: Date, ms: number) => sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;

/** A retry that a person stopped leaves its original as it was. */
const ENDED_WITHOUT_ATTEMPT = sql.raw(`('rejected', 'cancelled')`);

const SOURCES: Record<ExceptionKind, Source> = {
  ledger_finding: () => sql`
    select f.merchant_of || ' ' || f.kind || ' ' || f.object_id as object_id,
      f.found_at::text || ' ' || md5(f.detail) as occurrence,
      nullif(f.merchant_of, '') as merchant_id,
      f.found_at as since, f.object_id as reference, null::bigint as amount, f.kind as state, f.detail, 1 as count,
      false as awaits_second_person
    from app.ledger_finding f`,

  bank_unavailable: (now) => sql`
    select b.partner as object_id, b.last_at::text as occurrence, null as merchant_id, b.since, b.partner as reference,
      null::bigint as amount, 'unanswered' as state, null as detail, b.count, false as awaits_second_person
    from (
      select u.partner, min(u.at) as since, max(u.at) as last_at, count(*)::int as count
      from ${buildRecentMessages(new Date(now.getTime() - BANK_WINDOW_MS))} u
      left join (
        select a.partner, max(a.at) as at from ${buildRecentMessages(new Date(now.getTime() - BANK_WINDOW_MS))} a
        where a.direction = 'out' and a.http_status is not null group by a.partner) answered
        on answered.partner = u.partner
      where u.direction = 'out' and u.http_status is null and (answered.at is null or u.at > answered.at)
        and not exists (select 1 from app.exception_handling h
          where h.kind = 'bank_unavailable' and h.object_id = u.partner and h.resolved_at >= u.at)
      group by u.partner) b
    where b.count >= ${UNANSWERED_MIN}::int`,

  settlement_failed: () => sql`
    select b.id as object_id, b.attempts::text as occurrence, b.merchant_id, b.updated_at as since,
      b.batch_no as reference, b.net_amount as amount, b.status as state, b.failure_message as detail, 1 as count,
      false as awaits_second_person
    from app.settlement_batch b where b.status in ('failed', 'returned')`,

  transfer_unresolved: (now) => sql`
    select b.subject_id as object_id, b.attempt::text as occurrence, b.merchant_id, b.first_sent_at as since,
      b.partner_reference_no as reference, b.amount, b.subject_type as state, b.failure_message as detail, 1 as count,
      b.resolution is not null as awaits_second_person
    from app.bank_transfer b where b.status in ('sent', 'unknown') and b.first_sent_at < ${before(now, UNRESOLVED_MS)}`,

  // A wrong or closed account is the merchant's to correct.
  payout_failed: () => sql`
    select d.id as object_id, d.status as occurrence, d.merchant_id, d.updated_at as since,
      d.merchant_reference as reference, d.amount, d.status as state, d.failure_message as detail, 1 as count,
      false as awaits_second_person
    from app.disbursement d
    where d.status in ('failed', 'reversed')
      and coalesce(d.failure_code, '') not in ('account_not_found', 'account_closed', 'account_dormant',
        'beneficiary_blocked')
      and not exists (select 1 from app.disbursement n
        where n.merchant_id = d.merchant_id and n.retry_of = d.id and n.status not in ${ENDED_WITHOUT_ATTEMPT})`,

  commission_payout_failed: () => sql`
    select s.id as object_id, s.attempts::text as occurrence, s.merchant_id, s.updated_at as since, s.number as reference,
      s.net_amount as amount, s.status as state, s.failure_message as detail, 1 as count, false as awaits_second_person
    from app.commission_statement s where s.status = 'failed'`,

  refund_failed: () => sql`
    select r.id as object_id, '' as occurrence, r.merchant_id, r.updated_at as since, r.transaction_id as reference,
      r.amount, r.status as state, r.error_message as detail, 1 as count, false as awaits_second_person
    from app.refund r where r.status = 'failed'
      and not exists (select 1 from app.refund n
        where n.merchant_id = r.merchant_id and n.transaction_id = r.transaction_id and n.created_at > r.created_at
          and n.status <> 'rejected')`,

  deposit_review: () => sql`
    select d.id as object_id, '' as occurrence, d.merchant_id, d.received_at as since, d.va_number as reference, d.amount,
      coalesce(d.review_reason, '') as state, d.sender_name as detail, 1 as count, false as awaits_second_person
    from app.deposit d where d.status = 'under_review'`,

  settlement_dispute: () => sql`
    select d.id as object_id, '' as occurrence, d.merchant_id, d.created_at as since,
      b.batch_no || ' · ' || d.line_no as reference, coalesce(d.proposed_amount, l.net_amount) as amount,
      case when d.proposed_at is null then 'open' else 'proposed' end as state, d.reason as detail, 1 as count,
      d.proposed_at is not null as awaits_second_person
    from app.settlement_dispute d
    join app.settlement_batch b on b.merchant_id = d.merchant_id and b.id = d.batch_id
    join app.settlement_line l on l.merchant_id = d.merchant_id and l.batch_id = d.batch_id and l.line_no = d.line_no
    where d.status = 'open'`,

  payment_not_allowed: () => sql`
    select p.transaction_id as object_id, '' as occurrence, p.merchant_id, p.at as since, p.sticker_name as reference,
      p.amount, p.reason as state, null as detail, 1 as count, false as awaits_second_person
    from app.sticker_payment_exception p
    where not exists (select 1 from app.refund n
      where n.merchant_id = p.merchant_id and n.transaction_id = p.transaction_id and n.status not in ('rejected', 'failed'))`,

  re_review_overdue: (now) => sql`
    select r.merchant_id as object_id, r.since::text as occurrence, r.merchant_id, r.since, r.code as reference,
      null::bigint as amount, 'under_re_review' as state, r.reason as detail, 1 as count, false as awaits_second_person
    from (
      select m.merchant_id, m.code, e.at as since, e.reason
      from app.merchant m
      cross join lateral (
        select v.at, v.reason from app.merchant_event v
        where v.merchant_id = m.merchant_id and v.kind = 'verification' and v.to_status = 'under_re_review'
        order by v.seq desc limit 1) e
      where m.verification_status = 'under_re_review' and m.status = 'active') r
    where r.since < ${before(now, duration.days(RE_REVIEW_DEADLINE_DAYS))}`,

  verification_undecided: buildUndecidedVerifications,

  document_expiring: buildExpiringDocuments,

  // Closed merchants are in no settlement: a printed code was paid, or a transfer was returned.
  closed_merchant_balance: () => sql`
    select c.merchant_id as object_id, '' as occurrence, c.merchant_id, c.since, c.code as reference, c.amount,
      'closed' as state, null as detail, 1 as count, false as awaits_second_person
    from (
      select m.merchant_id, m.code, e.at as since, s.amount, s.has_balance
      from app.merchant m
      cross join lateral (
        select v.at from app.merchant_event v
        where v.merchant_id = m.merchant_id and v.kind = 'status' and v.to_status = 'closed'
        order by v.seq desc limit 1) e
      cross join lateral (
        select sum(o.balance)::bigint as amount, bool_or(o.balance <> 0) as has_balance
        from (
          select coalesce(b.credits - b.debits, 0) + coalesce(u.amount, 0) as balance
          from app.ledger_account a
          left join app.account_balance b on b.merchant_id = a.merchant_id and b.account_id = a.id
          left join lateral (
            select sum(case when t.credit_account = a.id then t.amount else -t.amount end) as amount
            from app.unfolded_journal j
            join app.transfer t on t.merchant_id = j.merchant_id and t.journal_id = j.journal_id
            where j.merchant_id = a.merchant_id and a.id in (t.debit_account, t.credit_account)) u on true
          where a.merchant_id = m.merchant_id and a.type = any (${ACCOUNTS_EMPTY_ON_CLOSE}::text[])) o) s
      where m.status = 'closed') c
    where c.has_balance`,

  // Callbacks of one cause are one exception: a misconfigured bank sends many. Closing it closes those before it.
  unmatched_callback: () => sql`
    select u.cause as object_id, max(u.id) as occurrence, null as merchant_id, min(u.at) as since,
      min(u.endpoint) as reference, null::bigint as amount, min(u.response_code) as state, min(u.reason) as detail,
      count(*)::int as count, false as awaits_second_person
    from (
      select c.id, c.at, c.endpoint, c.response_code, c.reason,
        md5(coalesce(c.partner, '') || ' ' || c.endpoint || ' ' || c.response_code || ' ' || c.reason) as cause
      from app.unmatched_callback c) u
    where not exists (select 1 from app.exception_handling h
      where h.kind = 'unmatched_callback' and h.object_id = u.cause and h.resolved_at is not null
        and h.occurrence >= u.id)
    group by u.cause`,

  webhook_failing: () => sql`
    select e.id as object_id, coalesce(e.failing_since, e.updated_at)::text as occurrence, e.merchant_id,
      coalesce(e.failing_since, e.updated_at) as since, e.url as reference, null::bigint as amount,
      case when e.status = 'disabled' then e.disabled_reason else e.status end as state, null as detail, 1 as count,
      false as awaits_second_person
    from app.webhook_endpoint e
    where e.deleted_at is null and (e.status = 'failing' or (e.status = 'disabled' and e.disabled_reason <> 'user'))`,

  job_failed: () => sql`
    select j.id::text as object_id, j.attempts::text as occurrence, null as merchant_id,
      case when j.last_error is null then j.run_at else j.created_at end as since, j.task as reference,
      null::bigint as amount,
      case when j.is_given_up then 'failed' when j.attempts >= ${JOB_ATTEMPTS}::int then 'retrying' else 'waiting' end as state,
      left(split_part(j.last_error, E'\n', 1), 300) as detail, j.attempts as count, false as awaits_second_person
    from app.list_failing_jobs(${JOB_ATTEMPTS}::int, make_interval(mins => ${JOB_WAITING_MINUTES}::int), 1000) j`,
};

/** Start of a page of a kind. */
export interface ExceptionCursor {
  since: string;
  object_id: string;
}

/** The open exceptions of a kind, oldest first, without those that a person closed. */
export async function listFound(
  tx: PlatformTx,
  kind: ExceptionKind,
  { now, limit, object_id, after }: { now: Date; limit: number; object_id?: string; after?: ExceptionCursor | null },
): Promise<FoundException[]> {
  const of_object = object_id === undefined ? sql`` : sql`and s.object_id = ${object_id}`;
  const later =
    after === undefined || after === null
      ? sql``
      : sql`where (date_trunc('milliseconds', o.since), o.object_id) > (${after.since}::timestamptz, ${after.object_id})`;
  const { rows } = await sql<FoundException>`
    with o as (
      select s.* from (${SOURCES[kind](now)}) s
      where not exists (select 1 from app.exception_handling h
        where h.kind = ${kind} and h.object_id = s.object_id and h.occurrence = s.occurrence
          and h.resolved_at is not null) ${of_object})
    select o.*, (select count(*) from o)::int as total from o ${later}
    order by date_trunc('milliseconds', o.since), o.object_id limit ${limit}`.execute(tx.sql);
  return rows;
}

/** Assignee of an exception, or how it was closed. */
export interface ExceptionDecision {
  kind: string;
  object_id: string;
  occurrence: string;
  assigned_to_id: string | null;
  assigned_to: string | null;
}

/** Decisions about exceptions of a kind. */
export async function listDecisions(
  tx: PlatformTx,
  kind: ExceptionKind,
  object_ids: readonly string[],
): Promise<ExceptionDecision[]> {
  if (object_ids.length === 0) return [];
  return tx.sql
    .selectFrom('exception_handling')
    .select(['kind', 'object_id', 'occurrence', 'assigned_to_id', 'assigned_to'])
    .where('kind', '=', kind)
    .where(sql<boolean>`object_id = any (${object_ids}::text[])`)
    .execute();
}

export interface ExceptionDecisionChange {
  kind: string;
  object_id: string;
  occurrence: string;
  merchant_id: string | null;
  assigned: { id: string; name: string } | null;
  closed: { by_id: string; by: string; note: string } | null;
  now: Date;
}

export async function storeDecision(tx: PlatformTx, change: ExceptionDecisionChange): Promise<void> {
  const { kind, object_id, occurrence, merchant_id, assigned, closed, now } = change;
  const row = {
    occurrence,
    merchant_of: merchant_id,
    assigned_to_id: assigned?.id ?? null,
    assigned_to: assigned?.name ?? null,
    resolved_at: closed === null ? null : now,
    resolved_by_id: closed?.by_id ?? null,
    resolved_by: closed?.by ?? null,
    note: closed?.note ?? null,
    changed_at: now,
  };
  await tx.sql
    .insertInto('exception_handling')
    .values({ kind, object_id, ...row })
    .onConflict((conflict) => conflict.columns(['kind', 'object_id']).doUpdateSet(row))
    .execute();
}

/**
 * Removes assignments that were made before an instant. Closed exceptions stay: without the decision they would be open
 * again.
 */
export async function deleteOldAssignments(tx: PlatformTx, before_at: Date): Promise<void> {
  await tx.sql
    .deleteFrom('exception_handling')
    .where('changed_at', '<', before_at.toISOString())
    .where('resolved_at', 'is', null)
    .execute();
}
