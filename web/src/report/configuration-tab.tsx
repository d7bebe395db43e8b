import { getNotificationConfiguration } from '@dasbor/contract/report-delivery';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { ConfigurationForm } from './configuration-form.tsx';
import { DeliveryHistory } from './delivery-history.tsx';
import classes from '../manage-notifications/manage-notifications.module.css';
import { ReadFailure } from '../manage-notifications/read-failure.tsx';
import { ConfigurationSkeleton } from '../manage-notifications/skeletons.tsx';

/** How reports reach the merchant, and how they did so far. */
export function ConfigurationTab() {
  const configuration = useQuery(buildQuery(getNotificationConfiguration));
  if (configuration.isPending) return <ConfigurationSkeleton />;
  if (!configuration.data) {
    return <ReadFailure error={configuration.error} onRetry={() => void configuration.refetch()} />;
  }
  return (
    <div className={classes.stack}>
      <ConfigurationForm stored={configuration.data.data} />
      <DeliveryHistory />
    </div>
  );
}
