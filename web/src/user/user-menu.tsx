import {
  type MerchantUser,
  changeUserRole,
  reactivateUser,
  removeUser,
  resetUserSecondFactor,
  endUserSessions,
  suspendUser,
} from '@dasbor/contract/user';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { messages } from './messages.ts';
import { PersonMenu } from './person-menu.tsx';
import { useRoleOptions } from './role-options.ts';

const ROUTES = {
  suspend: suspendUser,
  reactivate: reactivateUser,
  sign_out: endUserSessions,
  reset_second_factor: resetUserSecondFactor,
  remove: removeUser,
} as const;

/** The actions on a user of the merchant. */
export function UserMenu({ user }: { user: MerchantUser }) {
  const may_manage = useHasAccess('Users', 'manage');
  const roles = useRoleOptions();
  return (
    <PersonMenu
      person={user}
      may_manage={may_manage}
      texts={messages().confirm}
      roles={roles}
      apply={(action, id) => call(ROUTES[action], { params: { id } })}
      changeRole={(id, role) => call(changeUserRole, { params: { id }, body: { role } })}
    />
  );
}
