/** SQL of approval requests and decisions as the features use them. */
import type { ApprovalStatus, PolicySubject } from '@dasbor/contract/approval';
import type { ApprovalSubjectDetails } from '@dasbor/contract/approval-fields';
import type { Rupiah } from '@dasbor/contract/money';
import { type RawBuilder, sql } from 'kysely';
import type { MerchantTx, PlatformTx } from '../db/tx.ts';
import type { DecidableRequest, LimitedSubject, MerchantSubject, PolicyTerms } from './rules.ts';

/** The policy in force; undefined when the default applies. */
export const findPolicy = (tx: MerchantTx, subject_type: PolicySubject): Promise<PolicyTerms | undefined> =>
  tx.sql
    .selectFrom('approval_policy')
    .select(['version', 'tiers', 'daily_limit', 'expires_after_hours'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('subject_type', '=', subject_type)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Total that a person has requested on a day. Its row stays locked until the end of the transaction. */
export async function lockUsage(
  tx: MerchantTx,
  key: { subject_type: LimitedSubject; person_id: string; day: string },
): Promise<Rupiah> {
  const { merchant_id } = tx;
  const { subject_type, person_id, day } = key;
  await tx.sql
    .insertInto('approval_usage')
    .values({ merchant_id, subject_type, person_id, day, amount: 0 })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'subject_type', 'person_id', 'day']).doNothing())
    .execute();
  const { amount } = await tx.sql
    .selectFrom('approval_usage')
    .select('amount')
    .where('merchant_id', '=', merchant_id)
    .where('subject_type', '=', subject_type)
    .where('person_id', '=', person_id)
    .where('day', '=', day)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return amount;
}

export const addUsage = (
  tx: MerchantTx,
  { subject_type, person_id, day }: { subject_type: LimitedSubject; person_id: string; day: string },
  amount: Rupiah,
) =>
  tx.sql
    .updateTable('approval_usage')
    .set((eb) => ({ amount: eb('amount', '+', amount) }))
    .where('merchant_id', '=', tx.merchant_id)
    .where('subject_type', '=', subject_type)
    .where('person_id', '=', person_id)
    .where('day', '=', day)
    .execute();

export interface NewApprovalRequest {
  id: string;
  subject_type: MerchantSubject;
  subject_id: string;
  amount: Rupiah | null;
  details: ApprovalSubjectDetails;
  policy_version: number;
  approvals_required: number;
  approver_roles: string[];
  approver_user_ids: string[];
  requested_by_type: 'user' | 'api_key' | 'system';
  requested_by_id: string;
  requested_by: string | null;
  requested_by_owner: string;
  maker_ids: string[];
  created_at: Date;
  /** null: it does not expire. */
  expires_at: Date | null;
}

export const insertRequest = (tx: MerchantTx, { details, ...request }: NewApprovalRequest) =>
  tx.sql
    .insertInto('approval_request')
    .values({ merchant_id: tx.merchant_id, status: 'pending', details: JSON.stringify(details), ...request })
    .execute();

export interface SubjectKey {
  subject_type: MerchantSubject;
  subject_id: string;
}

export interface OpenRequest extends DecidableRequest {
  id: string;
  subject_type: MerchantSubject;
  subject_id: string;
  approvals_required: number;
  approvals_given: number;
  expires_at: string | null;
}

/** The people behind earlier generations of the API keys that made a request or its data; none when people made it. */
export const buildFormerOwnersQuery = (merchant_id: RawBuilder<unknown>, request: 'r' | 'approval_request') =>
  sql<string[]>`array(select unnest(k.former_owner_ids) from app.api_key k
    where k.merchant_id = ${merchant_id}
      and (k.id = ${sql.ref(`${request}.requested_by_id`)} or k.id = any (${sql.ref(`${request}.maker_ids`)})))`;

/** The open request of a subject, locked until the end of the transaction. */
export const lockOpenRequest = (
  tx: MerchantTx,
  { subject_type, subject_id }: SubjectKey,
): Promise<OpenRequest | undefined> =>
  tx.sql
    .selectFrom('approval_request')
    .select(['id', 'subject_type', 'subject_id', 'approvals_required', 'approvals_given', 'expires_at'])
    .select(['requested_by_id', 'requested_by_owner', 'maker_ids', 'approver_roles', 'approver_user_ids'])
    .select(buildFormerOwnersQuery(sql`${tx.merchant_id}`, 'approval_request').as('former_owner_ids'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('subject_type', '=', subject_type)
    .where('subject_id', '=', subject_id)
    .where('status', '=', 'pending')
    .forNoKeyUpdate()
    .executeTakeFirst();

export const hasDecided = async (tx: MerchantTx, request_id: string, person_id: string): Promise<boolean> =>
  (await tx.sql
    .selectFrom('approval_decision')
    .select('person_id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('request_id', '=', request_id)
    .where('person_id', '=', person_id)
    .executeTakeFirst()) !== undefined;

export interface NewDecision {
  request_id: string;
  person_id: string;
  requested_by_owner: string;
  person: string;
  decision: 'approve' | 'reject';
  reason: string | null;
  ip: string | null;
  decided_at: Date;
}

export const insertDecision = (tx: MerchantTx, decision: NewDecision) =>
  tx.sql
    .insertInto('approval_decision')
    .values({ merchant_id: tx.merchant_id, ...decision })
    .execute();

/** Changes a locked open request. Throws if it is not open any more, which rolls the transaction back. */
export async function updateOpenRequest(
  tx: MerchantTx,
  id: string,
  change: { approvals_given?: number; status?: ApprovalStatus; closed_at?: Date },
): Promise<void> {
  const { numUpdatedRows } = await tx.sql
    .updateTable('approval_request')
    .set(change)
    .where('merchant_id', '=', tx.merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`Approval request ${id} is no longer open`);
}

/** The progress of open requests of some subjects, with whether a person has decided already. */
export async function listProgress(
  tx: MerchantTx,
  subject_type: MerchantSubject,
  subject_ids: readonly string[],
  person_id: string,
): Promise<(OpenRequest & { has_decided: boolean })[]> {
  if (subject_ids.length === 0) return [];
  const { merchant_id } = tx;
  const { rows } = await sql<OpenRequest & { has_decided: boolean }>`
    select r.id, r.subject_type, r.subject_id, r.approvals_required, r.approvals_given, r.expires_at,
      r.requested_by_id, r.requested_by_owner, r.maker_ids, r.approver_roles, r.approver_user_ids,
      ${buildFormerOwnersQuery(sql`${merchant_id}`, 'r')} as former_owner_ids,
      exists (select from app.approval_decision d where d.merchant_id = ${merchant_id} and d.request_id = r.id
        and d.person_id = ${person_id}) as has_decided
    from app.approval_request r
    where r.merchant_id = ${merchant_id} and r.subject_type = ${subject_type}
      and r.subject_id in (${sql.join(subject_ids)}) and r.status = 'pending'`.execute(tx.sql);
  return rows;
}

/** Open requests whose time is over, of all merchants. */
export const listExpired = (tx: PlatformTx, now: Date, limit: number) =>
  tx.sql
    .selectFrom('approval_request')
    .select(['merchant_id', 'id', 'subject_type', 'subject_id'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now.toISOString())
    .orderBy('expires_at')
    .limit(limit)
    .execute();

/** The newest request of a subject, whatever its status. */
export const findLatestRequest = (tx: MerchantTx, { subject_type, subject_id }: SubjectKey) =>
  tx.sql
    .selectFrom('approval_request')
    .select(['id', 'approvals_required', 'approver_roles', 'approver_user_ids'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('subject_type', '=', subject_type)
    .where('subject_id', '=', subject_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
