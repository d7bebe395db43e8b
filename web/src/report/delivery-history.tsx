import { listReportRuns, createReportRun } from '@dasbor/contract/report';
import { listSettlements } from '@dasbor/contract/settlement';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { IconFileExport, IconSend } from '@tabler/icons-react';
import { call, createIdempotencyKey } from '../api/call.ts';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildPagesQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import classes from '../manage-notifications/manage-notifications.module.css';
import run_classes from './delivery-history.module.css';
import { ReadFailure } from '../manage-notifications/read-failure.tsx';
import { DeliveryRow } from './delivery-row.tsx';

const PAGE_ROWS = 10;

/** Past and running deliveries; they move on by themselves while the screen is open. */
export function DeliveryHistory() {
  const client = useQueryClient();
  const may_manage = useMay('Reports', 'manage');
  const runs = useInfiniteQuery(buildPagesQuery(listReportRuns, { query: { limit: PAGE_ROWS } }));
  const readAgain = () => void client.invalidateQueries({ queryKey: buildQueryKey(listReportRuns) });
  useLive(({ topic }) => {
    if (topic === 'report-run') readAgain();
  });
  const send = useMutation({
    mutationFn: async (idempotency_key: string) => {
      const paid = await call(listSettlements, { query: { status: ['paid'], limit: 1 } });
      const [latest] = paid.data;
      if (latest === undefined) return null;
      const body = { report_type: 'settlement', settlement_batch_id: latest.id } as const;
      return call(createReportRun, { body, idempotency_key });
    },
    onSuccess: (sent) => {
      if (sent === null)
        return void showError('No settlement was paid yet. The first report comes with the first one.');
      void showSuccess(`The report of ${sent.data.batch_no} is on its way`);
      readAgain();
    },
  });
  const rows = runs.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Panel
      title="Delivery history"
      flush
      actions={
        <Button
          variant="default"
          size="xs"
          className={run_classes.send}
          leftSection={<IconSend size={14} aria-hidden />}
          disabled={!may_manage}
          loading={send.isPending}
          onClick={() => send.mutate(createIdempotencyKey())}
        >
          Send the latest settlement report
        </Button>
      }
    >
      {runs.isPending && <ListSkeleton rows={3} />}
      {runs.isError && !runs.data && <ReadFailure error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.data && rows.length === 0 && (
        <EmptyState title="No deliveries yet" icon={<IconFileExport size={22} stroke={1.6} />}>
          Each report that is sent appears here, with where it went.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className={classes.rows} aria-label="Deliveries">
          {rows.map((run) => (
            <DeliveryRow key={run.id} run={run} />
          ))}
        </ul>
      )}
      {runs.hasNextPage && (
        <div className={run_classes.more}>
          <Button
            variant="subtle"
            size="xs"
            loading={runs.isFetchingNextPage}
            onClick={() => void runs.fetchNextPage()}
          >
            Show earlier deliveries
          </Button>
        </div>
      )}
    </Panel>
  );
}
