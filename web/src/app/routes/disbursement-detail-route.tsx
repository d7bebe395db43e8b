import { useParams } from '@tanstack/react-router';
import { BatchDetailScreen } from '../../disbursement/batch-detail-screen.tsx';
import { DisbursementDetailScreen } from '../../disbursement/detail-screen.tsx';

/** Beginning of the ids of batches. */
const BATCH_PREFIX = 'dsbb_';

/** A disbursement or a batch, by the prefix of the id. */
export function DisbursementDetailRoute() {
  const { id } = useParams({ from: '/protected/disbursement/$id' });
  const Screen = id.startsWith(BATCH_PREFIX) ? BatchDetailScreen : DisbursementDetailScreen;
  return <Screen key={id} id={id} />;
}
