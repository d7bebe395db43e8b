import { isProviderRole } from '@dasbor/contract/access';
import { useSignedIn } from '../../api/signed-in.ts';
import { DashboardScreen } from '../../dashboard/dashboard-screen.tsx';
import { lazyPart } from './lazy-screen.ts';
import { GroupGate } from '../session/group-gate.tsx';

const OperationsScreen = lazyPart(
  async () => (await import('../../operations/operations-screen.tsx')).OperationsScreen,
);

/** The home screen: operations for the provider's staff, their own payments for a merchant's users. */
export function DashboardRoute() {
  const { profile } = useSignedIn();
  if (profile !== null && isProviderRole(profile.role)) return <OperationsScreen />;
  return (
    <GroupGate groups={['Dashboard']}>
      <DashboardScreen />
    </GroupGate>
  );
}
