import { listNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconInfoCircle } from '@tabler/icons-react';
import { queryOf } from '../api/query.ts';
import { PreferencesForm } from './preferences-form.tsx';
import { PreferencesSkeleton } from './skeletons.tsx';
import { ReadFailure } from './read-failure.tsx';

/** Which emails the merchant receives. */
export function NotificationsTab() {
  const preferences = useQuery(queryOf(listNotificationPreferences));
  if (preferences.isPending) return <PreferencesSkeleton />;
  if (!preferences.data) {
    return <ReadFailure error={preferences.error} onRetry={() => void preferences.refetch()} />;
  }
  return (
    <>
      <Alert role="note" color="primary" variant="light" icon={<IconInfoCircle aria-hidden />} mb="md">
        Disabling payment notifications may cause missed transaction updates.
      </Alert>
      <PreferencesForm items={preferences.data.data} />
    </>
  );
}
