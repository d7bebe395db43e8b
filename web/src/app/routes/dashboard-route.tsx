import { isProviderRole } from '@dasbor/contract/access';
import { useSignedIn } from '../../api/signed-in.ts';
import { withAccess } from '../session/group-gate.tsx';
import { lazyScreen } from './lazy-screen.ts';

const Screen = lazyScreen(() => import('../../dashboard/dashboard-screen.tsx'), 'DashboardScreen');
const GatedScreen = withAccess('Dashboard', Screen);

/** The provider's staff have no access to merchant groups, but every user has a home screen. */
export function DashboardRoute() {
  const { profile } = useSignedIn();
  return profile !== null && isProviderRole(profile.role) ? <Screen /> : <GatedScreen />;
}
DashboardRoute.preload = () => Screen.preload?.();
