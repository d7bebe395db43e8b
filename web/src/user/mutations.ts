/** Changes of users, invitations, roles and staff of the provider, and the lists that they refresh. */
import { listInvitations } from '@dasbor/contract/invitation';
import { listRoles } from '@dasbor/contract/role';
import { listStaff, listStaffInvitations } from '@dasbor/contract/staff';
import { listUsers } from '@dasbor/contract/user';
import { type ChangeOptions, useChange } from '../api/use-change.ts';

const AFFECTED_ROUTES = [listUsers, listInvitations, listRoles, listStaff, listStaffInvitations];

export const useUserChange = <Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  options: ChangeOptions<Result>,
) => useChange(change, { ...options, shown_by: AFFECTED_ROUTES });
