import { IconLock } from '@tabler/icons-react';
import { toProblem } from '../api/problem.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';

/** What could not be read: forbidden has its own words and no retry, anything else can be tried again. */
export function ReadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { detail, status_code, request_id } = toProblem(error);
  if (status_code !== 403) return <FailedState detail={detail} request_id={request_id} onRetry={onRetry} />;
  return (
    <EmptyState title="You have no access to this" icon={<IconLock size={22} stroke={1.6} />}>
      Your role does not include email notifications. A superadmin of your merchant can change that.
    </EmptyState>
  );
}
