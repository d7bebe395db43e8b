/** Requests for approval. Features create one in the transaction of their subject, under its lock. */
import type { ApprovalTier } from '@dasbor/contract/approval';
import type { ApprovalSubjectDetails } from '@dasbor/contract/approval-fields';
import * as duration from '@dasbor/contract/duration';
import { formatRupiah } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import { type Rupiah, add, subtract } from '@dasbor/contract/money';
import { toBusinessDay } from '@dasbor/contract/time';
import { publishLiveEvents, publishToStaff } from '../db/live-events.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { type Principal, getPersonId } from '../http/principal.ts';
import { Problem } from '../http/problem.ts';
import {
  type SubjectKey,
  addUsage,
  findPolicy,
  insertRequest,
  listProgress,
  lockOpenRequest,
  lockUsage,
  updateOpenRequest,
} from './queries.ts';
import {
  DEFAULT_POLICY,
  type LimitedSubject,
  type MerchantSubject,
  type PolicyTerms,
  SHARED_DAILY_LIMITS,
  canApproveSubject,
  chooseTier,
  isDecidedByStaff,
  isExpired,
  isLimited,
  isNamedApprover,
  isOwnRequest,
  isPolicySubject,
} from './rules.ts';

/** Open dashboards read their approvals again: those of the merchant, and of the provider where its staff decide. */
export async function publishApproval(tx: MerchantTx, subject_type: MerchantSubject): Promise<void> {
  const event = { topic: 'approval', id: null, change: 'updated' } as const;
  await publishLiveEvents(tx, event);
  if (isDecidedByStaff(subject_type)) publishToStaff(tx, event);
}

export const NO_DETAILS: ApprovalSubjectDetails = {
  transaction_id: null,
  merchant_reference: null,
  reason: null,
  bank_code: null,
  account_last4: null,
  holder_name: null,
  batch_id: null,
};

interface ApprovalInput extends SubjectKey {
  amount: Rupiah | null;
  details: Partial<ApprovalSubjectDetails>;
  /** Ids of people and API keys that made the data of the subject, besides the requester: none of them approves it. */
  maker_ids?: readonly string[];
}
/** A person, or a key with the person behind it. */
export type Requester =
  | Pick<Extract<Principal, { type: 'user' }>, 'type' | 'id' | 'name'>
  | Pick<Extract<Principal, { type: 'api_key' }>, 'type' | 'id' | 'name' | 'owner_id'>;

/** The requester of what no person requested; no user has this id. */
const SYSTEM = 'system';

/** Requester and time. */
interface RequestedBy {
  principal: Requester;
  now: Date;
}

const getPolicy = async (tx: MerchantTx, subject_type: MerchantSubject): Promise<PolicyTerms> =>
  isPolicySubject(subject_type) ? ((await findPolicy(tx, subject_type)) ?? DEFAULT_POLICY) : DEFAULT_POLICY;

/**
 * Throws 422 `daily_limit_exceeded` when the person has requested too much today. Concurrent requests of the person take
 * turns from here to the end of the transaction. Call it before anything is written for the subject.
 */
export async function assertWithinDailyLimit(
  tx: MerchantTx,
  { subject_type, amount }: { subject_type: MerchantSubject; amount: Rupiah },
  { principal, now }: RequestedBy,
): Promise<void> {
  if (!isLimited(subject_type)) return;
  // Kinds that pay the same way share their usage, so that the limit of one is not avoided by another.
  const kinds = SHARED_DAILY_LIMITS[subject_type];
  const person = { person_id: getPersonId(principal), day: toBusinessDay(now) };
  let used = 0;
  for (const kind of kinds) used = add(used, await lockUsage(tx, { subject_type: kind, ...person }));
  const daily_limit = await findDailyLimit(tx, subject_type, kinds);
  if (daily_limit === null || add(used, amount) <= daily_limit) return;
  const left = formatRupiah(Math.max(0, subtract(daily_limit, used)));
  throw new Problem(
    422,
    'daily_limit_exceeded',
    localized(
      `You can request ${left} more today. Lower the amount or request it tomorrow.`,
      `Anda dapat meminta ${left} lagi hari ini. Kurangi jumlahnya atau ajukan besok.`,
    ),
  );
}

/** The limit of a kind; one without its own has the lowest of the kinds that share its usage. null: no limit. */
async function findDailyLimit(
  tx: MerchantTx,
  subject_type: LimitedSubject,
  kinds: readonly LimitedSubject[],
): Promise<Rupiah | null> {
  const { daily_limit } = await getPolicy(tx, subject_type);
  if (daily_limit !== null) return daily_limit;
  const limits: Rupiah[] = [];
  for (const kind of kinds) {
    const policy = await getPolicy(tx, kind);
    if (policy.daily_limit !== null) limits.push(policy.daily_limit);
  }
  return limits.length === 0 ? null : Math.min(...limits);
}

/** Creates the request of a subject under the policy in force. `assertWithinDailyLimit` must have passed before. */
export async function requestApproval(
  tx: MerchantTx,
  { subject_type, subject_id, amount, details, maker_ids = [] }: ApprovalInput,
  { principal, now }: RequestedBy,
): Promise<void> {
  const policy = await getPolicy(tx, subject_type);
  const tier = chooseTier(policy, amount);
  if (isLimited(subject_type) && amount !== null) {
    await addUsage(tx, { subject_type, person_id: getPersonId(principal), day: toBusinessDay(now) }, amount);
  }
  await insertRequest(tx, {
    id: newId('approval_request', now),
    subject_type,
    subject_id,
    amount,
    details: { ...NO_DETAILS, ...details },
    ...toPolicyFields(policy, tier),
    requested_by_type: principal.type,
    requested_by_id: principal.id,
    requested_by: principal.name,
    requested_by_owner: getPersonId(principal),
    maker_ids: [...maker_ids],
    created_at: now,
    expires_at: new Date(now.getTime() + duration.hours(policy.expires_after_hours)),
  });
  await publishApproval(tx, subject_type);
}

const toPolicyFields = ({ version }: PolicyTerms, tier: ApprovalTier) => ({
  policy_version: version,
  approvals_required: tier.approvals_required,
  approver_roles: tier.roles,
  approver_user_ids: tier.user_ids,
});

/** Creates a request that no person made: any approver may decide it, and it does not expire. */
export async function requestSystemApproval(
  tx: MerchantTx,
  { subject_type, subject_id, amount, details }: ApprovalInput,
  now: Date,
): Promise<void> {
  await insertRequest(tx, {
    id: newId('approval_request', now),
    subject_type,
    subject_id,
    amount,
    details: { ...NO_DETAILS, ...details },
    ...toPolicyFields(DEFAULT_POLICY, chooseTier(DEFAULT_POLICY, amount)),
    requested_by_type: 'system',
    requested_by_id: SYSTEM,
    requested_by: null,
    requested_by_owner: SYSTEM,
    maker_ids: [],
    created_at: now,
    expires_at: null,
  });
  await publishApproval(tx, subject_type);
}

/** Closes the open request of a subject that ended otherwise. Does nothing when there is none. */
export async function cancelApproval(tx: MerchantTx, subject: SubjectKey, now: Date): Promise<void> {
  const request = await lockOpenRequest(tx, subject);
  if (request === undefined) return;
  await updateOpenRequest(tx, request.id, { status: 'cancelled', closed_at: now });
  await publishApproval(tx, subject.subject_type);
}

/** Closes the open request of a subject whose time is over. Returns whether it did. */
export async function expireApproval(tx: MerchantTx, subject: SubjectKey, now: Date): Promise<boolean> {
  const request = await lockOpenRequest(tx, subject);
  if (request === undefined || !isExpired(request, now)) return false;
  await updateOpenRequest(tx, request.id, { status: 'expired', closed_at: now });
  await publishApproval(tx, subject.subject_type);
  return true;
}

export interface ApprovalProgress {
  /** Approvals that are still missing; null when no request is open. */
  approvals_missing: number | null;
  /** Whether the open request waits for the principal. */
  may_decide: boolean;
}

const NOT_OPEN: ApprovalProgress = { approvals_missing: null, may_decide: false };

/** The progress of subjects as a principal sees it, by subject id. */
export async function getProgress(
  tx: MerchantTx,
  subject_type: MerchantSubject,
  subject_ids: readonly string[],
  principal: Principal,
): Promise<(subject_id: string) => ApprovalProgress> {
  const rows = await listProgress(tx, subject_type, subject_ids, getPersonId(principal));
  const by_id = new Map(
    rows.map((row) => [
      row.subject_id,
      {
        approvals_missing: row.approvals_required - row.approvals_given,
        may_decide:
          !row.has_decided &&
          canApproveSubject(principal, subject_type) &&
          !isOwnRequest(row, principal) &&
          isNamedApprover(row, principal),
      },
    ]),
  );
  return (subject_id) => by_id.get(subject_id) ?? NOT_OPEN;
}
