import { isProviderRole } from '@dasbor/contract/access';
import { AnalyticsScreen } from '../../analytics/analytics-screen.tsx';
import { useSignedIn } from '../../api/signed-in.ts';
import { GroupGate } from '../session/group-gate.tsx';
import { lazyPart } from './lazy-screen.ts';

const ProviderAnalyticsScreen = lazyPart(
  async () => (await import('../../analytics/provider-analytics-screen.tsx')).ProviderAnalyticsScreen,
);

/** Figures of all merchants for the provider's staff, their own for a merchant's users. */
export function AnalyticsRoute() {
  const { profile } = useSignedIn();
  if (profile !== null && isProviderRole(profile.role)) {
    return (
      <GroupGate groups={['Operations']}>
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
