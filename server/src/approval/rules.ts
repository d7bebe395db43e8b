/** Rules of approvals: which tier of a policy applies, and who may decide a request. Pure. */
import { hasLevel } from '@dasbor/contract/access';
import {
  APPROVAL_GROUPS,
  APPROVAL_SUBJECTS,
  getApprovalLevel,
  type ApprovalSubject,
  type ApprovalTier,
  type PolicySubject,
  POLICY_SUBJECTS,
  PROVIDER_SUBJECTS,
} from '@dasbor/contract/approval';
import type { Rupiah } from '@dasbor/contract/money';
import { type Principal, getAccessLevel, getPersonId } from '../http/principal.ts';

export interface PolicyTerms {
  /** 0: the default policy. */
  version: number;
  tiers: ApprovalTier[];
  daily_limit: Rupiah | null;
  expires_after_hours: number;
}

/** One other person with the level `approve` decides, within 72 hours. */
export const DEFAULT_POLICY: PolicyTerms = {
  version: 0,
  tiers: [{ amount_from: 0, approvals_required: 1, roles: [], user_ids: [] }],
  daily_limit: null,
  expires_after_hours: 72,
};

/** The tier of an amount; the first one for subjects without an amount. */
export function chooseTier({ tiers }: Pick<PolicyTerms, 'tiers'>, amount: Rupiah | null): ApprovalTier {
  const tier = tiers.findLast(({ amount_from }) => amount_from <= Math.abs(amount ?? 0));
  if (tier === undefined) throw new Error('The first tier of a policy starts at 0');
  return tier;
}

/** Subjects that have a day's limit per requester. */
export type LimitedSubject = Exclude<PolicySubject, 'payout_account'>;
/** Subjects of a merchant, whose requests are rows of that merchant; write-offs of bank statements belong to none. */
export type MerchantSubject = Exclude<ApprovalSubject, 'bank_write_off'>;
export const isMerchantSubject = (subject: ApprovalSubject): subject is MerchantSubject => subject !== 'bank_write_off';

/** Whether the merchant has a policy for a subject; the provider decides the others. */
export const isPolicySubject = (subject: ApprovalSubject): subject is PolicySubject =>
  (POLICY_SUBJECTS as readonly string[]).includes(subject);

export const isLimited = (subject_type: ApprovalSubject): subject_type is LimitedSubject =>
  isPolicySubject(subject_type) && subject_type !== 'payout_account';

/** Kinds whose requests of a day count together, in the order in which their usage is locked. */
export const SHARED_DAILY_LIMITS: Record<LimitedSubject, readonly LimitedSubject[]> = {
  refund: ['refund'],
  balance_transfer: ['balance_transfer'],
  disbursement: ['disbursement', 'disbursement_batch'],
  disbursement_batch: ['disbursement', 'disbursement_batch'],
};
/** Whether nobody may approve a request any more; without a time it does not expire. */
export const isExpired = ({ expires_at }: { expires_at: string | null }, now: Date): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now.getTime();

/** Data for the check whether a person may decide a request. */
export interface DecidableRequest {
  subject_type: ApprovalSubject;
  requested_by_id: string;
  requested_by_owner: string;
  /** Ids of the people behind earlier generations of the API key that requested it. */
  former_owner_ids: readonly string[];
  /** Ids of further people and API keys that made the data of the subject. */
  maker_ids: readonly string[];
  approver_roles: readonly string[];
  approver_user_ids: readonly string[];
}

/**
 * Whether a person requested it or made its data, directly or with an API key of which the person made any generation. A
 * subject names only who requested it; the request itself, which decides, names the others too.
 */
export const isOwnRequest = (
  request: Pick<DecidableRequest, 'requested_by_id' | 'requested_by_owner'> &
    Partial<Pick<DecidableRequest, 'former_owner_ids' | 'maker_ids'>>,
  principal: Principal,
): boolean => {
  const { requested_by_owner, requested_by_id, former_owner_ids = [], maker_ids = [] } = request;
  const people = [requested_by_owner, requested_by_id, ...former_owner_ids, ...maker_ids];
  return people.includes(getPersonId(principal)) || people.includes(principal.id);
};

/** Whether the people who decide a kind are staff of the provider, or may be. */
export const isDecidedByStaff = (subject_type: ApprovalSubject): boolean =>
  (PROVIDER_SUBJECTS as readonly string[]).includes(subject_type) || subject_type === 'payout_account';

/** Whether a principal may decide requests of a kind at all: a person with the level, or the provider for accounts. */
export function canApproveSubject(principal: Principal, subject_type: ApprovalSubject): boolean {
  if (principal.type !== 'user') return false;
  const held = getAccessLevel(principal, APPROVAL_GROUPS[subject_type]);
  if (hasLevel(held, getApprovalLevel(subject_type))) return true;
  return subject_type === 'payout_account' && principal.merchant_id === null && mayManageMerchants(principal);
}

const mayManageMerchants = (principal: Principal): boolean =>
  hasLevel(getAccessLevel(principal, 'Merchants'), 'manage');

/** Whether the policy of a request names a person, by role or by id. The provider's staff are in no policy. */
export function isNamedApprover(
  { approver_roles, approver_user_ids }: Pick<DecidableRequest, 'approver_roles' | 'approver_user_ids'>,
  principal: Principal,
): boolean {
  if (principal.type !== 'user') return false;
  if (principal.merchant_id === null || approver_roles.length + approver_user_ids.length === 0) return true;
  return approver_roles.includes(principal.role) || approver_user_ids.includes(principal.id);
}

/** Whose list it is: the kinds that the reader may see and decide, and who the reader is. */
export interface ApprovalReader {
  person_id: string;
  /** The id of an API key, which reads as its own only what it requested itself; null for people. */
  key_id: string | null;
  /** Empty for API keys, which decide nothing. */
  role: string;
  /** null for provider staff, who read across merchants. */
  merchant_id: string | null;
  viewable: readonly ApprovalSubject[];
  decidable: readonly ApprovalSubject[];
}

export const toApprovalReader = (principal: Principal): ApprovalReader => ({
  person_id: getPersonId(principal),
  key_id: principal.type === 'api_key' ? principal.id : null,
  role: principal.type === 'user' ? principal.role : '',
  merchant_id: principal.merchant_id,
  // Anyone who decides a kind sees it; provider staff decide accounts without the group.
  viewable: APPROVAL_SUBJECTS.filter(
    (subject) =>
      hasLevel(getAccessLevel(principal, APPROVAL_GROUPS[subject]), 'view') || canApproveSubject(principal, subject),
  ),
  decidable: APPROVAL_SUBJECTS.filter((subject) => canApproveSubject(principal, subject)),
});

/** A settlement is the merchant's own money: it is approved, or disputed line by line, and never rejected. */
export const isRejectable = (subject_type: ApprovalSubject): boolean => subject_type !== 'settlement';

const WITHDRAWABLE: readonly ApprovalSubject[] = ['balance_transfer', 'payout_account', 'transfer_resolution'];
/** The requester may withdraw these; a refund is rejected by someone else only. */
export const isWithdrawable = (subject_type: ApprovalSubject): boolean => WITHDRAWABLE.includes(subject_type);
