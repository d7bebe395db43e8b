import { listNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import classes from './manage-notifications.module.css';
import { Callout } from '../ui/callout.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import { PreferencesSkeleton } from './skeletons.tsx';
import { ReadFailure } from './read-failure.tsx';

/** Which emails the merchant receives. */
export function NotificationsTab() {
  const preferences = useQuery(buildQuery(listNotificationPreferences));
  if (preferences.isPending) return <PreferencesSkeleton />;
  if (!preferences.data) {
    return <ReadFailure error={preferences.error} onRetry={() => void preferences.refetch()} />;
  }
  return (
    <div className={classes.stack}>
      <Callout kind="info">Disabling payment notifications may cause missed transaction updates.</Callout>
      <PreferencesForm items={preferences.data.data} />
    </div>
  );
}
