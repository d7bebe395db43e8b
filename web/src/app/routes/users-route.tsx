import { isProviderRole } from '@dasbor/contract/access';
import { useSignedIn } from '../../api/signed-in.ts';
import { StaffScreen } from '../../user/staff-screen.tsx';
import { UsersScreen } from '../../user/users-screen.tsx';

/** The users of a merchant, or the provider's own staff. */
export function UsersRoute() {
  const { profile } = useSignedIn();
  return profile !== null && isProviderRole(profile.role) ? <StaffScreen /> : <UsersScreen />;
}
