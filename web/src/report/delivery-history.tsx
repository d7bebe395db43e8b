import { listReportRuns, createReportRun } from '@dasbor/contract/report';
import { listSettlements } from '@dasbor/contract/settlement';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { IconFileExport, IconSend } from '@tabler/icons-react';
import { call } from '../api/call.ts';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildPagesQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { showError, showSuccess } from '../ui/toast.ts';
import classes from './delivery-history.module.css';
import { DeliveryRow } from './delivery-row.tsx';
import { messages } from './messages.ts';
import { ReadFailure } from './read-failure.tsx';

const PAGE_ROWS = 10;

/** Deliveries of reports, updated live. */
export function DeliveryHistory() {
  const client = useQueryClient();
  const may_manage = useHasAccess('Reports', 'manage');
  const runs = useInfiniteQuery(buildPagesQuery(listReportRuns, { query: { limit: PAGE_ROWS } }));
  const refresh = () => void client.invalidateQueries({ queryKey: buildQueryKey(listReportRuns) });
  useLive(({ topic }) => {
    if (topic === 'report-run') refresh();
  });
  const idempotency = useIdempotencyKey();
  const send = useMutation({
    mutationFn: async () => {
      const paid = await call(listSettlements, { query: { status: ['paid'], limit: 1 } });
      const [latest] = paid.data;
      if (latest === undefined) return null;
      const body = { report_type: 'settlement', settlement_batch_id: latest.id } as const;
      return call(createReportRun, { body, idempotency_key: idempotency.key() });
    },
    onError: idempotency.onError,
    onSuccess: (sent) => {
      idempotency.renew();
      if (sent === null) return void showError(messages().delivery.no_settlement);
      void showSuccess(messages().delivery.sent(sent.data.batch_no ?? ''));
      refresh();
    },
  });
  const t = messages().delivery;
  const rows = runs.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Panel
      title={t.title}
      flush
      actions={
        <Button
          variant="default"
          size="xs"
          className={classes.send}
          leftSection={<IconSend size={14} aria-hidden />}
          disabled={!may_manage}
          loading={send.isPending}
          onClick={() => send.mutate()}
        >
          {t.send}
        </Button>
      }
    >
      {runs.isPending && <ListSkeleton rows={3} />}
      {runs.isError && !runs.data && <ReadFailure error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.data && rows.length === 0 && (
        <EmptyState title={t.empty} icon={<IconFileExport size={22} stroke={1.6} />}>
          {t.empty_line}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className={classes.rows} aria-label={t.list}>
          {rows.map((run) => (
            <DeliveryRow key={run.id} run={run} />
          ))}
        </ul>
      )}
      {runs.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="subtle"
            size="xs"
            loading={runs.isFetchingNextPage}
            onClick={() => void runs.fetchNextPage()}
          >
            {t.more}
          </Button>
        </div>
      )}
    </Panel>
  );
}
