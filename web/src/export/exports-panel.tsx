import { EXPORT_RETENTION_DAYS, getExport, listExports } from '@dasbor/contract/export';
import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useLive } from '../api/live.ts';
import { toProblem } from '../api/problem.ts';
import { buildQuery, buildQueryKey, buildPagesQuery } from '../api/query.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { ExportRow } from './export-row.tsx';
import classes from './export.module.css';
import { messages } from './messages.ts';

const PAGE_ROWS = 20;

/** Exports of the user with live progress; the one of `?export=` comes first. */
export function ExportsPanel() {
  const client = useQueryClient();
  const made = useInfiniteQuery({
    ...buildPagesQuery(listExports, { query: { limit: PAGE_ROWS } }),
    meta: { quiet: true },
  });
  const id = useSearch({ strict: false })['export'] ?? '';
  const opened = useQuery({
    ...buildQuery(getExport, { params: { id } }),
    enabled: id !== '',
    meta: { quiet: true },
  });
  useLive(({ topic }) => {
    if (topic !== 'export' && topic !== 'resync') return;
    void client.invalidateQueries({ queryKey: buildQueryKey(listExports) });
    if (id !== '') void client.invalidateQueries({ queryKey: buildQueryKey(getExport, { params: { id } }) });
  });
  if (made.isPending) return <ListSkeleton rows={4} />;
  if (made.data === undefined) {
    const { detail, request_id } = toProblem(made.error);
    return <FailedState detail={detail} request_id={request_id} onRetry={() => void made.refetch()} />;
  }
  const found = id === '' ? undefined : opened.data?.data;
  const listed = made.data.pages.flatMap(({ data }) => data);
  const rows = found === undefined ? listed : [found, ...listed.filter((each) => each.id !== found.id)];
  if (rows.length === 0) {
    return (
      <EmptyState title={messages().empty} icon={<IconFileExport size={22} stroke={1.6} />}>
        {messages().empty_line(EXPORT_RETENTION_DAYS)}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.rows} aria-label={messages().list}>
        {rows.map((each) => (
          <ExportRow key={each.id} made={each} is_current={each.id === found?.id} />
        ))}
      </ul>
      {made.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="subtle"
            size="xs"
            loading={made.isFetchingNextPage}
            onClick={() => void made.fetchNextPage()}
          >
            {messages().earlier}
          </Button>
        </div>
      )}
    </>
  );
}
