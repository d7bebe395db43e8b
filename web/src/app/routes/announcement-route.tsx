import { isProviderRole } from '@dasbor/contract/access';
import { useSignedIn } from '../../api/signed-in.ts';
import { AnnouncementListScreen } from '../../announcement/list-screen.tsx';
import { CurrentOutages } from '../../outage/current-outages.tsx';
import { ReceivedAnnouncementsScreen } from '../../announcement/received-screen.tsx';
import { GroupGate } from '../session/group-gate.tsx';

/** The provider manages announcements; users of merchants read those that they received. */
export function AnnouncementRoute() {
  const { profile } = useSignedIn();
  if (profile === null || !isProviderRole(profile.role)) {
    return <ReceivedAnnouncementsScreen outages={<CurrentOutages />} />;
  }
  return (
    <GroupGate groups={['Announcements']}>
      <AnnouncementListScreen />
    </GroupGate>
  );
}
