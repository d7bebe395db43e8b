import { IconLock } from '@tabler/icons-react';
import { toProblem } from '../api/problem.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { messages } from './messages.ts';

/** A failed query with a retry; missing access has its own text and no retry. */
export function ReadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { detail, status_code, request_id } = toProblem(error);
  if (status_code !== 403) return <FailedState detail={detail} request_id={request_id} onRetry={onRetry} />;
  const t = messages().forbidden;
  return (
    <EmptyState title={t.title} icon={<IconLock size={22} stroke={1.6} />}>
      {t.line}
    </EmptyState>
  );
}
