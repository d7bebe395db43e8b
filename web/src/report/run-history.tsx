import { REPORT_RUN_STATUSES, type ReportRun, type ReportType, listReportRuns } from '@dasbor/contract/report';
import { Button, Group } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { useLive } from '../api/live.ts';
import { buildQueryKey, buildPagesQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ChoiceEditor } from '../list/choice-editor.tsx';
import { formatChoices } from '../list/filter-labels.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FilterChip } from '../ui/filter-chip.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { formatStatus } from '../ui/status-chip.tsx';
import classes from './report.module.css';
import { messages } from './messages.ts';
import { ReadFailure } from './read-failure.tsx';
import { useVisibleTypes } from './report-labels.ts';
import { RunItem } from './run-item.tsx';

const PAGE_ROWS = 20;

interface Filter {
  report_type: ReportType[];
  status: ReportRun['status'][];
}
const NO_FILTER: Filter = { report_type: [], status: [] };

/** Reports, newest first, updated live. */
export function RunHistory({ onCreate }: { onCreate: () => void }) {
  const client = useQueryClient();
  const may_manage = useHasAccess('Reports', 'manage');
  const types = useVisibleTypes();
  const [filter, setFilter] = useState(NO_FILTER);
  const { report_type, status } = filter;
  const query = {
    limit: PAGE_ROWS,
    ...(report_type.length > 0 ? { report_type: report_type.join(',') } : {}),
    ...(status.length > 0 ? { status: status.join(',') } : {}),
  };
  const runs = useInfiniteQuery({ ...buildPagesQuery(listReportRuns, { query }), meta: { quiet: true } });
  useLive(({ topic }) => {
    if (topic === 'report-run' || topic === 'resync') {
      void client.invalidateQueries({ queryKey: buildQueryKey(listReportRuns) });
    }
  });
  const rows = runs.data?.pages.flatMap((page) => page.data) ?? [];
  const t = messages();
  const getTypeLabel = (type: string): string => t.types[type as ReportType];
  const is_filtered = report_type.length + status.length > 0;
  return (
    <>
      <Group gap={8} mb="sm" role="search" aria-label={t.history.filter}>
        <FilterChip
          label={t.history.type}
          value={formatChoices(report_type, getTypeLabel)}
          onClear={() => setFilter({ ...filter, report_type: [] })}
        >
          {() => (
            <ChoiceEditor
              label={t.history.type}
              values={types}
              selected={report_type}
              getLabel={getTypeLabel}
              onChange={(next) => setFilter({ ...filter, report_type: next })}
            />
          )}
        </FilterChip>
        <FilterChip
          label={t.history.status}
          value={formatChoices(status, formatStatus)}
          onClear={() => setFilter({ ...filter, status: [] })}
        >
          {() => (
            <ChoiceEditor
              label={t.history.status}
              values={REPORT_RUN_STATUSES}
              selected={status}
              getLabel={formatStatus}
              onChange={(next) => setFilter({ ...filter, status: next })}
            />
          )}
        </FilterChip>
      </Group>
      {runs.isPending && <ListSkeleton rows={5} />}
      {runs.isError && !runs.data && <ReadFailure error={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.data && rows.length === 0 && is_filtered && (
        <EmptyState
          title={t.history.no_results}
          action={
            <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
              {t.history.clear}
            </Button>
          }
        >
          {t.history.no_results_line}
        </EmptyState>
      )}
      {runs.data && rows.length === 0 && !is_filtered && (
        <EmptyState
          title={t.history.empty}
          icon={<IconFileText size={22} stroke={1.6} />}
          action={may_manage && <Button onClick={onCreate}>{t.history.create}</Button>}
        >
          {t.history.empty_line}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className={classes.runs} aria-label={t.history.list}>
          {rows.map((run) => (
            <RunItem key={run.id} run={run} />
          ))}
        </ul>
      )}
      {runs.hasNextPage && (
        <div className={classes.more}>
          <Button
            variant="subtle"
            size="xs"
            loading={runs.isFetchingNextPage}
            onClick={() => void runs.fetchNextPage({ cancelRefetch: false })}
          >
            {t.history.more}
          </Button>
        </div>
      )}
    </>
  );
}
