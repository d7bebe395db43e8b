/**
 * Changes of the staff of the provider: role, suspension, removal, second factor. The change, its event and its emails are
 * one transaction under the lock of all staff, so that the last active administrator stays.
 */
import type { ProviderRole } from '@dasbor/contract/access';
import { localized } from '@dasbor/contract/language';
import type { ProviderAction } from '@dasbor/contract/provider-actions';
import type { MemberStatus } from '@dasbor/contract/user';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { deleteSecondFactors } from '../auth/factor-queries.ts';
import { recordSecurityEvent } from '../auth/security-event-queries.ts';
import { endOtherSessions, listLiveSessions } from '../auth/session-queries.ts';
import { type LoginTx, asLogin } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { invalidatePrincipal, revokePrincipal } from '../http/principal-cache.ts';
import { Problem, forbidden, notFound } from '../http/problem.ts';
import { accessExceedsOwn } from '../role/acting-rules.ts';
import { noSecondFactor, ownMembership, statusConflict } from './problems.ts';
import { notifyStaffChange } from './staff-event-queries.ts';
import { lockStaff, updateStaff } from './staff-queries.ts';
import { type LockedStaff, canGrantRole, canManageStaff, hasOtherAdmin } from './staff-rules.ts';
import { canChangeStatus } from './status-rules.ts';

export interface StaffContext {
  deps: Deps;
  now: Date;
  principal: { id: string; name: string };
  request: { ip: string };
}

export type StaffChange = { role: ProviderRole } | { status: MemberStatus } | 'sign_out' | 'reset_second_factor';

const LAST_ADMIN = localized(
  'This is the last active administrator. Make another person administrator first.',
  'Ini admin aktif terakhir. Jadikan orang lain admin terlebih dahulu.',
);

/** The person who acts, as they are under the lock of all staff. Throws 403 when they lost the access meanwhile. */
export function getActingStaff(staff: readonly LockedStaff[], principal: { id: string }): LockedStaff {
  const actor = staff.find(({ user_id }) => user_id === principal.id);
  if (actor?.status !== 'active' || !canManageStaff(actor.role)) throw forbidden();
  return actor;
}

/** Throws 422 when a role allows something that the actor may not grant. */
export function assertGrantableRole(actor: LockedStaff, role: ProviderRole): void {
  if (!canGrantRole(actor.role, role)) throw accessExceedsOwn();
}

/** The last active administrator keeps role and status, also when two requests change the last two concurrently. */
export function assertAdminRemains(staff: readonly LockedStaff[], target: LockedStaff, stays: boolean): void {
  if (target.role !== 'platform_admin' || target.status !== 'active' || stays) return;
  if (!hasOtherAdmin(staff, target)) throw new Problem(409, 'last_platform_admin', LAST_ADMIN);
}

/** Applies a change; returns the number of sessions that it ended. */
export async function changeStaff(ctx: StaffContext, user_id: string, change: StaffChange): Promise<number> {
  const { deps } = ctx;
  const { ended, changed } = await asLogin(deps.db, async (tx) => {
    const staff = await lockStaff(tx);
    const actor = getActingStaff(staff, ctx.principal);
    const target = staff.find((person) => person.user_id === user_id);
    if (target === undefined) throw notFound();
    if (target.user_id === actor.user_id) throw ownMembership();
    await applyChange(tx, ctx, { actor, target, staff }, change);
    return endAccess(tx, ctx, user_id, change);
  });
  // The status alone blocks every process within five seconds, so a crash in between leaves no access.
  for (const id of ended) revokePrincipal(deps, id);
  for (const id of changed) invalidatePrincipal(deps, id);
  return ended.length;
}

interface Parties {
  actor: LockedStaff;
  target: LockedStaff;
  staff: readonly LockedStaff[];
}

async function applyChange(
  tx: LoginTx,
  ctx: StaffContext,
  { actor, target, staff }: Parties,
  change: StaffChange,
): Promise<void> {
  const { now, principal, request } = ctx;
  const { user_id, name, email } = target;
  const record = (action: ProviderAction, before: object | null, after: object) =>
    recordProviderEvent(tx, ctx, { action, object_type: 'staff', object_id: user_id, before, after });
  if (typeof change === 'object' && 'status' in change) {
    const { status } = change;
    if (!canChangeStatus(target.status, status)) throw statusConflict(target.status);
    if (status === 'active') assertGrantableRole(actor, target.role);
    assertAdminRemains(staff, target, status === 'active');
    await updateStaff(tx, user_id, change);
    const action = `staff.${status === 'active' ? 'reactivated' : status}` as const;
    return record(action, { status: target.status }, { name, email, status });
  }
  if (target.status === 'removed') throw notFound();
  if (change === 'sign_out') return record('staff.signed_out', null, { name, email });
  if (change === 'reset_second_factor') {
    if (!(await deleteSecondFactors(tx, user_id))) throw noSecondFactor();
    const by = { type: 'provider', id: principal.id, name: principal.name } as const;
    await recordSecurityEvent(tx, { user_id, kind: 'second_factor_reset', at: now, ip: request.ip, actor: by });
    return record('staff.second_factor_reset', null, { name, email });
  }
  const { role } = change;
  if (role === target.role) return;
  assertGrantableRole(actor, role);
  assertAdminRemains(staff, target, false);
  await updateStaff(tx, user_id, change);
  await record('staff.role_changed', { role: target.role }, { name, email, role });
  await notifyStaffChange(tx, ctx, { outcome: 'role_changed', name, email, role, user_id });
}

/** Ends the sessions of a person who lost the access; after another change, their sessions are read again. */
async function endAccess(
  tx: LoginTx,
  { now }: StaffContext,
  user_id: string,
  change: StaffChange,
): Promise<{ ended: string[]; changed: string[] }> {
  const stays = typeof change === 'object' && ('role' in change || change.status === 'active');
  if (!stays) return { ended: await endOtherSessions(tx, { user_id }, 'revoked', now), changed: [] };
  const sessions = await listLiveSessions(tx, user_id, now);
  return { ended: [], changed: sessions.map(({ id }) => id) };
}
