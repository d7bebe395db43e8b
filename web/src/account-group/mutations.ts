/** Changes of account groups, and the queries that they refresh. */
import {
  getAccountGroup,
  getAccountGroupVolume,
  listAccountGroupMembers,
  listAccountGroupSettlements,
  listAccountGroups,
} from '@dasbor/contract/account-group';
import { listAccountGroupUsers } from '@dasbor/contract/account-group-user';
import { type ChangeOptions, useChange } from '../api/use-change.ts';

const AFFECTED_ROUTES = [
  getAccountGroup,
  listAccountGroups,
  listAccountGroupMembers,
  getAccountGroupVolume,
  listAccountGroupSettlements,
  listAccountGroupUsers,
];

export const useGroupChange = <Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  options: ChangeOptions<Result>,
) => useChange(change, { ...options, shown_by: AFFECTED_ROUTES });
