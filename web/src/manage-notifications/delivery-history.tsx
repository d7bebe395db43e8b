import { listReportRuns, sendReport } from '@dasbor/contract/report';
import { businessDayOf } from '@dasbor/contract/time';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { IconFileExport, IconSend } from '@tabler/icons-react';
import { call, newIdempotencyKey } from '../api/call.ts';
import { useLive } from '../api/live.ts';
import { keyOf, pagesOf } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { showSuccess } from '../ui/toast.ts';
import classes from './manage-notifications.module.css';
import run_classes from './report-runs.module.css';
import { ReadFailure } from './read-failure.tsx';
import { ReportRunRow, formatBusinessDay } from './report-run-row.tsx';

const PAGE_ROWS = 10;
const DAY_MS = 86_400_000;

/** Past and running deliveries; they move on by themselves while the screen is open. */
export function DeliveryHistory() {
  const client = useQueryClient();
  const may_manage = useMay('Reports', 'manage');
  const runs = useInfiniteQuery(pagesOf(listReportRuns, { query: { limit: PAGE_ROWS } }));
  const readAgain = () => void client.invalidateQueries({ queryKey: keyOf(listReportRuns) });
  useLive(({ noun }) => {
    if (noun === 'report-run') readAgain();
  });
  const send = useMutation({
    mutationFn: (idempotency_key: string) => {
      const business_day = businessDayOf(new Date(Date.now() - DAY_MS));
      return call(sendReport, { body: { business_day }, idempotency_key });
    },
    onSuccess: ({ data }) => {
      void showSuccess(`The report of ${formatBusinessDay(data.business_day)} is on its way`);
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
          onClick={() => send.mutate(newIdempotencyKey())}
        >
          {"Send yesterday's report now"}
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
            <ReportRunRow key={run.id} run={run} />
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
