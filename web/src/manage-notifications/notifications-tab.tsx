import { listNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import classes from './manage-notifications.module.css';
import { Callout } from '../ui/callout.tsx';
import { messages } from './messages.ts';
import { PreferencesForm } from './preferences-form.tsx';
import { PreferencesSkeleton } from './skeletons.tsx';
import { ReadFailure } from './read-failure.tsx';

/** The notification preferences of the merchant. */
export function NotificationsTab() {
  const preferences = useQuery(buildQuery(listNotificationPreferences));
  if (preferences.isPending) return <PreferencesSkeleton />;
  if (!preferences.data) {
    return <ReadFailure error={preferences.error} onRetry={() => void preferences.refetch()} />;
  }
  return (
    <div className={classes.stack}>
      <Callout kind="info">{messages().banner}</Callout>
      <PreferencesForm items={preferences.data.data} />
    </div>
  );
}
