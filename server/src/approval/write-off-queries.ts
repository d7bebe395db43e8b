/**
 * SQL of write-offs of bank statements as requests for approval of the provider's staff. They belong to no merchant, so
 * they are read from their own table; as a request each has the id `apr_` with the rest of its own id.
 */
import type { listApprovals, summariseApprovals } from '@dasbor/contract/approval';
import type { Output, Query } from '@dasbor/contract/route';
import { type RawBuilder, sql } from 'kysely';
import type { PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import type { ApprovalFilter, ApprovalRow } from './list-queries.ts';
import type { ApprovalReader } from './rules.ts';

const PREFIX = 'bwo_';

/** The id of the write-off behind the id of a request. */
const toWriteOffId = (request_id: string): string => PREFIX + request_id.slice('apr_'.length);

const buildWriteOffQuery = (where: RawBuilder<unknown>) => sql<ApprovalRow>`
  select 'apr_' || right(w.id, 26) as id, w.requested_at as created_at, 'bank_write_off' as subject_type,
    w.line_id as subject_id, null as merchant_id, l.amount,
    json_build_object('transaction_id', null, 'merchant_reference', l.reference, 'reason', w.reason, 'bank_code', null,
      'account_last4', null, 'holder_name', null, 'batch_id', null, 'statement_id', l.statement_id,
      'line_no', l.line_no, 'cents', l.cents, 'is_reversal', w.reverses_id is not null) as details,
    case when w.status = 'rejected' and w.decided_by_id = w.requested_by_id then 'cancelled' else w.status end as status,
    1 as approvals_required, (w.status = 'approved')::int as approvals_given,
    w.requested_by, 'user' as requested_by_type, null as expires_at, w.decided_at as closed_at,
    0 as policy_version, w.requested_by_id, w.requested_by_id as requested_by_owner, '{}'::text[] as former_owner_ids,
    '{}'::text[] as approver_roles, '{}'::text[] as approver_user_ids, false as has_decided
  from app.bank_write_off w join app.bank_statement_line l on l.id = w.line_id
  where ${where}`;

const isWaiting = (reader: ApprovalReader) =>
  reader.decidable.includes('bank_write_off')
    ? sql`w.status = 'pending' and w.requested_by_id <> ${reader.person_id}`
    : sql`false`;

function buildConditions(reader: ApprovalReader, filter: ApprovalFilter): RawBuilder<unknown>[] {
  const { view, status, subject_type, from, to, amount_min, amount_max, q } = filter;
  return [
    reader.viewable.includes('bank_write_off') ? sql`true` : sql`w.requested_by_id = ${reader.person_id}`,
    ...(view === 'waiting' ? [isWaiting(reader)] : []),
    ...(view === 'requested' ? [sql`w.requested_by_id = ${reader.person_id}`] : []),
    ...(status?.length
      ? [
          sql`case when w.status = 'rejected' and w.decided_by_id = w.requested_by_id then 'cancelled'
            else w.status end = any (${status}::text[])`,
        ]
      : []),
    ...(subject_type?.length && !subject_type.includes('bank_write_off') ? [sql`false`] : []),
    ...(from === undefined ? [] : [sql`w.requested_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`w.requested_at < ${to}::timestamptz`]),
    ...(amount_min === undefined ? [] : [sql`abs(l.amount) >= ${amount_min}`]),
    ...(amount_max === undefined ? [] : [sql`abs(l.amount) <= ${amount_max}`]),
    ...(q ? [sql`(w.id in (${q}, ${toWriteOffId(q)}) or w.line_id = ${q} or l.reference = ${q})`] : []),
  ];
}

/** One page after the cursor, newest first, plus one row when there is a next page. */
export async function listWriteOffRows(
  tx: PlatformTx,
  reader: ApprovalReader,
  query: Query<typeof listApprovals>,
  after: Cursor | null,
): Promise<ApprovalRow[]> {
  const conditions = buildConditions(reader, query);
  if (after !== null) {
    conditions.push(sql`(w.requested_at, w.id) < (${after.at}::timestamptz, ${toWriteOffId(after.id)})`);
  }
  const { rows } = await buildWriteOffQuery(
    sql`${sql.join(conditions, sql` and `)} order by w.requested_at desc, w.id desc limit ${query.limit + 1}`,
  ).execute(tx.sql);
  return rows;
}

/** Count and sum per status. */
export async function summariseWriteOffs(
  tx: PlatformTx,
  reader: ApprovalReader,
  filter: ApprovalFilter,
): Promise<Output<typeof summariseApprovals>['data']> {
  const { rows } = await sql<Output<typeof summariseApprovals>['data'][number]>`
    select f.status, count(*) as count, sum(abs(f.amount))::bigint as amount
    from (${buildWriteOffQuery(sql.join(buildConditions(reader, filter), sql` and `))}) f group by f.status`.execute(
    tx.sql,
  );
  return rows;
}

export async function findWriteOffRow(
  tx: PlatformTx,
  reader: ApprovalReader,
  id: string,
): Promise<ApprovalRow | undefined> {
  if (!reader.viewable.includes('bank_write_off')) return undefined;
  return (await buildWriteOffQuery(sql`w.id = ${toWriteOffId(id)}`).execute(tx.sql)).rows[0];
}

export async function countWaitingWriteOffs(tx: PlatformTx, reader: ApprovalReader): Promise<number> {
  if (!reader.decidable.includes('bank_write_off')) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.bank_write_off w where ${isWaiting(reader)}`.execute(tx.sql);
  return rows[0]?.count ?? 0;
}

/** The decision on a write-off; empty while it waits. */
export const listWriteOffDecisions = async (tx: PlatformTx, id: string) => {
  const { rows } = await sql<{
    person_id: string;
    person: string;
    decision: 'approve' | 'reject';
    reason: string | null;
    decided_at: string;
  }>`
    select w.decided_by_id as person_id, w.decided_by as person,
      case when w.status = 'approved' then 'approve' else 'reject' end as decision,
      w.decision_reason as reason, w.decided_at
    from app.bank_write_off w where w.id = ${toWriteOffId(id)} and w.decided_at is not null`.execute(tx.sql);
  return rows;
};

/** Concurrent decisions on the write-off of a line take turns. */
export const lockLineOfWriteOff = (tx: PlatformTx, line_id: string) =>
  tx.sql.selectFrom('bank_statement_line').select('id').where('id', '=', line_id).forNoKeyUpdate().executeTakeFirst();
