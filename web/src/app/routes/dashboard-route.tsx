import { isProviderRole } from '@dasbor/contract/access';
import { useSignedIn } from '../../api/signed-in.ts';
import { gated } from '../session/group-gate.tsx';
import { lazyScreen } from './lazy-screen.ts';

const Screen = lazyScreen(() => import('../../dashboard/dashboard-screen.tsx'), 'DashboardScreen');
const GatedScreen = gated('Dashboard', Screen);

/** The provider's staff hold nothing on the groups of merchants, but everybody has a home. */
export function DashboardRoute() {
  const { profile } = useSignedIn();
  return profile !== null && isProviderRole(profile.role) ? <Screen /> : <GatedScreen />;
}
DashboardRoute.preload = () => Screen.preload?.();
