/**
 * A model of approvals (domain 1.12): who may request and decide each kind, and what a decision leads to. It states the
 * rules on its own and imports nothing of their implementation.
 */
import type { ApprovalTier } from '@dasbor/contract/approval';

export const MODEL_PEOPLE = {
  finance: { email: 'finance@kopi.example', role: 'finance' },
  owner: { email: 'superadmin@kopi.example', role: 'superadmin' },
  // The tests give this person the role of an owner.
  second_owner: { email: 'developer@kopi.example', role: 'superadmin' },
  admin: { email: 'admin@kopi.example', role: 'admin' },
  approver: { email: 'approver@kopi.example', role: 'approver' },
  platform_admin: { email: 'platform_admin@dasbor.example', role: 'platform_admin' },
  platform_finance: { email: 'platform_finance@dasbor.example', role: 'platform_finance' },
} as const;
export type ModelPerson = keyof typeof MODEL_PEOPLE;
export const MODEL_PERSONS = Object.keys(MODEL_PEOPLE) as ModelPerson[];
export const isProviderPerson = (person: ModelPerson): boolean => person.startsWith('platform_');

interface ModelKind {
  requesters: readonly ModelPerson[];
  /** Whether an API key may request it as well. */
  is_for_keys: boolean;
  /** People with the level `approve`, and for payout accounts the provider. */
  approvers: readonly ModelPerson[];
  /** Whether the requester may withdraw it by rejecting it. */
  is_withdrawable: boolean;
  /** Whether the merchant's policy decides; otherwise one other person does. */
  has_policy: boolean;
  /** Kinds of one group share what a person may request per day; null: no limit applies. */
  limit_group: string | null;
  /** Whether a request that nobody decides expires. */
  has_expiry: boolean;
  /** Whether a subject that was not approved can be requested again. */
  is_repeatable: boolean;
}

const PAYOUT_REQUESTERS = ['finance', 'owner', 'second_owner', 'admin', 'approver'] as const;
const PAYOUT_APPROVERS = ['owner', 'second_owner', 'approver'] as const;
const payout = {
  requesters: PAYOUT_REQUESTERS,
  is_for_keys: true,
  approvers: PAYOUT_APPROVERS,
  is_withdrawable: false,
  has_policy: true,
  has_expiry: true,
  is_repeatable: false,
};
/** Requested by one person of the provider and approved by another. */
const provider = {
  requesters: ['platform_admin', 'platform_finance'],
  is_for_keys: false,
  approvers: ['platform_admin', 'platform_finance'],
  is_withdrawable: false,
  has_policy: false,
  limit_group: null,
  has_expiry: true,
  is_repeatable: false,
} as const;
/** The provider's own: it waits for as long as nobody decides it, and the requester may withdraw it. */
const write_off = { ...provider, is_withdrawable: true, has_expiry: false, is_repeatable: true };
export const MODEL_KINDS = {
  refund: { ...payout, approvers: ['owner', 'second_owner', 'admin', 'approver'], limit_group: 'refund' },
  balance_transfer: {
    ...payout,
    requesters: ['finance', 'owner', 'second_owner', 'admin'],
    is_withdrawable: true,
    limit_group: 'balance_transfer',
  },
  payout_account: {
    ...payout,
    requesters: ['owner', 'second_owner'],
    is_for_keys: false,
    approvers: [...PAYOUT_APPROVERS, 'platform_admin'],
    is_withdrawable: true,
    limit_group: null,
  },
  disbursement: { ...payout, limit_group: 'disbursement' },
  disbursement_batch: { ...payout, limit_group: 'disbursement' },
  balance_adjustment: provider,
  commission_rule: { ...provider, is_repeatable: true },
  commission_statement: { ...provider, is_repeatable: true },
  credit_note: provider,
  bank_write_off: write_off,
  write_off_reversal: write_off,
} as const satisfies Record<string, ModelKind>;
export type ModelKindName = keyof typeof MODEL_KINDS;
export const MODEL_KIND_NAMES = Object.keys(MODEL_KINDS) as ModelKindName[];
const getKind = (kind: ModelKindName): ModelKind => MODEL_KINDS[kind];

export type ModelStatus = 'pending' | 'approved' | 'rejected' | 'expired' | 'cancelled';

export interface ModelRequest {
  kind: ModelKindName;
  id: string;
  subject_id: string;
  /** The requester; behind an API key, everyone who made one of its generations up to the one that requested it. */
  owners: readonly ModelPerson[];
  /** The tier of the policy that was in force at the request. */
  tier: ApprovalTier;
  approved_by: Set<ModelPerson>;
  status: ModelStatus;
  /** An approved payout account that was rejected before its first use. */
  is_stopped: boolean;
}

export const DEFAULT_TIERS: ApprovalTier[] = [{ amount_from: 0, approvals_required: 1, roles: [], user_ids: [] }];

/** The tier of an amount: the last one that starts at or below it. */
export const findModelTier = (tiers: readonly ApprovalTier[], amount: number): ApprovalTier =>
  tiers.filter(({ amount_from }) => amount_from <= amount).at(-1) ?? tiers[0]!;

export type ModelLimits = Partial<Record<ModelKindName, number | null>>;

/** What a person may request of a kind per day: its own limit, or the lowest of its group; null: no limit. */
export function findModelLimit(limits: ModelLimits, kind: ModelKindName): number | null {
  const { limit_group } = getKind(kind);
  if (limit_group === null) return null;
  const own = limits[kind] ?? null;
  if (own !== null) return own;
  const shared = MODEL_KIND_NAMES.filter((other) => getKind(other).limit_group === limit_group)
    .map((other) => limits[other] ?? null)
    .filter((limit) => limit !== null);
  return shared.length === 0 ? null : Math.min(...shared);
}

/** Which requests of a day are within their limits, made one after the other; a refused one counts nothing. */
export function listWithinLimits(
  limits: ModelLimits,
  kinds: readonly ModelKindName[],
  { used, amount }: { used: number; amount: number },
): boolean[] {
  let sum = used;
  return kinds.map((kind) => {
    const limit = findModelLimit(limits, kind);
    const is_within = limit === null || sum + amount <= limit;
    if (is_within) sum += amount;
    return is_within;
  });
}

export const isModelApprover = (kind: ModelKindName, person: ModelPerson): boolean =>
  getKind(kind).approvers.includes(person);

/** Whether a decision of a person counts. */
export function canDecide(request: ModelRequest, person: ModelPerson, user_ids: Record<ModelPerson, string>): boolean {
  const { tier } = request;
  const is_named =
    tier.roles.length + tier.user_ids.length === 0 ||
    isProviderPerson(person) ||
    tier.roles.includes(MODEL_PEOPLE[person].role) ||
    tier.user_ids.includes(user_ids[person]);
  return (
    request.status === 'pending' &&
    isModelApprover(request.kind, person) &&
    !request.owners.includes(person) &&
    !request.approved_by.has(person) &&
    is_named
  );
}

/** Whether a person may withdraw an open request. */
export const canWithdraw = (request: ModelRequest, person: ModelPerson): boolean =>
  request.status === 'pending' &&
  getKind(request.kind).is_withdrawable &&
  request.owners.includes(person) &&
  isModelApprover(request.kind, person);

/** A payout account is stopped by anyone who may approve one, as long as it is the next one. */
export const canStop = (request: ModelRequest, person: ModelPerson): boolean =>
  request.kind === 'payout_account' &&
  request.status === 'approved' &&
  !request.is_stopped &&
  isModelApprover(request.kind, person);

export const countMissing = ({ tier, approved_by }: ModelRequest): number => tier.approvals_required - approved_by.size;
