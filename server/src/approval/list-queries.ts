/** SQL of the list of approvals, their detail and the policies. */
import type { Approval, PolicySubject } from '@dasbor/contract/approval';
import { approval } from '@dasbor/contract/approval';
import type { listApprovals, summariseApprovals } from '@dasbor/contract/approval';
import type { Query } from '@dasbor/contract/route';
import { type SelectQueryBuilder, sql } from 'kysely';
import { buildColumns } from '../db/columns.ts';
import type { DB } from '../db/schema.gen.ts';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { Cursor } from '../http/keyset-page.ts';
import { buildFormerOwnersQuery } from './queries.ts';
import { type ApprovalReader, type DecidableRequest, type PolicyTerms, isMerchantSubject } from './rules.ts';

export type ApprovalRow = Omit<Approval, 'is_own' | 'may_decide' | 'may_reject'> &
  DecidableRequest & { policy_version: number; has_decided: boolean };

const COLUMNS = buildColumns('r', approval.omit({ is_own: true, may_decide: true, may_reject: true }).shape);

type Tx = MerchantTx | PlatformTx;
type Requests<O> = SelectQueryBuilder<DB & { r: DB['approval_request'] }, 'r', O>;

/** Requests of the reader. Those of a person include the ones made with their API keys; those of a key are its own only. */
const isRequestedBy = ({ key_id, person_id }: ApprovalReader) =>
  key_id === null ? sql<boolean>`r.requested_by_owner = ${person_id}` : sql<boolean>`r.requested_by_id = ${key_id}`;

/** The requests that a reader may see: of viewable kinds, and the reader's own. */
function buildVisibleQuery({ sql: kysely }: Tx, reader: ApprovalReader) {
  const viewable = reader.viewable.filter(isMerchantSubject);
  let rows = kysely
    .selectFrom('approval_request as r')
    .where((eb) =>
      eb.or([isRequestedBy(reader), ...(viewable.length > 0 ? [eb('r.subject_type', 'in', viewable)] : [])]),
    );
  if (reader.merchant_id !== null) rows = rows.where('r.merchant_id', '=', reader.merchant_id);
  return rows;
}

/** The merchant of the rows: the reader's, or each row's own for the provider. */
const toMerchant = ({ merchant_id }: ApprovalReader) =>
  merchant_id === null ? sql`r.merchant_id` : sql`${merchant_id}`;

/** The decision of the reader on the row's request. */
const buildOwnDecision = ({ person_id, ...reader }: ApprovalReader) => sql<boolean>`exists (
  select from app.approval_decision d
  where d.merchant_id = ${toMerchant({ person_id, ...reader })} and d.request_id = r.id
    and d.person_id = ${person_id})`;

/** Requests that wait for the reader: of decidable kinds, not the reader's own, and naming the reader. */
function filterWaiting<O>(rows: Requests<O>, reader: ApprovalReader, now: Date): Requests<O> {
  const { person_id, role, merchant_id, decidable } = reader;
  const waiting = rows
    .where('r.status', '=', 'pending')
    .where(sql<boolean>`(r.expires_at is null or r.expires_at > ${now})`)
    .where('r.requested_by_owner', '<>', person_id)
    .where('r.requested_by_id', '<>', person_id)
    .where(sql<boolean>`${person_id} <> all (r.maker_ids)`)
    .where(sql<boolean>`${person_id} <> all (${buildFormerOwnersQuery(toMerchant(reader), 'r')})`)
    .where(sql<boolean>`r.subject_type = any (${[...decidable]}::text[])`)
    .where((eb) => eb.not(buildOwnDecision(reader)));
  if (merchant_id === null) return waiting;
  return waiting.where(
    sql<boolean>`((r.approver_roles = '{}' and r.approver_user_ids = '{}')
      or ${role} = any (r.approver_roles) or ${person_id} = any (r.approver_user_ids))`,
  );
}

export type ApprovalFilter = Query<typeof summariseApprovals>;

function buildFilteredQuery(tx: Tx, reader: ApprovalReader, filter: ApprovalFilter, now: Date) {
  let rows = buildVisibleQuery(tx, reader);
  const { view, status, subject_type, from, to, amount_min, amount_max, q } = filter;
  if (view === 'waiting') rows = filterWaiting(rows, reader, now);
  if (view === 'requested') rows = rows.where(isRequestedBy(reader));
  if (status?.length) rows = rows.where('r.status', 'in', status);
  if (subject_type?.length) rows = rows.where(sql<boolean>`r.subject_type = any (${subject_type}::text[])`);
  if (from !== undefined) rows = rows.where('r.created_at', '>=', from);
  if (to !== undefined) rows = rows.where('r.created_at', '<', to);
  if (amount_min !== undefined) rows = rows.where(sql<boolean>`abs(r.amount) >= ${amount_min}`);
  if (amount_max !== undefined) rows = rows.where(sql<boolean>`abs(r.amount) <= ${amount_max}`);
  if (q) {
    rows = rows.where(
      sql<boolean>`(r.id = ${q} or r.subject_id = ${q} or r.details ->> 'transaction_id' = ${q}
        or r.details ->> 'merchant_reference' = ${q})`,
    );
  }
  return rows;
}

/** One page after the cursor, newest first, plus one row when there is a next page. */
export function listRequestRows(
  tx: Tx,
  reader: ApprovalReader,
  query: Query<typeof listApprovals>,
  { after, now }: { after: Cursor | null; now: Date },
): Promise<ApprovalRow[]> {
  let rows = buildFilteredQuery(tx, reader, query, now);
  if (after !== null) rows = rows.where(sql<boolean>`(r.created_at, r.id) < (${after.at}, ${after.id})`);
  return buildRowQuery(rows, reader)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(query.limit + 1)
    .execute();
}

/** Count and sum per status. */
export const summariseRequests = (tx: Tx, reader: ApprovalReader, filter: ApprovalFilter, now: Date) =>
  buildFilteredQuery(tx, reader, filter, now)
    .select(['r.status', sql<number>`count(*)`.as('count')])
    .select(sql<number>`coalesce(sum(abs(r.amount)), 0)::bigint`.as('amount'))
    .groupBy('r.status')
    .execute();

export const findRequestRow = (tx: Tx, reader: ApprovalReader, id: string): Promise<ApprovalRow | undefined> =>
  buildRowQuery(buildVisibleQuery(tx, reader).where('r.id', '=', id), reader).executeTakeFirst();

const buildRowQuery = <O>(rows: Requests<O>, reader: ApprovalReader) =>
  rows
    .select(COLUMNS)
    .select([
      'r.policy_version',
      'r.requested_by_id',
      'r.requested_by_owner',
      'r.maker_ids',
      'r.approver_roles',
      'r.approver_user_ids',
    ])
    .select(buildFormerOwnersQuery(toMerchant(reader), 'r').as('former_owner_ids'))
    .select(buildOwnDecision(reader).as('has_decided'));

/** Number and sum of the requests that wait for the reader, by kind. */
export const countWaiting = (tx: Tx, reader: ApprovalReader, now: Date) =>
  filterWaiting(buildVisibleQuery(tx, reader), reader, now)
    .select(['r.subject_type', sql<number>`count(*)`.as('count')])
    .select(sql<number>`coalesce(sum(abs(r.amount)), 0)::bigint`.as('amount'))
    .groupBy('r.subject_type')
    .execute();

/** The decisions on a request, oldest first. */
export const listDecisions = (tx: MerchantTx, request_id: string) =>
  tx.sql
    .selectFrom('approval_decision')
    .select(['person', 'decision', 'reason', 'decided_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('request_id', '=', request_id)
    .orderBy('decided_at')
    .orderBy('person_id')
    .execute();

export interface PolicyRow extends PolicyTerms {
  subject_type: PolicySubject;
  changed_by: string | null;
  changed_at: string | null;
}

/** The policies in force that the merchant saved. */
export const listPolicies = (tx: MerchantTx): Promise<PolicyRow[]> =>
  tx.sql
    .selectFrom('approval_policy')
    .distinctOn('subject_type')
    .select(['subject_type', 'version', 'tiers', 'daily_limit', 'expires_after_hours', 'changed_by', 'changed_at'])
    .where('merchant_id', '=', tx.merchant_id)
    .orderBy('subject_type')
    .orderBy('version', 'desc')
    .execute();

export interface NewPolicy extends PolicyTerms {
  id: string;
  subject_type: PolicySubject;
  changed_by_id: string;
  changed_by: string;
  changed_at: Date;
}

export const insertPolicy = (tx: MerchantTx, { tiers, ...policy }: NewPolicy) =>
  tx.sql
    .insertInto('approval_policy')
    .values({ merchant_id: tx.merchant_id, tiers: JSON.stringify(tiers), ...policy })
    .execute();
