/** Approval policies of a merchant. Each save is a new version; the newest is in force. */
import type * as contract from '@dasbor/contract/approval';
import { APPROVAL_GROUPS, POLICY_SUBJECTS, type ApprovalTier } from '@dasbor/contract/approval';
import type { Approver } from '@dasbor/contract/approval-fields';
import { getLevel, hasLevel } from '@dasbor/contract/access';
import { localized } from '@dasbor/contract/language';
import { recordAudit } from '../audit/record.ts';
import { type ActiveMember, listActiveMembers } from '../auth/membership-queries.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asLogin, isUniqueViolation } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { listRoleNames } from '../role/queries.ts';
import { type PolicyRow, insertPolicy, listPolicies } from './list-queries.ts';
import { DEFAULT_POLICY } from './rules.ts';

type PolicySubject = contract.PolicySubject;
type PolicyRoutes = Pick<typeof contract, 'listApprovalPolicies' | 'saveApprovalPolicy'>;

export const policyHandlers: Handlers<PolicyRoutes> = {
  listApprovalPolicies: async (ctx) => {
    const members = await listMembers(ctx);
    const { policies, role_names } = await ctx.tx(async (tx) => ({
      policies: await getPolicies(tx),
      role_names: await listRoleNames(tx),
    }));
    const data = policies.map((policy) => {
      const approvers = listApprovers(members, policy.subject_type);
      return { ...policy, role_names, approvers, is_approvable: isApprovable(approvers, policy.tiers) };
    });
    return { data };
  },

  saveApprovalPolicy: {
    // The three kinds exist for every merchant; a kind that is none of them is answered as missing.
    find: async ({ params }) => params.subject_type,
    handle: async (ctx) => {
      const { body, params, principal, now } = ctx;
      const { subject_type } = params;
      assertApplicable(subject_type, body);
      assertApprovable(listApprovers(await listMembers(ctx), subject_type), body.tiers);
      return ctx.tx(async (tx) => {
        const before = await getPolicy(tx, subject_type);
        if (before.version !== body.version) throw policyChanged();
        const { tiers, daily_limit, expires_after_hours } = body;
        const terms = { version: before.version + 1, tiers, daily_limit, expires_after_hours };
        await storeVersion(tx, {
          ...terms,
          id: newId('approval_policy', now),
          subject_type,
          changed_by_id: principal.id,
          changed_by: principal.name,
          changed_at: now,
        });
        const role_names = await listRoleNames(tx);
        await recordAudit(ctx, tx, {
          action: 'approval_policy.changed',
          object_type: 'approval_policy',
          object_id: subject_type,
          before: nameRoles(before, role_names),
          after: nameRoles(terms, role_names),
        });
        return { data: await getPolicy(tx, subject_type) };
      });
    },
  },
};

/** The terms of a policy with custom roles by their name, as they are at this time. */
const nameRoles = <Terms extends { tiers: readonly ApprovalTier[] }>(
  terms: Terms,
  names: Readonly<Record<string, string>>,
) => ({
  ...terms,
  tiers: terms.tiers.map((tier) => ({ ...tier, roles: tier.roles.map((role) => names[role] ?? role) })),
});

const listMembers = (ctx: Pick<RequestContext<never>, 'deps' | 'merchant_id'>): Promise<ActiveMember[]> =>
  asLogin(ctx.deps.db, (tx) => listActiveMembers(tx, ctx.merchant_id));

/** The policy of every kind; the default where none was saved. */
async function getPolicies(tx: MerchantTx): Promise<PolicyRow[]> {
  const saved = await listPolicies(tx);
  return POLICY_SUBJECTS.map(
    (subject_type) =>
      saved.find((policy) => policy.subject_type === subject_type) ?? {
        ...DEFAULT_POLICY,
        subject_type,
        changed_by: null,
        changed_at: null,
      },
  );
}

async function getPolicy(tx: MerchantTx, subject_type: PolicySubject): Promise<PolicyRow> {
  const found = (await getPolicies(tx)).find((policy) => policy.subject_type === subject_type);
  if (found === undefined) throw new Error(`There is no policy of ${subject_type}`);
  return found;
}

/** A version is unique, so that of two people who save at the same time one gets 409. */
async function storeVersion(tx: MerchantTx, policy: Parameters<typeof insertPolicy>[1]): Promise<void> {
  try {
    await insertPolicy(tx, policy);
  } catch (error) {
    if (isUniqueViolation(error, 'approval_policy_version')) throw policyChanged();
    throw error;
  }
}

const policyChanged = (): Problem =>
  new Problem(
    409,
    'policy_changed',
    localized(
      'Someone else changed this policy. Reload it and try again.',
      'Kebijakan ini sudah diubah orang lain. Muat ulang lalu coba lagi.',
    ),
  );

/** Payout accounts have no amount, so neither tiers nor a daily limit. */
function assertApplicable(
  subject_type: PolicySubject,
  { tiers, daily_limit }: { tiers: readonly ApprovalTier[]; daily_limit: number | null },
): void {
  if (subject_type !== 'payout_account' || (tiers.length === 1 && daily_limit === null)) return;
  const detail = localized(
    'Settlement accounts have no amount: use one tier and no daily limit.',
    'Rekening settlement tidak memiliki jumlah: gunakan satu tingkat tanpa batas harian.',
  );
  throw new Problem(422, 'amount_not_applicable', detail);
}

/** Active people with the level `approve` on the group of a kind. */
const listApprovers = (members: readonly ActiveMember[], subject_type: PolicySubject): Approver[] =>
  members
    .filter(({ access }) => hasLevel(getLevel(access, APPROVAL_GROUPS[subject_type]), 'approve'))
    .map(({ user_id, name, role }) => ({ user_id, name, role }));

/** The people who decide what a tier requires: all approvers, or those whom it names. */
function listDeciders(approvers: readonly Approver[], { roles, user_ids }: ApprovalTier): readonly Approver[] {
  if (roles.length + user_ids.length === 0) return approvers;
  return approvers.filter(({ user_id, role }) => user_ids.includes(user_id) || roles.includes(role));
}

/** Whether enough active people may still decide every tier. */
const isApprovable = (approvers: readonly Approver[], tiers: readonly ApprovalTier[]): boolean =>
  tiers.every((tier) => listDeciders(approvers, tier).length >= tier.approvals_required);

/** Every tier names only people who may approve, and enough of them. */
function assertApprovable(approvers: readonly Approver[], tiers: readonly ApprovalTier[]): void {
  for (const tier of tiers) {
    const { approvals_required, roles, user_ids } = tier;
    const unknown =
      user_ids.some((id) => !approvers.some(({ user_id }) => user_id === id)) ||
      roles.some((name) => !approvers.some(({ role }) => role === name));
    if (unknown) {
      const detail = localized(
        'A person or role of this policy cannot approve this kind of request. Choose others, or change their access.',
        'Orang atau peran dalam kebijakan ini tidak dapat menyetujui jenis permintaan ini. Pilih yang lain atau ubah aksesnya.',
      );
      throw new Problem(422, 'approver_without_access', detail);
    }
    const count = listDeciders(approvers, tier).length;
    if (count < approvals_required) {
      const detail = localized(
        `${approvals_required} ${approvals_required === 1 ? 'approval is' : 'approvals are'} required, but only ${count} active ${count === 1 ? 'person' : 'people'} can approve.`,
        `Diperlukan ${approvals_required} persetujuan, tetapi hanya ${count} orang aktif yang dapat menyetujui.`,
      );
      throw new Problem(422, 'too_few_approvers', detail);
    }
  }
}
