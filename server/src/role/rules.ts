/** Rules of assigning roles: nobody grants more than they hold. */
import { type AccessEntry, ACCESS_GROUPS, type RoleKey, getLevel, hasLevel } from '@dasbor/contract/access';

/** Access levels of a role. */
export interface RoleGrant {
  role: RoleKey;
  access: AccessEntry[];
  /** Whether contact data of customers is masked. */
  is_masked: boolean;
}

/** `superadmin` and `admin` may do more than their levels say, such as reading all exports. */
const getRank = (role: RoleKey): number => (role === 'superadmin' ? 2 : role === 'admin' ? 1 : 0);

/** Whether a holder may grant what a role allows, or change a user who has it. */
export const canGrant = (holder: RoleGrant, granted: RoleGrant): boolean =>
  getRank(granted.role) <= getRank(holder.role) &&
  (granted.is_masked || !holder.is_masked) &&
  ACCESS_GROUPS.every((group) => hasLevel(getLevel(holder.access, group), getLevel(granted.access, group)));

/** Whether a holder may manage users at all. */
export const canManageUsers = ({ access }: RoleGrant): boolean => hasLevel(getLevel(access, 'Users'), 'manage');
