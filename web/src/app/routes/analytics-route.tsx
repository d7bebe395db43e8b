import { GROUP_VIEWER, isProviderRole } from '@dasbor/contract/access';
import { AnalyticsScreen } from '../../analytics/analytics-screen.tsx';
import { useSignedIn } from '../../api/signed-in.ts';
import { GroupGate } from '../session/group-gate.tsx';
import { lazyComponent } from './lazy-screen.ts';

const ProviderAnalyticsScreen = lazyComponent(
  async () => (await import('../../analytics/provider-analytics-screen.tsx')).ProviderAnalyticsScreen,
);

/** Metrics of all merchants for the provider's staff, of those of a group for its shared users, their own for a merchant's users. */
export function AnalyticsRoute() {
  const { profile } = useSignedIn();
  if (profile !== null && isProviderRole(profile.role)) {
    return (
      <GroupGate groups={['Operations']}>
        <ProviderAnalyticsScreen />
      </GroupGate>
    );
  }
  if (profile?.role === GROUP_VIEWER) {
    return (
      <GroupGate groups={['Group overview']}>
        <ProviderAnalyticsScreen />
      </GroupGate>
    );
  }
  return (
    <GroupGate groups={['Dashboard']}>
      <AnalyticsScreen />
    </GroupGate>
  );
}
