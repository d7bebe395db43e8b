import { getNotificationConfiguration } from '@dasbor/contract/report-delivery';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { ConfigurationForm } from './configuration-form.tsx';
import { ConfigurationSkeleton } from './configuration-skeleton.tsx';
import classes from './configuration.module.css';
import { DeliveryHistory } from './delivery-history.tsx';
import { ReadFailure } from './read-failure.tsx';

/** The report delivery configuration and the delivery history. */
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
