import { isProviderRole } from '@dasbor/contract/access';
import { useSignedIn } from '../../api/signed-in.ts';
import { DashboardScreen } from '../../dashboard/dashboard-screen.tsx';
import { GroupGate } from '../session/group-gate.tsx';

/** The provider's staff have no access to merchant groups, but every user has a home screen. */
export function DashboardRoute() {
  const { profile } = useSignedIn();
  if (profile !== null && isProviderRole(profile.role)) return <DashboardScreen />;
  return (
    <GroupGate groups={['Dashboard']}>
      <DashboardScreen />
    </GroupGate>
  );
}
