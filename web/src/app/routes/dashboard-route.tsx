import { GROUP_VIEWER, isProviderRole } from '@dasbor/contract/access';
import { useSignedIn } from '../../api/signed-in.ts';
import { DashboardScreen } from '../../dashboard/dashboard-screen.tsx';
import { lazyComponent } from './lazy-screen.ts';
import { OpenInMerchant } from '../session/open-in-merchant.tsx';
import { GroupGate } from '../session/group-gate.tsx';

const ProviderDashboard = lazyComponent(async () => (await import('./provider-dashboard.tsx')).ProviderDashboard);
const GroupScreen = lazyComponent(async () => (await import('../../merchant-lists/group-screen.tsx')).GroupScreen);

/**
 * The home screen: operations for the provider's staff, the account group for its shared users, their own payments for a
 * merchant's users.
 */
export function DashboardRoute() {
  const { profile } = useSignedIn();
  if (profile !== null && isProviderRole(profile.role)) return <ProviderDashboard />;
  if (profile?.role === GROUP_VIEWER) return <GroupScreen renderOpen={(link) => <OpenInMerchant {...link} />} />;
  return (
    <GroupGate groups={['Dashboard']}>
      <DashboardScreen />
    </GroupGate>
  );
}
