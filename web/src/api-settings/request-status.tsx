import type { ApiRequest } from '@dasbor/contract/api-log';
import { StatusChip } from '../ui/status-chip.tsx';

/** The HTTP status: green done, amber refused, red failed. */
export const RequestStatus = ({ row: { status } }: { row: Pick<ApiRequest, 'status'> }) => (
  <StatusChip
    status={String(status)}
    tone={status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success'}
    label={String(status)}
  />
);
