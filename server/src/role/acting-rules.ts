/** The user who changes users or roles, as they are under the lock of `lockMembers`. */
import { localized } from '@dasbor/contract/language';
import type { Principal } from '../http/principal.ts';
import { Problem, forbidden } from '../http/problem.ts';
import type { LockedMember } from './queries.ts';
import { type RoleGrant, canGrant, canManageUsers } from './rules.ts';

/** Throws 403 when the principal lost the access since the request began. */
export function getActingMember(members: readonly LockedMember[], principal: Principal): LockedMember {
  const actor = members.find(({ user_id }) => user_id === principal.id);
  if (actor?.status !== 'active' || !canManageUsers(actor)) throw forbidden();
  return actor;
}

const EXCEEDS_OWN = localized(
  'This allows more than you may do yourself. Ask a user with more access.',
  'Ini memberi akses melebihi akses Anda sendiri. Minta pengguna dengan akses lebih tinggi.',
);

export const accessExceedsOwn = () => new Problem(422, 'access_exceeds_own', EXCEEDS_OWN);

/** Throws 422 when the role allows something that the actor may not do. */
export function assertGrantable(actor: RoleGrant, grant: RoleGrant): void {
  if (!canGrant(actor, grant)) throw accessExceedsOwn();
}
