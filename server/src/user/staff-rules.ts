/** Rules of changes to the provider's staff: by whom, and to which roles. */
import { PROVIDER_GROUPS, type ProviderRole, getRoleLevel, hasLevel } from '@dasbor/contract/access';
import type { MemberStatus } from '@dasbor/contract/user';

/** The job that sends an invitation of staff. */
export const SEND_STAFF_INVITATION_JOB = 'send_staff_invitation';

/** A staff member of the provider as they are under the lock of all staff. */
export interface LockedStaff {
  user_id: string;
  name: string;
  email: string;
  role: ProviderRole;
  status: MemberStatus;
}

export const canManageStaff = (role: ProviderRole): boolean => hasLevel(getRoleLevel(role, 'Staff'), 'manage');

/**
 * Whether a holder may give a role. An administrator appoints every role: some rights, such as the approval of merchants,
 * are kept from administrators on purpose, and nobody changes their own role. Everyone else grants at most what they hold.
 */
export const canGrantRole = (holder: ProviderRole, granted: ProviderRole): boolean =>
  holder === 'platform_admin' ||
  PROVIDER_GROUPS.every((group) => hasLevel(getRoleLevel(holder, group), getRoleLevel(granted, group)));

/** Whether an active administrator remains when the target is no longer one. */
export const hasOtherAdmin = (staff: readonly LockedStaff[], target: Pick<LockedStaff, 'user_id'>): boolean =>
  staff.some(
    ({ user_id, role, status }) => user_id !== target.user_id && role === 'platform_admin' && status === 'active',
  );
