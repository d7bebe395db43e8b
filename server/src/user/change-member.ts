/**
 * Changes of a member: role, suspension, removal. The change, its audit entry and its notification are one transaction
 * under the lock of all members, so that the last superadmin stays and nobody changes a user with more access.
 */
import type { RoleKey } from '@dasbor/contract/access';
import { localized } from '@dasbor/contract/language';
import type { MemberStatus } from '@dasbor/contract/user';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { type MerchantTx, asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Principal } from '../http/principal.ts';
import { invalidatePrincipal, revokePrincipal } from '../http/principal-cache.ts';
import { Problem, notFound } from '../http/problem.ts';
import { assertGrantable, getActingMember } from '../role/acting-rules.ts';
import { type LockedMember, findRoleGrant, listSessionsOfMerchant, lockMembers } from '../role/queries.ts';
import { endSessions, findPerson, updateMember } from './queries.ts';
import { ownMembership, statusConflict, unknownRole } from './problems.ts';
import { canChangeStatus } from './status-rules.ts';
import { notifyUserChange } from './user-event-queries.ts';

export type MemberChange = { role: RoleKey } | { status: MemberStatus } | 'sign_out';

export interface ChangeContext {
  deps: Deps;
  now: Date;
  principal: Principal;
  merchant_id: string;
  request: { ip: string };
}

const LAST_SUPERADMIN = localized(
  'This is the last active superadmin. Make another user superadmin first.',
  'Ini superadmin aktif terakhir. Jadikan pengguna lain superadmin terlebih dahulu.',
);

/** Applies a change; returns the number of sessions that it ended. */
export async function changeMember(ctx: ChangeContext, user_id: string, change: MemberChange): Promise<number> {
  const { deps, merchant_id, now, principal, request } = ctx;
  const person = await asLogin(deps.db, (tx) => findPerson(tx, user_id));
  if (person === undefined) throw notFound();
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const parties = await lockMembersForChange(tx, principal, user_id);
    await applyChange(tx, { deps, merchant_id, now, principal, request, person }, parties, change);
  });
  return endAccess(deps, { merchant_id, user_id }, change, now);
}

/** Locks the members. Throws unless the principal may change the target: another user with at most the same access. */
export async function lockMembersForChange(tx: MerchantTx, principal: Principal, user_id: string): Promise<Parties> {
  const members = await lockMembers(tx);
  const actor = getActingMember(members, principal);
  const target = members.find((member) => member.user_id === user_id);
  if (target === undefined) throw notFound();
  if (target.user_id === actor.user_id) throw ownMembership();
  assertGrantable(actor, target);
  return { actor, target, members };
}

interface Parties {
  actor: LockedMember;
  target: LockedMember;
  members: LockedMember[];
}

async function applyChange(
  tx: MerchantTx,
  ctx: ChangeContext & { person: { name: string; email: string } },
  { actor, target, members }: Parties,
  change: MemberChange,
): Promise<void> {
  const { now, person } = ctx;
  const about = { object_type: 'user', object_id: target.user_id };
  if (change === 'sign_out') {
    if (target.status === 'removed') throw notFound();
    await recordAudit(ctx satisfies AuditContext, tx, { ...about, action: 'user.signed_out', after: person });
    return;
  }
  if ('role' in change) {
    if (target.status === 'removed') throw notFound();
    if (change.role === target.role) return;
    const grant = await findRoleGrant(tx, change.role);
    if (grant === undefined) throw unknownRole();
    assertGrantable(actor, grant);
    assertSuperadminRemains(members, target, grant.role === 'superadmin');
    await updateMember(tx, target.user_id, change, now);
    await recordAudit(ctx, tx, {
      ...about,
      action: 'user.role_changed',
      before: { role: target.role, role_name: (await findRoleGrant(tx, target.role))?.name ?? null },
      after: { ...person, role: change.role, role_name: grant.name },
    });
    const event = { outcome: 'role_changed', user_id: target.user_id, ...person, by: ctx.principal.name } as const;
    await notifyUserChange(tx, event, now);
    return;
  }
  if (!canChangeStatus(target.status, change.status)) throw statusConflict(target.status);
  assertSuperadminRemains(members, target, change.status === 'active');
  await updateMember(tx, target.user_id, change, now);
  await recordAudit(ctx, tx, {
    ...about,
    action: `user.${change.status === 'active' ? 'reactivated' : change.status}`,
    before: { status: target.status },
    after: { ...person, status: change.status },
  });
}

/** The last active superadmin keeps role and status, also when two requests change the last two concurrently. */
export function assertSuperadminRemains(members: readonly LockedMember[], target: LockedMember, stays: boolean): void {
  if (target.role !== 'superadmin' || target.status !== 'active' || stays) return;
  const others = members.filter(
    ({ user_id, role, status }) => user_id !== target.user_id && role === 'superadmin' && status === 'active',
  );
  if (others.length === 0) throw new Problem(409, 'last_superadmin', LAST_SUPERADMIN);
}

/**
 * Ends the sessions of a person who lost the access; the principals of this process are read again at once. The
 * membership alone blocks every process within five seconds, so a crash in between leaves no access.
 */
async function endAccess(
  deps: Deps,
  member: { merchant_id: string; user_id: string },
  change: MemberChange,
  now: Date,
): Promise<number> {
  const { merchant_id, user_id } = member;
  if (change !== 'sign_out' && ('role' in change || change.status === 'active')) {
    const sessions = await asLogin(deps.db, (tx) => listSessionsOfMerchant(tx, merchant_id, [user_id], now));
    for (const { id } of sessions) invalidatePrincipal(deps, id);
    return 0;
  }
  const ended = await asLogin(deps.db, (tx) => endSessions(tx, member, now));
  for (const id of ended) revokePrincipal(deps, id);
  return ended.length;
}
