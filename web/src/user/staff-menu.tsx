import {
  type StaffMember,
  changeStaffRole,
  endStaffSessions,
  reactivateStaff,
  removeStaff,
  resetStaffSecondFactor,
  suspendStaff,
} from '@dasbor/contract/staff';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { messages } from './messages.ts';
import { PersonMenu } from './person-menu.tsx';
import { listStaffRoles } from './role-options.ts';

const ROUTES = {
  suspend: suspendStaff,
  reactivate: reactivateStaff,
  sign_out: endStaffSessions,
  reset_second_factor: resetStaffSecondFactor,
  remove: removeStaff,
} as const;

/** The actions on a staff member of the provider. */
export function StaffMenu({ person }: { person: StaffMember }) {
  const may_manage = useHasAccess('Staff', 'manage');
  return (
    <PersonMenu
      person={person}
      may_manage={may_manage}
      texts={messages().staff.confirm}
      roles={listStaffRoles()}
      apply={(action, id) => call(ROUTES[action], { params: { id } })}
      changeRole={(id, role) => call(changeStaffRole, { params: { id }, body: { role } })}
    />
  );
}
