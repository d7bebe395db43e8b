import { useParams } from '@tanstack/react-router';
import { BatchDetailScreen } from '../../disbursement/batch-detail-screen.tsx';
import { DisbursementDetailScreen } from '../../disbursement/detail-screen.tsx';
import { ObjectWebhooks } from '../../webhook/object-webhooks.tsx';
import { ResendWebhookButton } from '../../webhook/resend-webhook.tsx';

/** Beginning of the ids of batches. */
const BATCH_PREFIX = 'dsbb_';

/** A disbursement or a batch, by the prefix of the id, with the webhook events of a disbursement. */
export function DisbursementDetailRoute() {
  const { id } = useParams({ from: '/protected/disbursement/$id' });
  if (id.startsWith(BATCH_PREFIX)) return <BatchDetailScreen key={id} id={id} />;
  return (
    <DisbursementDetailScreen
      key={id}
      id={id}
      actions={<ResendWebhookButton object_ids={[id]} />}
      panels={<ObjectWebhooks object_id={id} />}
    />
  );
}
