import { getDeposit, getDepositVa } from '@dasbor/contract/deposit-va';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildQuery } from '../api/query.ts';
import { BackToList, useBackOnEscape } from '../list/back-to-list.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ScreenSkeleton } from '../ui/skeletons.tsx';
import { DepositDetail } from './deposit-detail.tsx';
import { NumberDetail } from './number-detail.tsx';
import { messages } from './messages.ts';

/** One deposit VA or one deposit, by the prefix of the id. */
export function DepositVaDetailScreen() {
  const { id } = useParams({ from: '/protected/deposit-va/$id' });
  useBackOnEscape('/deposit-va');
  return id.startsWith('dep_') ? <OneDeposit id={id} /> : <OneNumber id={id} />;
}

function OneNumber({ id }: { id: string }) {
  const client = useQueryClient();
  const number = useQuery({ ...buildQuery(getDepositVa, { params: { id } }), meta: { quiet: true } });
  useLive((event) => {
    if (event.topic !== 'deposit-va' && event.topic !== 'resync') return;
    void client.invalidateQueries({ queryKey: buildQueryKey(getDepositVa, { params: { id } }) });
    void client.invalidateQueries({ queryKey: ['listDeposits', { query: { deposit_va_id: id, limit: 10 } }] });
  });
  if (number.isPending) return <ScreenSkeleton />;
  if (number.data !== undefined) return <NumberDetail va={number.data.data} />;
  return <Missing id={id} error={number.error} onRetry={() => void number.refetch()} />;
}

function OneDeposit({ id }: { id: string }) {
  const client = useQueryClient();
  const deposit = useQuery({ ...buildQuery(getDeposit, { params: { id } }), meta: { quiet: true } });
  useLive((event) => {
    if (event.id !== id && event.topic !== 'resync') return;
    void client.invalidateQueries({ queryKey: buildQueryKey(getDeposit, { params: { id } }) });
  });
  if (deposit.isPending) return <ScreenSkeleton />;
  if (deposit.data !== undefined) return <DepositDetail deposit={deposit.data.data} />;
  return <Missing id={id} error={deposit.error} onRetry={() => void deposit.refetch()} />;
}

interface MissingProps {
  id: string;
  error: { status_code: number; detail: string; request_id?: string | undefined } | null;
  onRetry: () => void;
}

function Missing({ id, error, onRetry }: MissingProps) {
  const t = messages();
  const navigate = useNavigate();
  // A malformed ID is reported like an unknown one.
  const is_missing = error?.status_code === 404 || error?.status_code === 400;
  return (
    <Panel>
      {is_missing ? (
        <EmptyState
          title={id.startsWith('dep_') ? t.detail.deposit_not_found : t.detail.not_found}
          action={
            <Button variant="default" onClick={() => void navigate({ to: '/deposit-va' })}>
              {t.back}
            </Button>
          }
        >
          {t.detail.not_found_text(id)}
        </EmptyState>
      ) : (
        <>
          <BackToList path="/deposit-va" label={t.title} />
          <FailedState detail={error?.detail ?? ''} request_id={error?.request_id} onRetry={onRetry} />
        </>
      )}
    </Panel>
  );
}
