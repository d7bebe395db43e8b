/** Changes of users, invitations and roles, and the lists that they refresh. */
import { listInvitations } from '@dasbor/contract/invitation';
import { listRoles } from '@dasbor/contract/role';
import { listUsers } from '@dasbor/contract/user';
import { type ChangeOptions, useChange } from '../api/use-change.ts';

const SHOWN_BY = [listUsers, listInvitations, listRoles];

export const useUserChange = <Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  options: ChangeOptions<Result>,
) => useChange(change, { ...options, shown_by: SHOWN_BY });
